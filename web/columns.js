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
  const pixel = (/** @type {number} */ i) => scale.left + (times[i] - scale.from) * perSecond
  const blocks = end - first > blockSize * (scale.right - scale.left) / 8 ? blocksOf(values) : null
  let column = NaN
  let [x, low, high, last, index] = [0, Infinity, -Infinity, NaN, -1]
  const take = (/** @type {number} */ at, /** @type {number} */ least, /** @type {number} */ most) => {
    const place = pixel(at)
    const next = Math.floor(place)
    if (next !== column) {
      if (index >= 0) visit(x, low, high, last, index)
      column = next
      low = Infinity
      high = -Infinity
    }
    x = place
    if (least < low) low = least
    if (most > high) high = most
    last = values[at]
    index = at
  }
  for (let i = first; i < end; i++) {
    const block = i / blockSize
    if (blocks && Number.isInteger(block) && i + blockSize <= end
      && Math.floor(pixel(i)) === Math.floor(pixel(i + blockSize - 1))) {
      if (blocks.last[block] >= 0) take(blocks.last[block], blocks.low[block], blocks.high[block])
      i += blockSize - 1
    } else if (!Number.isNaN(values[i])) {
      take(i, values[i], values[i])
    }
  }
  if (index >= 0) visit(x, low, high, last, index)
}

/** So many rows are looked at together where they fall into one pixel column. */
const blockSize = 32

/**
 * Minimum and maximum of blocks of rows, and the last row of each that has a value; -1 for none.
 * @typedef {{low: Float64Array, high: Float64Array, last: Int32Array}} Blocks
 */

/** @type {WeakMap<Float64Array, Blocks>} */
const knownBlocks = new WeakMap()

/** @param {Float64Array} values @returns {Blocks} */
function blocksOf(values) {
  const known = knownBlocks.get(values)
  if (known) return known
  const count = Math.floor(values.length / blockSize)
  const blocks = {
    low: new Float64Array(count).fill(Infinity), high: new Float64Array(count).fill(-Infinity),
    last: new Int32Array(count).fill(-1),
  }
  for (let i = 0; i < count * blockSize; i++) {
    const value = values[i]
    if (Number.isNaN(value)) continue
    const block = Math.floor(i / blockSize)
    if (value < blocks.low[block]) blocks.low[block] = value
    if (value > blocks.high[block]) blocks.high[block] = value
    blocks.last[block] = i
  }
  knownBlocks.set(values, blocks)
  return blocks
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
