// The heartbeat as strokes: height is intensity. The previous run is in the background, paler.
import { rounded, seconds } from './numbers.js'
import { zoneColors } from './palette.js'
import { lowerBound, once } from './scale.js'
import { movesOf } from './session.js'
import { clipped, fill, vertical } from './track.js'

/** @param {View} view @param {number} height @returns {Track} */
export function beatsTrack(view, height) {
  return {
    title: 'Heartbeat: nearer is faster and stronger',
    height,
    draw(drawing) {
      const { context, scale, colors } = drawing
      const y = vertical(drawing, 0, 1.05)
      fill(context, colors.grid, scale.left, y(0), scale.right - scale.left, 1)
      clipped(drawing, () => {
        for (const { session, color } of view.overlays) drawEvents(drawing, session.events, y, () => colors[color], 3.5)
        const { time, zone } = view.session.beats
        drawEvents(drawing, view.session.events, y, at => {
          const beat = lowerBound(time, at + 1e-9) - 1
          return zone[beat] >= 0 ? zoneColors(colors, zone[beat], view.zoneNames.length).color : colors.beat
        }, 1.75)
      })
    },
    read(time) {
      const { beats } = view.session
      const last = lowerBound(beats.time, time + 1e-9) - 1
      // Right after a change, the next beat is the first of the zone.
      const now = movesOf(view.session).findLast(({ t_s }) => t_s <= time)?.to
      const i = last >= 0 && beats.zone[last] !== now && beats.zone[last + 1] === now ? last + 1 : last
      if (i < 0 || time - beats.time[i] > beats.interval[i] * 1.5) return 'no beat'
      return `one every ${seconds(beats.interval[i])}, strength ${rounded(beats.intensity[i], 2)}`
    },
  }
}

/** @param {Drawing} drawing @param {Events} events
 * @param {(value: number) => number} y @param {(time: number) => string} color @param {number} width */
function drawEvents({ context, scale }, events, y, color, width) {
  const bottom = y(0)
  let [column, height] = [NaN, 0]
  for (let i = lowerBound(events.time, scale.from - longest(events)); i < events.time.length; i++) {
    const end = events.time[i] + events.duration[i]
    if (end < scale.from) continue
    if (events.time[i] > scale.to) break
    const x = scale.x(events.time[i])
    const top = y(events.intensity[i])
    // If several beats share a pixel, the strongest is visible.
    if (Math.floor(x) === column && bottom - top <= height && events.duration[i] === 0) continue
    column = Math.floor(x)
    height = bottom - top
    fill(context, color(events.time[i]), x - width / 2, top, Math.max(width, scale.x(end) - x), bottom - top)
  }
}

/** The duration of the longest. */
const longest = once((/** @type {Events} */ { duration }) => duration.reduce((most, one) => Math.max(most, one), 0))
