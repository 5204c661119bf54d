// Evidence for a change of zone: from the moment that it began to that of the decision.
import { rounded, seconds } from './numbers.js'
import { clipped, drawLevels, vertical } from './track.js'

/**
 * @param {import('./view.js').View} view
 * @returns {import('./track.js').Track | null} null where nothing was considered
 */
export function evidenceTrack(view) {
  /** @type {any[]} */
  const all = view.session.considerations.filter(
    (/** @type {any} */ one) => one.evidence !== null)
  if (all.length === 0) return null
  return {
    title: 'Evidence',
    height: 84,
    draw(drawing) {
      const { context, scale, colors } = drawing
      const y = vertical(drawing, 0, 1.1)
      drawLevels(drawing, [0, 1], y, value => `${value * 100} %`)
      clipped(drawing, () => {
        for (const one of all) {
          const from = one.t_s - one.waited_s
          if (one.t_s < scale.from || from > scale.to) continue
          const isTaken = one.outcome.startsWith('taken')
          const [left, right] = [scale.x(from), Math.max(scale.x(one.t_s), scale.x(from) + 1.5)]
          context.fillStyle = isTaken ? colors.estimate : colors.ghost
          context.globalAlpha = isTaken ? 0.85 : 0.6
          context.beginPath()
          context.moveTo(left, y(0))
          context.lineTo(right, y(one.evidence))
          context.lineTo(right, y(0))
          context.fill()
          context.globalAlpha = 1
        }
      })
    },
    read(time) {
      const one = all.find(({ t_s, waited_s }) => t_s - waited_s <= time && time <= t_s)
      if (!one) return 'none running'
      return `${view.zoneName(one.from)} → ${view.zoneName(one.to)}, ${rounded(one.evidence * 100, 0)} % `
        + `at ${seconds(one.t_s)}, ${one.outcome}`
    },
  }
}
