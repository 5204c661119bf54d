// The lines of an NDJSON trace: one JSON object each, with members that are named as the columns of CSV.
import { Fault } from './row-values.js'

export class NDJSONLines {
  /**
   * @param {string} line
   * @returns {import('./row-values.js').Values}
   */
  values(line) {
    const members = membersOf(line)
    const member = (/** @type {string} */ name) => (Object.hasOwn(members, name) ? members[name] : null)
    const number = (/** @type {string} */ name) => {
      const value = member(name)
      if (value !== null && typeof value !== 'number') throw new Fault('not-a-number', `${name} is no number`)
      return value
    }
    const text = (/** @type {string} */ name) => {
      const value = member(name)
      if (value === null || Number.isNaN(value)) return ''
      if (Number.isFinite(value)) return String(value)
      if (typeof value !== 'string') throw new Fault('not-text', `${name} is no text`)
      return value
    }
    const t = number('t_s')
    if (t === null) throw new Fault('missing-time', '')
    return {
      t, range: number('range_m'), power: number('rssi_dbm'), firstPath: number('fp_power_dbm'),
      truth: number('truth_m'), deviation: number('sd_m'),
      get event() { return text('event') },
      get source() { return text('source') },
      get channel() {
        const channel = number('channel')
        return Number.isNaN(channel) ? null : channel
      },
      get peer() { return text('peer') },
    }
  }

  finish() {}
}

/**
 * Whether a line is the first of an NDJSON trace.
 * @param {string} line
 */
export function isNDJSON(line) {
  try {
    return Object.hasOwn(membersOf(line), 't_s')
  } catch {
    return false
  }
}

/** A text in quotes with the colon that makes it a name, a bracket, or a number that JSON does not have. */
const token = /"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]|-?\bInfinity\b|\bNaN\b|-?\d[\d.eE+-]*/g

/**
 * The members of an object, by the rules of RFC 8259 with the numbers that Python writes beside it.
 * @param {string} line
 * @returns {Record<string, any>}
 */
function membersOf(line) {
  /** @type {Set<string>[]} */ const names = []
  const special = /** @type {Record<string, number>} */ ({ NaN, Infinity, '-Infinity': -Infinity })
  const mark = '\uE000'
  const plain = line.replace(token, word => {
    if (word === '{' || word === '[') names.push(new Set())
    if (word === '}' || word === ']') names.pop()
    if (word in special) return `"${mark}${word}"`
    if (/^-?\d/.test(word) && !Number.isFinite(Number(word))) throw new Fault('not-json', `${word} is beyond the range`)
    if (word.endsWith(':')) {
      const name = word.slice(0, -1).trimEnd()
      if (names.at(-1)?.has(name)) throw new Fault('not-json', `the member ${name} appears twice`)
      names.at(-1)?.add(name)
    }
    return word
  })
  let value
  try {
    value = JSON.parse(plain, (_, one) => (
      typeof one === 'string' && one[0] === mark && one.slice(1) in special ? special[one.slice(1)] : one))
  } catch {
    throw new Fault('not-json', 'the line is no JSON')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Fault('not-json', '')
  return value
}
