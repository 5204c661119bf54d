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
export const radioNames = ['UWB', 'Bluetooth', 'channel sounding', 'positions']

/** The radios in traces, in the same order. */
export const sources = ['uwb', 'ble', 'cs', 'gnss']

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
 * The radios that have rows, by their numbers in `kinds`.
 * @param {Rows} rows
 * @returns {Set<number>}
 */
export function radiosOf({ kinds }) {
  const isSeen = [false, false, false, false]
  for (let i = 0; i < kinds.length; i++) if (kinds[i] < 4) isSeen[kinds[i]] = true
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
