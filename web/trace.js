// Reads a dropped trace, CSV or NDJSON, by the rules of docs/traces.md, row by row as the tool reads it. A file
// that holds several links or recordings, and device logs, are for `lubdub import`.
import { CSVLines } from './csv.js'
import { isNDJSON, NDJSONLines } from './ndjson.js'
import { Fault } from './row-values.js'
import { eventNames, eventOf, kindOf, radioOf, sources } from './rows.js'

/**
 * @typedef {object} Reading what became of the lines
 * @property {string} format
 * @property {number} accepted
 * @property {number} rejected
 * @property {{reason: string, count: number, lines: number[], example: string}[]} rejections
 * @property {string[]} warnings
 */

/** So many lines are read between two words about how far it is. */
const linesAtOnce = 20_000

/**
 * @param {string} text
 * @param {(share: number) => void} [onProgress] how much of it is read
 * @returns {{rows: import('./rows.js').Rows, reading: Reading}}
 * @throws {Error} for what is no trace
 */
export function readTrace(text, onProgress = () => {}) {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const isClosed = lines.at(-1) === ''
  if (isClosed) lines.pop()
  const isJSON = isNDJSON(lines.find(line => !isNoRow(line)) ?? '')
  const format = isJSON ? new NDJSONLines() : new CSVLines()
  const reader = new TraceReader(isJSON ? 'ndjson' : 'csv')
  lines.forEach((line, i) => {
    if (i % linesAtOnce === 0) onProgress(i / lines.length)
    if (!isNoRow(line)) reader.read(() => format.values(line, i + 1), line, i + 1, isClosed || i + 1 < lines.length)
  })
  format.finish()
  return reader.finish()
}

/** @param {string} line */
const isNoRow = line => /^[ \t]*$/.test(line) || line.startsWith('#') || /^sep=/i.test(line)

class TraceReader {
  #last = -Infinity
  /** @type {Record<string, number>[]} */ #rows = []
  #accepted = 0
  #peers = new Set()
  /** @type {Map<string, {reason: string, count: number, lines: number[], example: string}>} */
  #rejections = new Map()
  /** @type {string[]} */ #warnings = []

  /** @param {string} format */
  constructor(format) {
    this.format = format
  }

  /**
   * Takes one line.
   * @param {() => import('./row-values.js').Values | null} values what it says; null for a line that is no row
   * @param {string} line @param {number} number @param {boolean} isClosed by a line end
   */
  read(values, line, number, isClosed) {
    try {
      if (!isClosed && this.format === 'csv') {
        this.#warnings.push('the last line has no line end and may be cut')
        if (line.endsWith('.')) throw new Fault('damaged', 'the line ends within a number')
      }
      const found = values()
      if (found) this.#accept(this.#row(found))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      this.#reject(error, number)
    }
  }

  /** @param {import('./row-values.js').Values} values @returns {Record<string, number>} */
  #row(values) {
    let { t, range, power, firstPath, truth, deviation } = values
    const named = values.event
    const event = named === '' ? 0 : eventNames.indexOf(named)
    if (event < 0) throw new Fault('unknown-event', `event is "${named}"`)
    const hasRange = range !== null && !isAbsentDistance(range)
    const hasPower = power !== null && !isAbsentLevel(power)
    if (hasRange || hasPower || event > 0) {
      if (isAbsentDistance(range)) range = null
      if (isAbsentLevel(power)) power = null
    }
    if (isAbsentLevel(firstPath)) firstPath = null
    if (isAbsentDistance(truth)) truth = null
    if (deviation !== null && !(deviation >= 0 && deviation <= 1e6)) deviation = null
    const source = values.source.toLowerCase()
    if (source !== '' && !sources.includes(source)) throw new Fault('unknown-source', `source is "${source}"`)
    const isSignal = range === null && power !== null
    const radio = source === '' ? Number(isSignal) : sources.indexOf(source)
    const { channel, peer } = values
    if (channel !== null && (!Number.isInteger(channel) || channel < 0 || channel > 255)) {
      throw new Fault('unknown-channel', `channel is ${channel}`)
    }
    if (peer !== '') this.#peers.add(peer)
    checkTime(t)
    checkRange(range, 'range_m')
    checkLevel(power, 'rssi_dbm')
    checkLevel(firstPath, 'fp_power_dbm')
    checkDistance(truth, 'truth_m')
    return {
      time: t, kind: event * 4 + kindOf(radio), channel: channel ?? -1,
      // Adding 0 makes 0 of -0.
      range: range === null ? NaN : range + 0, power: power ?? NaN, firstPath: firstPath ?? NaN,
      truth: truth === null ? NaN : truth + 0, deviation: deviation ?? NaN,
    }
  }

  /** @param {Record<string, number>} row */
  #accept(row) {
    if (row.time < this.#last) {
      throw new Fault('time-backwards', `t_s is ${row.time} after ${this.#last}`)
    }
    this.#last = row.time
    this.#accepted += 1
    if (eventOf(row.kind) === 0 || Number.isNaN(row.range) && Number.isNaN(row.power)) {
      this.#rows.push(row)
      return
    }
    // First the sample, then the event.
    this.#rows.push({ ...row, kind: kindOf(radioOf(row.kind)) })
    this.#rows.push({ ...row, range: NaN, power: NaN, firstPath: NaN, channel: -1, deviation: NaN })
  }

  /** @param {Fault} fault @param {number} line */
  #reject({ reason, message }, line) {
    const known = this.#rejections.get(reason) ?? { reason, count: 0, lines: [], example: message }
    known.count += 1
    if (known.lines.length < 5) known.lines.push(line)
    this.#rejections.set(reason, known)
  }

  finish() {
    if (this.#peers.size > 1) {
      throw new Error(`the trace holds ${this.#peers.size} links; make a file of one: `
        + 'lubdub import TRACE --peer NAME -o ONE.csv')
    }
    if (this.#accepted === 0) {
      const [first] = this.#rejections.values()
      throw new Error(first ? `no row could be used: ${first.example}` : 'the trace has no rows')
    }
    const rows = this.#rows
    const column = (/** @type {string} */ name) => Float64Array.from(rows, row => row[name])
    const rejections = [...this.#rejections.values()].sort((a, b) => (a.reason < b.reason ? -1 : 1))
    return {
      rows: {
        count: rows.length, times: column('time'), kinds: Uint8Array.from(rows, row => row.kind),
        ranges: column('range'), powers: column('power'), firstPathPowers: column('firstPath'),
        channels: Int16Array.from(rows, row => row.channel), truths: column('truth'),
        deviations: column('deviation'),
      },
      reading: {
        format: this.format, accepted: this.#accepted,
        rejected: rejections.reduce((sum, one) => sum + one.count, 0), rejections, warnings: this.#warnings,
      },
    }
  }
}

/** @param {number | null} x */
const isAbsentDistance = x => x !== null && (Number.isNaN(x) || x === -1)

/** @param {number | null} x */
const isAbsentLevel = x => x !== null && (Number.isNaN(x) || x === 127 || x === 0)

/** @param {number} time */
function checkTime(time) {
  if (!Number.isFinite(time)) throw new Fault('not-finite', `t_s is ${time}`)
  if (Math.abs(time) <= 1e11) return
  throw new Fault('implausible-time', `t_s is ${time}, perhaps in milliseconds or nanoseconds`)
}

/** @param {number | null} value @param {string} role */
function checkRange(value, role) {
  if (value === null || !(value > -1 && value < 0)) checkDistance(value, role)
}

/** @param {number | null} value @param {string} role */
function checkDistance(value, role) {
  if (value === null) return
  if (!Number.isFinite(value)) throw new Fault('not-finite', `${role} is ${value}`)
  if (value < 0) throw new Fault('negative-range', `${role} is ${value}`)
  if (value > 1e6) throw new Fault('implausible-range', `${role} is ${value}`)
}

/** @param {number | null} value @param {string} role */
function checkLevel(value, role) {
  if (value === null) return
  if (!Number.isFinite(value)) throw new Fault('not-finite', `${role} is ${value}`)
  if (value === 127) throw new Fault('signal-not-available', `${role} is 127`)
  if (!(value < 0 && value >= -130)) throw new Fault('implausible-signal', `${role} is ${value}`)
}
