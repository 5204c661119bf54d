// The rows of a trace, in columns, and columns as text.
import { fromBase64 } from './bytes.js'
import { constants } from './constants.js'

/** @typedef {object} Rows
 * @property {number} count
 * @property {Float64Array} times seconds on the trace's own clock
 * @property {Float64Array} sinceStart the same, counted from the first row
 * @property {Uint8Array} kinds see lubdub.h
 * @property {Float64Array} ranges metres, NaN for none
 * @property {Float64Array} powers dBm, NaN for none
 * @property {Float64Array} firstPathPowers dBm, NaN for none
 * @property {Int16Array} channels -1 for none
 * @property {Float64Array} truths metres, NaN for none
 * @property {Float64Array} deviations metres, NaN for none */

/** Bytes as doubles, little-endian; without a copy where they are alone in their memory.
 * @param {Uint8Array} bytes */
export const doubles = bytes =>
  new Float64Array(bytes.length === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer)

/** Times, counted from the first one.
 * @param {Float64Array} times */
export function sinceStart(times) {
  const origin = times.length > 0 ? times[0] : 0
  const found = new Float64Array(times.length)
  for (let i = 0; i < found.length; i++) found[i] = times[i] - origin
  return found
}

/** @param {(name: string) => Uint8Array} column no bytes for a column without values */
export function rowsOf(column) {
  const times = doubles(column('times'))
  const count = times.length
  const numbers = (/** @type {string} */ name) => {
    const values = doubles(column(name))
    return values.length === count ? values : new Float64Array(count).fill(NaN)
  }
  const channels = new Int16Array(column('channels').slice().buffer)
  return {
    count,
    times,
    sinceStart: sinceStart(times),
    kinds: column('kinds'),
    ranges: numbers('ranges'),
    powers: numbers('powers'),
    firstPathPowers: numbers('firstPathPowers'),
    channels: channels.length === count ? channels : new Int16Array(count).fill(-1),
    truths: numbers('truths'),
    deviations: numbers('deviations'),
  }
}

export const noRows = rowsOf(() => new Uint8Array())

/** The radio of a kind, by its place among all radios.
 * @param {number} kind */
export const radioOf = kind => (kind & 3) | (kind >> 7 << 2)

/** The event of a kind, from 1; 0 for a sample.
 * @param {number} kind */
export const eventOf = kind => (kind & 0x7f) >> 2

/** The radios that have rows, by their names in traces.
 * @param {Rows} rows */
export function radiosOf({ kinds }) {
  /** @type {boolean[]} */ const isSeen = []
  for (let i = 0; i < kinds.length; i++) if (eventOf(kinds[i]) === 0) isSeen[radioOf(kinds[i])] = true
  return constants.radios.filter((_, radio) => isSeen[radio]).map(({ source }) => source)
}

/** @param {string} text numbers that each end with a comma, none for a row without one; or base64 */
export function bytesOf(text) {
  if (!text.includes(',')) return fromBase64(text)
  const numbers = text.slice(0, -1).split(',')
  return new Uint8Array(Float64Array.from(numbers, one => (one === '' ? NaN : Number(one))).buffer)
}
