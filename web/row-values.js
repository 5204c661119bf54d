// What one line of a trace says, whatever its format, and why a line is no row.

/**
 * The values of one line, as they are written: numbers, NaN for a number that says so, null for none. Those that
 * are asked for later are checked later, so that a row with two faults has the same reason as in the tool.
 * @typedef {object} Values
 * @property {number} t
 * @property {number | null} range @property {number | null} power @property {number | null} firstPath
 * @property {number | null} truth @property {number | null} deviation @property {number | null} channel
 * @property {string} source @property {string} event @property {string} peer
 */

/** The names of columns and members that are known. */
export const roles = [
  't_s', 'source', 'range_m', 'rssi_dbm', 'truth_m', 'event', 'fp_power_dbm', 'channel', 'peer',
  'sd_m',
]

/** Why a row is not taken. */
export class Fault extends Error {
  /** @param {string} reason @param {string} found */
  constructor(reason, found) {
    super(found)
    this.reason = reason
  }
}
