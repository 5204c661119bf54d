// What *More* shows: evidence for a change of zone, from the moment that it began to that of the decision; and received
// power of Bluetooth.
import { eachColumn, quantile } from './columns.js'
import { rounded, seconds } from './numbers.js'
import { radioOf } from './rows.js'
import { lowerBound, ticks } from './scale.js'
import { clipped, drawLevels, vertical } from './track.js'

/** @param {import('./entry.js').View} view @returns {import('./track.js').Track | null} null where nothing was considered */
export function evidenceTrack(view) {
  /** @type {any[]} */
  const all = view.session.considerations.filter(
    (/** @type {any} */ one) => one.evidence !== null)
  if (all.length === 0) return null
  const ends = Float64Array.from(all, one => one.t_s)
  const longest = all.reduce((most, one) => Math.max(most, one.waited_s), 0)
  return {
    title: 'Evidence: at 100 % the zone changes',
    height: 84,
    draw(drawing) {
      const { context, scale, colors } = drawing
      const y = vertical(drawing, 0, 1.1)
      drawLevels(drawing, [0, 1], y, value => `${value * 100} %`)
      clipped(drawing, () => {
        let [column, height, wasTaken] = [NaN, 0, false]
        for (let i = lowerBound(ends, scale.from); i < all.length && ends[i] <= scale.to + longest; i++) {
          const one = all[i]
          const left = scale.x(one.t_s - one.waited_s)
          if (left > scale.right) continue
          const right = Math.max(scale.x(one.t_s), left + 1.5)
          const isTaken = one.outcome.startsWith('taken')
          // Of several in one pixel those are drawn that reach above the ones before.
          const isHidden = Math.floor(right) === column && right - left < 2 && one.evidence <= height
            && isTaken === wasTaken
          if (isHidden) continue
          column = Math.floor(right)
          height = one.evidence
          wasTaken = isTaken
          context.fillStyle = isTaken ? colors.estimate : colors.ghost
          context.globalAlpha = isTaken ? 0.85 : 0.6
          if (right - left < 2) {
            context.fillRect(left, y(one.evidence), right - left, y(0) - y(one.evidence))
          } else {
            context.beginPath()
            context.moveTo(left, y(0))
            context.lineTo(right, y(one.evidence))
            context.lineTo(right, y(0))
            context.fill()
          }
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

/** @param {import('./entry.js').View} view @returns {import('./track.js').Track | null} null where there is no Bluetooth */
export function signalTrack(view) {
  const powers = powersOf(view.rows)
  const low = quantile(powers, 0.001)
  const high = quantile(powers, 0.999)
  if (low === undefined || high === undefined) return null
  return {
    title: 'Bluetooth RSSI',
    height: 84,
    draw(drawing) {
      const y = vertical(drawing, low - 3, high + 3)
      drawLevels(drawing, ticks(low, high, 3), y, value => `${value}`)
      drawing.context.fillStyle = drawing.colors.power
      clipped(drawing, () => eachColumn(view.times, powers, drawing.scale, (x, least, most) => {
        const top = y(most)
        drawing.context.fillRect(x - 1.25, top - 1.25, 2.5, Math.max(2.5, y(least) - top))
      }))
    },
    read(time) {
      for (let i = view.rowAt(time); i >= 0 && time - view.times[i] < 2; i--) {
        if (!Number.isNaN(powers[i])) return `${rounded(powers[i], 1)} dBm`
      }
      return 'silent'
    },
  }
}

/** @type {WeakMap<object, Float64Array>} */
const knownPowers = new WeakMap()

/** The received powers of Bluetooth, NaN elsewhere; made once for all runs over the rows.
 * @param {import('./rows.js').Rows} rows */
function powersOf(rows) {
  const powers = knownPowers.get(rows)
    ?? rows.powers.map((power, i) => (radioOf(rows.kinds[i]) === 1 ? power : NaN))
  knownPowers.set(rows, powers)
  return powers
}
