// The ceremony: its phases as a strip, cues and events of the link as marks.
import { constants } from './constants.js'
import { eventOf } from './rows.js'
import { drawBlocks } from './track.js'

/** @param {import('./entry.js').View} view @returns {import('./track.js').Track | null} null where there is no ceremony */
export function ceremonyTrack(view) {
  /** @type {{from: number, to: number, name: string}[]} */
  const phases = []
  for (const phase of view.session.document.phases ?? []) {
    const last = phases.at(-1)
    if (last) last.to = phase.t_s
    phases.push({ from: phase.t_s, to: view.duration, name: phase.to })
  }
  /** @type {{time: number, name: string, isCue: boolean}[]} */
  const marks = (view.session.document.cues ?? []).map(
    (/** @type {any} */ cue) => ({ time: cue.t_s, name: cue.name, isCue: true }))
  const { kinds } = view.rows
  for (let i = 0; i < kinds.length; i++) {
    const event = eventOf(kinds[i])
    if (event > 0) marks.push({ time: view.times[i], name: constants.events[event - 1], isCue: false })
  }
  if (marks.length === 0 && phases.length < 2) return null
  return {
    title: 'Ceremony',
    height: 52,
    draw(drawing) {
      const { context, scale, colors, top } = drawing
      drawBlocks(drawing, phases.map(({ from, to, name }) => ({
        from, to, color: colors.muted, label: name,
      })), top, 17)
      context.textAlign = 'left'
      context.textBaseline = 'middle'
      let free = -Infinity
      for (const { time, name, isCue } of marks.toSorted((a, b) => a.time - b.time)) {
        if (time < scale.from || time > scale.to) continue
        const x = scale.x(time)
        context.fillStyle = isCue ? colors.beat : colors.truth
        context.beginPath()
        context.arc(x, top + 34, 4, 0, 7)
        context.fill()
        if (x < free) continue
        context.fillStyle = colors.text
        context.fillText(name, x + 7, top + 34.5)
        free = x + 14 + context.measureText(name).width
      }
    },
    read(time) {
      const phase = phases.findLast(({ from }) => from <= time)
      const near = marks.filter(mark => Math.abs(mark.time - time) < 0.25)
      return [phase?.name ?? 'searching', ...near.map(({ name }) => name)].join(', ')
    },
  }
}
