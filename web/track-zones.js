// Zones as strips: the decided, the true, and the previous zones; and marks for lasting differences.
import { faultsOf } from './faults.js'
import { zoneColors } from './palette.js'
import { trueEdgesOf, trueStretches, zoneStretches } from './session.js'
import { drawBlocks, write } from './track.js'

/** @param {View} view @returns {Track} */
export function zonesTrack(view) {
  /** @type {{name: string, stretches: {from: number, to: number, zone: number}[], color: string}[]} */
  const strips = [{ name: 'decided', stretches: zoneStretches(view.session, view.duration), color: 'muted' }]
  const truth = trueStretches(view.times, view.rows.truths, trueEdgesOf(view.session))
  if (truth.length > 0) strips.push({ name: 'true', stretches: truth, color: 'muted' })
  for (const { name, session, times, color } of view.overlays) {
    strips.push({ name, stretches: zoneStretches(session, times.at(-1) ?? 0), color })
  }
  const faults = faultsOf(view)
  const step = 19
  const rim = faults.length > 0 ? 11 : 0
  return {
    title: 'Zones',
    height: strips.length * step + 2 + rim,
    draw(drawing) {
      const { context, scale, colors } = drawing
      context.fillStyle = colors.warn
      for (const { time, kind } of faults) {
        if (time < scale.from || time > scale.to) continue
        // A mark points down for a missing change, and up for an extra change.
        const [x, base, tip] = [scale.x(time), ...(kind === 'missed' ? [0, 8] : [8, 0])]
        context.beginPath()
        context.moveTo(x - 4, drawing.top + base)
        context.lineTo(x + 4, drawing.top + base)
        context.lineTo(x, drawing.top + tip)
        context.fill()
      }
      strips.forEach(({ name, stretches, color }, i) => {
        const top = drawing.top + rim + i * step
        const isBefore = i > (truth.length > 0 ? 1 : 0)
        drawBlocks(drawing, stretches.map(({ from, to, zone }) => ({
          from, to, ...zoneColors(colors, zone, view.zoneNames.length),
          label: isBefore ? '' : view.zoneName(zone),
        })), isBefore ? top + 4 : top, isBefore ? 7 : step - 4)
        write(context, name.replace(/\.[a-z]+$/, '').replace(/^(.{4}).{2,}(.{4})$/, '$1…$2'), scale.left - 6, top + step / 2 - 2, colors[color], 'right')
      })
    },
    read(time) {
      const near = faults.find(fault => Math.abs(fault.time - time) < 0.3)
      return strips.map(({ name, stretches }) => {
        const now = stretches.findLast(({ from, to }) => from <= time && time <= to)
        return `${name} ${now ? view.zoneName(now.zone) : 'none'}`
      }).concat(near ? [near.text] : []).join(', ')
    },
  }
}
