// Values over time, reduced to what pixels can show: minimum and maximum of each pixel column.
import { lowerBound } from './scale.js'

/** @typedef {{times: Float64Array, values: Float64Array}} Series values over time */

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
  const blocks = end - first > blockSize * (scale.right - scale.left) / 8 ? blocksOf(values) : null
  const { left, from } = scale
  let column = NaN
  let [x, low, high, last, index] = [0, Infinity, -Infinity, NaN, -1]
  // One loop without functions inside: millions of rows come through it between two frames.
  for (let i = first; i < end; i++) {
    let at = i
    let least = values[i]
    let most = least
    const after = i + blockSize
    if (blocks && i % blockSize === 0 && after <= end
      && Math.floor(left + (times[i] - from) * perSecond) === Math.floor(left + (times[after - 1] - from) * perSecond)) {
      const block = i / blockSize
      at = blocks.last[block]
      least = blocks.low[block]
      most = blocks.high[block]
      i = after - 1
      if (at < 0) continue
    } else if (least !== least) {
      continue
    }
    const place = left + (times[at] - from) * perSecond
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
  if (index >= 0) visit(x, low, high, last, index)
}

/** So many values of a pixel column are looked at for its spread. */
const spreadSample = 41

/**
 * Calls back for each pixel column with what 5 % and 95 % of its values are below.
 * @param {Float64Array} times sorted
 * @param {Float64Array} values NaN for none
 * @param {import('./scale.js').TimeScale} scale
 * @param {(x: number, low: number, high: number) => void} visit
 */
export function eachSpread(times, values, scale, visit) {
  const some = new Float64Array(spreadSample)
  let first = lowerBound(times, scale.from)
  for (let x = Math.floor(scale.left); x < scale.right && first < times.length; x++) {
    const end = lowerBound(times, scale.time(x + 1))
    const step = Math.max(1, (end - first) / spreadSample)
    let count = 0
    for (let place = first; place < end && count < spreadSample; place += step) {
      const value = values[Math.floor(place)]
      if (value === value) some[count++] = value
    }
    first = end
    if (count === 0) continue
    const sorted = some.subarray(0, count).sort()
    visit(x, sorted[Math.floor(0.05 * count)], sorted[Math.min(count - 1, Math.floor(0.95 * count))])
  }
}

/** So many rows are looked at together where they fall into one pixel column. */
const blockSize = 32

/**
 * Minimum and maximum of blocks of rows, and the last row of each that has a value; -1 for none.
 * @typedef {{low: Float64Array, high: Float64Array, last: Int32Array}} Blocks
 */

/**
 * Makes ready what drawing needs of long columns, each in a task of its own, so that no task is long.
 * @param {import('./session.js').Session} session @param {import('./rows.js').Rows} rows
 */
export async function prepareSession({ distance, low, high }, { ranges, truths }) {
  for (const values of [distance, low, high, ranges, truths]) {
    if (values.length < longColumn) continue
    blocksOf(values)
    await new Promise(done => setTimeout(done))
  }
}

/** Columns of fewer rows are quick to look through. */
const longColumn = 50_000

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
  for (let block = 0, i = 0; block < count; block++) {
    let [low, high, last] = [Infinity, -Infinity, -1]
    for (const end = i + blockSize; i < end; i++) {
      const value = values[i]
      // NaN is neither.
      if (value < low) low = value
      if (value > high) high = value
      if (value === value) last = i
    }
    blocks.low[block] = low
    blocks.high[block] = high
    blocks.last[block] = last
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
  const step = Math.max(1, Math.floor(values.length / 5000))
  const some = new Float64Array(Math.ceil(values.length / step)).map((_, i) => values[i * step])
  const known = some.filter(Number.isFinite).sort()
  return known.length > 0 ? known[Math.min(known.length - 1, Math.floor(known.length * share))] : undefined
}
