// A distance stated by a person, which calibrates the level of signal strength.
import { constants } from './constants.js'
import { metres, seconds } from './numbers.js'
import { withColumns } from './rows.js'
import { lowerBound } from './scale.js'

/** @param {Rows} rows @param {{time: number, taught: number}} label on the trace's clock, in meters
 * @returns {Rows} with one row for the label; a label after the last row belongs to another run */
export function withTeaching(rows, { time, taught }) {
  const at = lowerBound(rows.times, time + 1e-9)
  const radio = constants.radios.findIndex(({ source }) => source === 'ble')
  const kinds = constants.events.indexOf('at') + 1 << 2 | radio
  const isThere = rows.kinds[at - 1] === kinds && rows.ranges[at - 1] === taught && rows.times[at - 1] === time
  if (isThere || time > rows.times[rows.count - 1]) return rows
  const values = /** @type {Record<string, number>} */ ({ times: time, sinceStart: time - rows.times[0], kinds, ranges: taught, channels: -1 })
  return withColumns(rows, rows.count + 1, (column, name, longer) => {
    longer.set(column.subarray(0, at))
    longer[at] = values[name] ?? NaN
    longer.set(column.subarray(at), at + 1)
    return longer
  })
}

/** @param {Session} before @param {Session} after with one more row @param {Rows} rows of it @param {number} time of that row @returns the changes by it, in words */
export function whatTaught(before, after, { times, count }, time) {
  const at = lowerBound(times, time + 1e-9) - 1
  let other = 0
  for (let i = at + 1; i < count; i++) if (after.zone[i] !== before.zone[i - 1]) other += times[i] - times[i - 1]
  const [was, is] = [before.distance[at - 1], after.distance[at]].map(metres)
  if (was === is && other === 0) return 'It had no effect: ranges take precedence, or no level came.'
  return `Taught: the distance is ${is} now, was ${was}${other > 0 ? `; ${seconds(other)} after it are in another zone` : ''}.`
}
