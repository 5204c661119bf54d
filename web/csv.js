// The lines of a CSV trace: columns by the names in the header, in any order.
import { Fault, roles } from './row-values.js'

export class CSVLines {
  /** @type {string[] | null} */ #header = null
  #separator = ','

  /**
   * @param {string} line @param {number} place of it, from 1
   * @returns {import('./row-values.js').Values | null} null for the header
   */
  values(line, place) {
    if (this.#header) return this.#row(line, this.#header)
    this.#readHeader(line, place)
    return null
  }

  finish() {
    if (!this.#header) throw new Error('the file is empty')
  }

  /** @param {string} line @param {number} place */
  #readHeader(line, place) {
    this.#separator = [',', ';', '\t'].find(mark => line.includes(mark)) ?? ','
    const names = line.split(this.#separator).map(name => name.replace(/[" ]/g, '').toLowerCase())
    const isTrace = names.includes('t_s')
      && ['range_m', 'rssi_dbm', 'event'].some(name => names.includes(name))
    if (!isTrace) {
      throw new Error(`line ${place}: this is no trace; expected a CSV header with t_s and range_m, rssi_dbm or `
        + 'event, JSON lines with t_s, or a haptic file. Logs of devices become a trace by: '
        + 'lubdub import LOG -o TRACE.csv')
    }
    const repeated = roles.find(role => names.filter(name => name === role).length > 1)
    if (repeated) throw new Error(`line ${place}: the column ${repeated} appears twice`)
    this.#header = names
  }

  /** @param {string} line @param {string[]} header @returns {import('./row-values.js').Values} */
  #row(line, header) {
    const fields = split(line, this.#separator, header.length)
    if (fields.length < header.length || fields.slice(header.length).some(field => field !== '')) {
      throw new Fault('column-count', `${fields.length} columns where the header has ${header.length}`)
    }
    const field = (/** @type {string} */ role) => {
      const text = fields[header.indexOf(role)] ?? ''
      return /^(na|<na>|n\/a|null|none|nil)$/i.test(text) ? '' : text
    }
    const word = (/** @type {string} */ role) => (/^nan$/i.test(field(role)) ? '' : field(role))
    const measured = (/** @type {string} */ role) => number(field(role), role, true)
    const t = number(field('t_s'), 't_s', false)
    if (t === null) throw new Fault('missing-time', '')
    return {
      t, range: measured('range_m'), power: measured('rssi_dbm'), firstPath: measured('fp_power_dbm'),
      truth: measured('truth_m'), deviation: measured('sd_m'), peer: field('peer'),
      get event() { return word('event') },
      get source() { return word('source') },
      get channel() { return number(word('channel'), 'channel', false) },
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
