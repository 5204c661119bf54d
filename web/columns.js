// Values over time, reduced to the resolution of pixels: minimum and maximum of each pixel column.
import { lowerBound, once } from './scale.js'

/** Calls back for each pixel column that has values, from the left.
 * @param {Float64Array} times sorted @param {Float64Array} values NaN for none @param {TimeScale} scale
 * @param {(x: number, low: number, high: number, last: number, index: number) => void} visit smallest and largest value, the last one, and its index */
export function eachColumn(times, values, scale, visit) {
  // One row beyond each end, so that lines reach the edge.
  const first = Math.max(0, lowerBound(times, scale.from) - 1)
  const end = Math.min(times.length, lowerBound(times, scale.to) + 1)
  const { left, from } = scale
  const perSecond = (scale.right - left) / (scale.to - from)
  const levels = end - first > 4 * (scale.right - left) ? blocksOf(values) : []
  for (let i = first; i < end;) {
    const after = columnEnd(times, i, end, time => Math.floor(left + (time - from) * perSecond))
    let [low, high, index] = [Infinity, -Infinity, -1]
    while (i < after) {
      let at = i
      let least = values[i]
      let most = least
      let level = 0
      while (level < levels.length && (i % blockSizes[level] !== 0 || i + blockSizes[level] > after)) level += 1
      if (level < levels.length) {
        const blocks = levels[level]
        const block = i / blockSizes[level]
        at = blocks.last[block]
        least = blocks.low[block]
        most = blocks.high[block]
        i += blockSizes[level]
        if (at < 0) continue
      } else {
        i += 1
        if (least !== least) continue
      }
      if (least < low) low = least
      if (most > high) high = most
      index = at
    }
    if (index >= 0) visit(left + (times[index] - from) * perSecond, low, high, values[index], index)
  }
}

/** The first row after the pixel column of a row, by bisection, so that most rows of a long trace are not read.
 * @param {Float64Array} times sorted @param {number} row @param {number} end of the rows @param {(time: number) => number} columnAt */
function columnEnd(times, row, end, columnAt) {
  const column = columnAt(times[row])
  let [inside, outside] = [row, end]
  while (outside - inside > 1) {
    const middle = (inside + outside) >> 1
    if (columnAt(times[middle]) === column) inside = middle
    else outside = middle
  }
  return outside
}

const spreadSample = 41 // the number of values of a pixel column that are sampled for its spread

/** Calls back for each pixel column with the 5% and 95% quantiles of its values.
 * @param {Float64Array} times sorted @param {Float64Array} values NaN for none @param {TimeScale} scale
 * @param {(x: number, low: number, high: number) => void} visit */
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

const blockSizes = [256, 16] // the numbers of rows that are summarized together if they are in one pixel column

/** @param {Session} session @param {Rows} rows @returns a promise that is fulfilled when the blocks of long columns are ready for drawing, each created in its own task */
export async function prepareSession({ distance, low, high }, { ranges, truths }) {
  for (const values of [distance, low, high, ranges, truths]) {
    if (values.length < longColumn) continue
    blocksOf(values)
    await new Promise(done => setTimeout(done))
  }
}

const longColumn = 50_000 // columns of fewer rows are quick to look through

/** The blocks for each size. */
const blocksOf = once((/** @type {Float64Array} */ values) => blockSizes.map(size => blocksOfSize(values, size)))

/** @param {Float64Array} values @param {number} size @returns {Blocks} */
function blocksOfSize(values, size) {
  const count = Math.floor(values.length / size)
  const blocks = { low: new Float64Array(count).fill(Infinity), high: new Float64Array(count).fill(-Infinity), last: new Int32Array(count).fill(-1) }
  for (let block = 0, i = 0; block < count; block++) {
    let [low, high, last] = [Infinity, -Infinity, -1]
    for (const end = i + size; i < end; i++) {
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
  return blocks
}

/** A number above nearly all values, so that one outlier does not flatten the rest.
 * @param {Float64Array} values NaN for none @param {number} share */
export function quantile(values, share) {
  const step = Math.max(1, Math.floor(values.length / 5000))
  const some = new Float64Array(Math.ceil(values.length / step)).map((_, i) => values[i * step])
  const known = some.filter(Number.isFinite).sort()
  return known.length > 0 ? known[Math.min(known.length - 1, Math.floor(known.length * share))] : undefined
}
