// The rows of a trace, in columns.
import { doubles } from './bytes.js'

/**
 * @typedef {object} Rows
 * @property {number} count
 * @property {Float64Array} times seconds on the trace's own clock
 * @property {Uint8Array} kinds see lubdub.h
 * @property {Float64Array} ranges metres, NaN for none
 * @property {Float64Array} powers dBm, NaN for none
 * @property {Float64Array} firstPathPowers dBm, NaN for none
 * @property {Int16Array} channels -1 for none
 * @property {Float64Array} truths metres, NaN for none
 * @property {Float64Array} deviations metres, NaN for none
 */

/** The radios for people, in the order of their numbers in `kinds`. */
export const radioNames = ['UWB', 'Bluetooth', 'channel sounding', 'positions', 'reported distances']

/** The radios in traces, in the same order. */
export const sources = ['uwb', 'ble', 'cs', 'gnss', 'reported']

/** The events of a link, in the order of their numbers in `kinds`, from 1. */
export const eventNames = [
  '', 'connected', 'disconnected', 'suspended', 'resumed', 'peerLost', 'manualTriggerPressed',
  'manualTriggerReleased', 'sent', 'received', 'attached', 'complete', 'touched',
  'released', 'entered', 'left', 'crossed',
]

/**
 * Columns of bytes as rows.
 * @param {(name: string) => Uint8Array} column no bytes for a column without values
 * @returns {Rows}
 */
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
    kinds: column('kinds'),
    ranges: numbers('ranges'),
    powers: numbers('powers'),
    firstPathPowers: numbers('firstPathPowers'),
    channels: channels.length === count ? channels : new Int16Array(count).fill(-1),
    truths: numbers('truths'),
    deviations: numbers('deviations'),
  }
}

/** No rows. */
export const noRows = rowsOf(() => new Uint8Array())

/**
 * The radio of a kind, by its place in `sources`.
 * @param {number} kind
 */
export const radioOf = kind => (kind & 3) | (kind >> 7 << 2)

/**
 * The kind of a sample of a radio.
 * @param {number} radio its place in `sources`
 */
export const kindOf = radio => (radio & 3) | (radio >> 2 << 7)

/**
 * The event of a kind, from 1; 0 for a sample.
 * @param {number} kind
 */
export const eventOf = kind => (kind & 0x7f) >> 2

/**
 * The radios that have rows, by their numbers in `kinds`.
 * @param {Rows} rows
 * @returns {Set<number>}
 */
export function radiosOf({ kinds }) {
  const isSeen = sources.map(() => false)
  for (let i = 0; i < kinds.length; i++) if (eventOf(kinds[i]) === 0) isSeen[radioOf(kinds[i])] = true
  return new Set(isSeen.flatMap((seen, radio) => (seen ? radio : [])))
}

/**
 * The times of the rows, counted from the first one.
 * @param {Rows} rows
 * @returns {Float64Array}
 */
export function timesFromStart(rows) {
  const origin = rows.count > 0 ? rows.times[0] : 0
  return rows.times.map(time => time - origin)
}
