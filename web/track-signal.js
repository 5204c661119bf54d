// The track that *More* shows: the received power of Bluetooth.
import { eachColumn, quantile } from './columns.js'
import { rounded } from './numbers.js'
import { radioOf } from './rows.js'
import { once, ticks } from './scale.js'
import { clipped, drawLevels, vertical } from './track.js'

/** @param {View} view @returns {Track | null} null without Bluetooth */
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

/** The received powers of Bluetooth, NaN elsewhere. */
const powersOf = once((/** @type {Rows} */ { powers, kinds }) => powers.map((power, i) => (radioOf(kinds[i]) === 1 ? power : NaN)))
