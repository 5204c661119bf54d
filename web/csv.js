// Reads a dropped trace: CSV by the rules of docs/traces.md, row by row as the tool reads it. A file that
// holds several links or recordings, NDJSON and device logs are for `lubdub import`.
import { eventNames, sources } from './rows.js'

/**
 * @typedef {object} Reading what became of the lines
 * @property {number} accepted
 * @property {number} rejected
 * @property {{reason: string, count: number, lines: number[], example: string}[]} rejections
 * @property {string[]} warnings
 */

const roles = [
  't_s', 'source', 'range_m', 'rssi_dbm', 'truth_m', 'event', 'fp_power_dbm', 'channel', 'peer',
  'sd_m',
]

/**
 * @param {string} text
 * @returns {{rows: import('./rows.js').Rows, reading: Reading}}
 */
export function readTrace(text) {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const isClosed = lines.at(-1) === ''
  if (isClosed) lines.pop()
  const reader = new TraceReader()
  lines.forEach((line, i) => reader.read(line, i + 1, isClosed || i + 1 < lines.length))
  return reader.finish()
}

/** Why a row is not taken. */
class Fault extends Error {
  /** @param {string} reason @param {string} found */
  constructor(reason, found) {
    super(found)
    this.reason = reason
  }
}

class TraceReader {
  /** @type {string[] | null} */ #header = null
  #separator = ','
  #last = -Infinity
  /** @type {Record<string, number>[]} */ #rows = []
  #accepted = 0
  #peers = new Set()
  /** @type {Map<string, {reason: string, count: number, lines: number[], example: string}>} */
  #rejections = new Map()
  /** @type {string[]} */ #warnings = []

  /** @param {string} line @param {number} number @param {boolean} isClosed */
  read(line, number, isClosed) {
    if (/^[ \t]*$/.test(line) || line.startsWith('#') || /^sep=/i.test(line)) return
    if (!this.#header) return this.#readHeader(line, number)
    try {
      if (!isClosed) {
        this.#warnings.push('the last line has no line end and may be cut')
        if (line.endsWith('.')) throw new Fault('damaged', 'the line ends within a number')
      }
      this.#accept(this.#row(line))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      this.#reject(error, number)
    }
  }

  /** @param {string} line @param {number} number */
  #readHeader(line, number) {
    this.#separator = [',', ';', '\t'].find(mark => line.includes(mark)) ?? ','
    const names = line.split(this.#separator).map(name => name.replace(/[" ]/g, '').toLowerCase())
    const isTrace = names.includes('t_s')
      && ['range_m', 'rssi_dbm', 'event'].some(name => names.includes(name))
    if (!isTrace) {
      throw new Error(`line ${number}: this is no CSV trace; expected a header with t_s and range_m, `
        + 'rssi_dbm or event. Logs of devices become one by: lubdub import LOG -o TRACE.csv')
    }
    const repeated = roles.find(role => names.filter(name => name === role).length > 1)
    if (repeated) throw new Error(`line ${number}: the column ${repeated} appears twice`)
    this.#header = names
  }

  /** @param {string} line @returns {Record<string, number>} */
  #row(line) {
    const header = /** @type {string[]} */ (this.#header)
    const fields = split(line, this.#separator, header.length)
    if (fields.length < header.length || fields.slice(header.length).some(field => field !== '')) {
      throw new Fault('column-count', `${fields.length} columns where the header has ${header.length}`)
    }
    const field = (/** @type {string} */ role) => {
      const text = fields[header.indexOf(role)] ?? ''
      return /^(na|n\/a|null|none|nil)$/i.test(text) ? '' : text
    }
    const t = number(field('t_s'), 't_s', false)
    if (t === null) throw new Fault('missing-time', '')
    const row = {
      t, range: number(field('range_m'), 'range_m', true),
      power: number(field('rssi_dbm'), 'rssi_dbm', true),
      firstPath: number(field('fp_power_dbm'), 'fp_power_dbm', true),
      truth: number(field('truth_m'), 'truth_m', true),
      deviation: number(field('sd_m'), 'sd_m', true),
    }
    const named = isNaNWord(field('event')) ? '' : field('event')
    const event = named === '' ? 0 : eventNames.indexOf(named)
    if (event < 0) throw new Fault('unknown-event', `event is "${named}"`)
    const isAbsentDistance = (/** @type {number | null} */ x) => x !== null && (Number.isNaN(x) || x === -1)
    const isAbsentLevel = (/** @type {number | null} */ x) =>
      x !== null && (Number.isNaN(x) || x === 127 || x === 0)
    const hasRange = row.range !== null && !isAbsentDistance(row.range)
    const hasPower = row.power !== null && !isAbsentLevel(row.power)
    if (hasRange || hasPower || event > 0) {
      if (isAbsentDistance(row.range)) row.range = null
      if (isAbsentLevel(row.power)) row.power = null
    }
    if (isAbsentLevel(row.firstPath)) row.firstPath = null
    if (isAbsentDistance(row.truth)) row.truth = null
    if (row.deviation !== null && !(row.deviation >= 0 && row.deviation <= 1e6)) row.deviation = null
    const source = isNaNWord(field('source')) ? '' : field('source').toLowerCase()
    if (source !== '' && !sources.includes(source)) throw new Fault('unknown-source', `source is "${source}"`)
    const isSignal = row.range === null && row.power !== null
    const radio = source === '' ? Number(isSignal) : sources.indexOf(source)
    const channel = channelOf(isNaNWord(field('channel')) ? '' : field('channel'))
    if (field('peer') !== '') this.#peers.add(field('peer'))
    checkTime(t)
    checkDistance(row.range, 'range_m')
    checkLevel(row.power, 'rssi_dbm')
    checkLevel(row.firstPath, 'fp_power_dbm')
    checkDistance(row.truth, 'truth_m')
    return {
      time: t, kind: event * 4 + radio, channel,
      // Adding 0 makes 0 of -0.
      range: row.range === null ? NaN : row.range + 0, power: row.power ?? NaN,
      firstPath: row.firstPath ?? NaN, truth: row.truth === null ? NaN : row.truth + 0,
      deviation: row.deviation ?? NaN,
    }
  }

  /** @param {Record<string, number>} row */
  #accept(row) {
    if (row.time < this.#last) {
      throw new Fault('time-backwards', `t_s is ${row.time} after ${this.#last}`)
    }
    this.#last = row.time
    this.#accepted += 1
    if (row.kind < 4 || Number.isNaN(row.range) && Number.isNaN(row.power)) {
      this.#rows.push(row)
      return
    }
    // First the sample, then the event.
    this.#rows.push({ ...row, kind: row.kind % 4 })
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
    if (!this.#header) throw new Error('the file is empty')
    if (this.#peers.size > 1) {
      throw new Error(`the trace holds ${this.#peers.size} links; make a file of one: `
        + 'lubdub import TRACE --peer NAME -o ONE.csv')
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
        accepted: this.#accepted, rejected: rejections.reduce((sum, one) => sum + one.count, 0),
        rejections, warnings: this.#warnings,
      },
    }
  }
}

/** @param {string} line @param {string} separator @param {number} count of columns */
function split(line, separator, count) {
  let fields = line.split(separator)
  if (fields.length !== count) {
    let isQuoted = false
    fields = ['']
    for (const mark of line) {
      if (mark === '"') isQuoted = !isQuoted
      if (mark === separator && !isQuoted) fields.push('')
      else fields[fields.length - 1] += mark
    }
  }
  return fields.map(field => {
    const bare = field.replace(/^[ \t]+|[ \t]+$/g, '')
    return bare.length >= 2 && bare.startsWith('"') && bare.endsWith('"') ? bare.slice(1, -1) : bare
  })
}

/** @param {string} text */
const isNaNWord = text => /^nan$/i.test(text)

/** @param {string} text @param {string} role @param {boolean} isMeasured */
function number(text, role, isMeasured) {
  const bare = text.replace(/^[ \t]+|[ \t]+$/g, '')
  if (bare === '') return null
  if (/^[+-]?nan$/i.test(bare)) {
    if (isMeasured) return NaN
    throw new Fault('not-finite', `${role} is "${text}"`)
  }
  if (/^[+-]?inf(inity)?$/i.test(bare)) throw new Fault('not-finite', `${role} is "${text}"`)
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(bare)) {
    throw new Fault('not-a-number', `${role} is "${text}"`)
  }
  const value = Number(bare)
  if (!Number.isFinite(value)) throw new Fault('not-finite', `${role} is "${text}"`)
  return value
}

/** @param {string} text */
function channelOf(text) {
  const value = number(text, 'channel', false)
  if (value === null) return -1
  if (!Number.isInteger(value) || value < 0 || value > 255) {
    throw new Fault('unknown-channel', `channel is "${text}"`)
  }
  return value
}

/** @param {number} time */
function checkTime(time) {
  if (Math.abs(time) <= 1e11) return
  throw new Fault('implausible-time', `t_s is ${time}, perhaps in milliseconds or nanoseconds`)
}

/** @param {number | null} value @param {string} role */
function checkDistance(value, role) {
  if (value === null) return
  if (Number.isNaN(value)) throw new Fault('not-finite', `${role} is NaN`)
  if (value < 0) throw new Fault('negative-range', `${role} is ${value}`)
  if (value > 1e6) throw new Fault('implausible-range', `${role} is ${value}`)
}

/** @param {number | null} value @param {string} role */
function checkLevel(value, role) {
  if (value === null) return
  if (Number.isNaN(value)) throw new Fault('not-finite', `${role} is NaN`)
  if (value === 127) throw new Fault('signal-not-available', `${role} is 127`)
  if (!(value < 0 && value >= -130)) throw new Fault('implausible-signal', `${role} is ${value}`)
}
