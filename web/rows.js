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
 */

/** The radios for people, in the order of their numbers in `kinds`. */
export const radioNames = ['UWB', 'Bluetooth', 'channel sounding', 'positions']

/** The radios in traces, in the same order. */
export const sources = ['uwb', 'ble', 'cs', 'gnss']

/** The events of a link, in the order of their numbers in `kinds`, from 1. */
export const eventNames = [
  '', 'connected', 'disconnected', 'suspended', 'resumed', 'peerLost', 'manualTriggerPressed',
  'manualTriggerReleased', 'sent', 'received', 'attached', 'complete', 'touched',
  'released',
]

/**
 * Columns of bytes as rows.
 * @param {(name: string) => Uint8Array} column
 * @returns {Rows}
 */
export function rowsOf(column) {
  const times = doubles(column('times'))
  return {
    count: times.length,
    times,
    kinds: column('kinds'),
    ranges: doubles(column('ranges')),
    powers: doubles(column('powers')),
    firstPathPowers: doubles(column('firstPathPowers')),
    channels: new Int16Array(column('channels').slice().buffer),
    truths: doubles(column('truths')),
  }
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
