// The rows of a trace, in columns, and columns as text.
import { encodeText, fromBase64 } from './bytes.js'
import { constants } from './constants.js'
import { once } from './scale.js'

/** @param {Uint8Array} bytes @returns bytes as doubles, little-endian; without a copy if they fill their memory */
export const doubles = bytes => new Float64Array(bytes.length === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer)

/** @param {Float64Array} times @returns times, counted from the first one */
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

/** @param {Rows} rows @param {number} count of the new rows
 * @param {(column: any, name: Exclude<keyof Rows, 'count'>, empty: any) => any} make a column, of an old one and of an empty one of the new length
 * @returns {Rows} */
export function withColumns({ count: _, ...columns }, count, make) {
  return /** @type {any} */ ({ count, ...Object.fromEntries(Object.entries(columns).map(([name, column]) =>
    [name, make(column, /** @type {any} */ (name), new (/** @type {any} */ (column.constructor))(count))])) })
}

export const noRows = rowsOf(() => new Uint8Array())

/** @param {number} kind @returns the radio of a kind, by its place among all radios */
export const radioOf = kind => (kind & 3) | (kind >> 7 << 2)
/** @param {number} kind @returns the event of a kind, from 1; 0 for a sample */
export const eventOf = kind => (kind & 0x7f) >> 2

/** The radios that have rows, by their names in traces. */
export const radiosOf = once((/** @type {Rows} */ { kinds }) => {
  /** @type {boolean[]} */ const isSeen = []
  for (let i = 0; i < kinds.length; i++) if (eventOf(kinds[i]) === 0) isSeen[radioOf(kinds[i])] = true
  return constants.radios.filter((_, radio) => isSeen[radio]).map(({ source }) => source)
})

/** @param {Uint8Array} codes of steps, as NumberSteps.swift writes them @param {number} unit the number of steps in 1 */
function unstepped(codes, unit) {
  const values = []
  let last = 0
  for (let at = 0; at < codes.length;) {
    let code = 0
    for (let place = 1; ; place *= 128) {
      const byte = codes[at++]
      code += (byte & 127) * place
      if (byte < 128) break
    }
    last += code % 2 === 1 ? (code - 1) / 2 : -code / 2
    values.push(code === 0 ? NaN : last / unit)
  }
  return new Uint8Array(Float64Array.from(values).buffer)
}

/** @param {string} text JSON; numbers that each end with a comma, empty for a row without a number; steps; or base64 */
export function bytesOf(text) {
  if (/^[[{]/.test(text)) return encodeText(text)
  if (text[0] === '~') return unstepped(fromBase64(text.slice(3)), 10 ** Number(text[1]))
  if (!text.includes(',')) return fromBase64(text)
  const numbers = text.slice(0, -1).split(',')
  return new Uint8Array(Float64Array.from(numbers, one => (one === '' ? NaN : Number(one))).buffer)
}
