// Values over time, reduced to what pixels can show: minimum and maximum of each pixel column.
import { lowerBound } from './scale.js'

/**
 * Calls back for each pixel column that has values, from the left.
 * @param {Float64Array} times sorted
 * @param {Float64Array} values NaN for none
 * @param {import('./scale.js').TimeScale} scale
 * @param {(x: number, low: number, high: number, last: number, index: number) => void} visit
 *   smallest and largest value, the last one, and its index
 */
export function eachColumn(times, values, scale, visit) {
  // One row beyond each end, so that lines reach the edge.
  const first = Math.max(0, lowerBound(times, scale.from) - 1)
  const end = Math.min(times.length, lowerBound(times, scale.to) + 1)
  const perSecond = (scale.right - scale.left) / (scale.to - scale.from)
  let column = NaN
  let [x, low, high, last, index] = [0, Infinity, -Infinity, NaN, -1]
  for (let i = first; i < end; i++) {
    const value = values[i]
    if (Number.isNaN(value)) continue
    const place = scale.left + (times[i] - scale.from) * perSecond
    const next = Math.floor(place)
    if (next !== column) {
      if (index >= 0) visit(x, low, high, last, index)
      column = next
      low = Infinity
      high = -Infinity
    }
    x = place
    if (value < low) low = value
    if (value > high) high = value
    last = value
    index = i
  }
  if (index >= 0) visit(x, low, high, last, index)
}

/**
 * A number that nearly all values are below, so that one outlier does not flatten the rest.
 * @param {Float64Array} values NaN for none
 * @param {number} share
 * @returns {number | undefined}
 */
export function quantile(values, share) {
  const step = Math.max(1, Math.floor(values.length / 20000))
  const known = values.filter((value, i) => i % step === 0 && Number.isFinite(value)).sort()
  return known.length > 0 ? known[Math.min(known.length - 1, Math.floor(known.length * share))] : undefined
}
