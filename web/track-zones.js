// Zones as strips: decided, true, and those of the run before.
import { zoneColor } from './palette.js'
import { trueStretches, zoneStretches } from './session.js'
import { drawBlocks } from './track.js'

/**
 * @param {import('./view.js').View} view
 * @returns {import('./track.js').Track}
 */
export function zonesTrack(view) {
  const strips = [{ name: 'decided', stretches: zoneStretches(view.session, view.duration) }]
  const truth = trueStretches(view.times, view.rows.truths, view.edges)
  if (truth.length > 0) strips.push({ name: 'true', stretches: truth })
  if (view.ghost) {
    strips.push({ name: 'before', stretches: zoneStretches(view.ghost, view.duration) })
  }
  const step = 19
  return {
    title: 'Zones',
    height: strips.length * step + 2,
    draw(drawing) {
      const { context, scale, colors } = drawing
      strips.forEach(({ name, stretches }, i) => {
        const top = drawing.top + i * step
        context.globalAlpha = name === 'before' ? 0.45 : 0.8
        drawBlocks(drawing, stretches.map(({ from, to, zone }) => ({
          from, to, color: zoneColor(colors, zone, view.zoneNames.length),
          label: view.zoneName(zone),
        })), top, step - 4)
        context.globalAlpha = 1
        context.fillStyle = colors.muted
        context.textAlign = 'right'
        context.textBaseline = 'middle'
        context.fillText(name, scale.left - 6, top + step / 2 - 2)
      })
    },
    read(time) {
      return strips.map(({ name, stretches }) => {
        const now = stretches.findLast(({ from, to }) => from <= time && time <= to)
        return `${name} ${now ? view.zoneName(now.zone) : 'none'}`
      }).join(', ')
    },
  }
}
