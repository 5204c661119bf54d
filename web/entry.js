// An item that the page can show: a trace with its run, or a haptic file.
import { textOf } from './bytes.js'
import { prepareSession } from './columns.js'
import { EngineError } from './engine.js'
import { longestHere } from './engines.js'
import { counting, withLabels } from './labels.js'
import { lossText } from './losses.js'
import { bytesOf, noRows, rowsOf } from './rows.js'
import { lowerBound } from './scale.js'
import { isSameOutcome, sessionOf, trueEdgesOf } from './session.js'
import { rateOf } from './track-pulse.js'
import { plainName } from './words.js'

export class Entry {
  /** @type {Promise<Source> | null} the source for runs and exports; null until first use */ source = null
  /** @type {string[][]} the losses of a haptic file in each format */ losses = []
  /** The parts of its last run in the page, as JSON: settings first. */ ran = ''
  /** @type {Session | null} the run that the last one is compared with */ reference = null
  /** The parts of that run, as JSON. */ #compared = ''
  /** Whether its last two runs had different settings and the same results. */ isIdle = false
  /** @type {Label[]} the labels of its newest rows */ #labels = []
  /** @type {Rows} as they were read, without labels */ #given

  /** @param {EntryContent} content */
  constructor({ kind, name, rows, session, reading, input, heart, pulse, file, words, trueEdges }) {
    this.kind = kind
    this.name = plainName(name)
    this.session = session
    /** The edges for the truth in every run, so that moved edges are scored by one truth, unless other edges were chosen. */
    this.trueEdges = trueEdges ?? trueEdgesOf(session)
    this.reading = reading
    this.input = input
    this.heart = heart
    this.pulse = pulse ?? []
    this.file = file ?? name
    /** The command-line options that read the file. */ this.words = words ?? []
    this.rate = rateOf(heart)
    this.rows = rows
    /** The rows of the next run. */ this.newest = rows
    this.#given = rows
  }

  get times() { return this.rows.sinceStart }

  /** @param {Step} step @param {any} base the settings at first @returns the inputs of its run */
  partsOf({ held, truth, labels, reference, against }, base) {
    return { held, truth, labels: counting(labels[this.name] ?? []), reference: reference ?? base, against: against ?? truth }
  }

  /** @param {Label[]} labels that its rows are to have */
  label(labels) {
    if (JSON.stringify(labels) === JSON.stringify(this.#labels)) return
    this.#labels = labels
    this.#take()
  }

  /** Takes newer rows, of a recording that grows.
   * @param {Trace} trace */
  grow({ rows, reading, input }) {
    this.#given = rows
    Object.assign(this, { reading, input })
    this.#take()
  }

  #take() {
    this.source?.then(source => source.release())
    Object.assign(this, { newest: withLabels(this.#given, this.#labels), source: null, ran: '' })
    this.#compared = ''
  }

  /** @param {Source} source of its rows @param {any} settings @param {number} ahead the time after the last row for which beats are planned, in seconds
   * @param {number[] | null} truth the edges for the truth; null for its own
   * @param {boolean} [explain] whether it adds the considered zone changes, which take half of the time of a long trace */
  run(source, settings, ahead, truth, explain = this.rows.count <= longestHere) {
    const { input, heart } = this
    return source.run({ settings, input, explain, ahead, heart, truthEdges: truth ?? this.trueEdges })
  }

  /** Adds the considered changes of zone to the run of a long trace.
   * @param {number} ahead in seconds */
  async consider(ahead) {
    const { session, ran, source } = this
    if (this.rows.count <= longestHere || session.considerations.length > 0 || !ran || !source) return
    const { held, truth } = JSON.parse(ran)
    session.considerations = sessionOf(await this.run(await source, held, ahead, truth, true)).considerations
  }

  /** Runs it with the current settings; before that, runs the compared settings if they differ.
   * @param {Source} source @param {ReturnType<Entry['partsOf']>} parts @param {number} ahead in seconds
   * @returns {Promise<boolean>} whether its rows are still the rows of the run @throws {EngineError} for rejected settings */
  async rerun(source, parts, ahead) {
    const { newest: rows } = this
    const { held, truth, labels, reference, against } = parts
    const compared = JSON.stringify([reference, against, labels])
    const isOther = JSON.stringify(reference) !== JSON.stringify(held)
    let before = compared === this.#compared ? this.reference : null
    if (!before && isOther) before = await prepared(await this.run(source, reference, 0, against), rows)
    const session = await prepared(await this.run(source, held, ahead, truth), rows)
    if (rows !== this.newest) return false
    this.#compared = compared
    const last = this.ran && rows === this.rows ? JSON.parse(this.ran) : null
    this.isIdle = last !== null && JSON.stringify(last) !== JSON.stringify(parts) && JSON.stringify({ ...last, held }) === JSON.stringify(parts)
      && isSameOutcome(this.session, session)
    Object.assign(this, { rows, session, reference: before ?? session, ran: JSON.stringify(parts) })
    return true
  }

  /** The run that the last one is compared with, if its settings differed. */
  get ghost() {
    const { reference } = this
    return reference && JSON.stringify(reference.document.configuration)
      !== JSON.stringify(this.session.document.configuration) ? reference : null
  }
}

/** @param {Parts} parts of a run @param {Rows} rows @returns {Promise<Session>} ready to be drawn */
async function prepared(parts, rows) {
  const session = sessionOf(parts)
  await prepareSession(session, rows)
  return session
}

/** @param {string} name @param {Trace} trace @param {Partial<EntryContent>} more @returns a trace before its first run */
export const entryOfTrace = (name, { rows, reading, input }, more) =>
  new Entry({ kind: 'trace', name, rows, session: sessionOf(new Map()), reading, input, ...more })

/** @param {any[]} sessions @returns the sessions that the tool wrote into the page */
export function entriesOf(sessions) {
  return sessions.map(({ rows, parts, ...rest }) => new Entry({
    ...rest, kind: 'trace',
    rows: rowsOf(column => bytesOf(rows[column] ?? '')),
    session: sessionOf(new Map(Object.entries(parts).map(([part, text]) => [part, bytesOf(/** @type {string} */ (text))]))),
  }))
}

/** The samples per second for drawing the actuator, ... The acceleration of the usual actuator, which is as
 * strong at each frequency, is its drive. */
const drawnRate = 8000
const longestDrawn = 120 // ... for patterns that are not longer, in seconds

/** @param {string} name @param {Parts} parts that the engine has read @param {Source} source @param {string[][]} losses */
export async function patternOf(name, parts, source, losses) {
  const session = sessionOf(parts)
  const entry = new Entry({
    kind: 'pattern', name, rows: noRows, session, input: {},
    reading: { kind: textOf(parts, 'kind'), loss: JSON.parse(textOf(parts, 'loss') || '{}').losses ?? [], findings: JSON.parse(textOf(parts, 'findings') || '[]') },
  })
  entry.source = Promise.resolve(source)
  entry.losses = [...losses, ['wav', lossText(parts, 'soundLossText')]]
  if (session.document.duration_s > longestDrawn) return entry
  try {
    const values = Float64Array.from(await source.samples({ sampleRate: drawnRate }))
    session.acceleration = { times: values.map((_, i) => i / drawnRate), values }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
  }
  return entry
}

export class View {
  /** @param {Entry} entry */
  constructor(entry) {
    this.name = entry.name
    this.kind = entry.kind
    this.rows = entry.rows
    this.times = entry.times
    this.session = entry.session
    this.ghost = entry.ghost
    /** @type {Overlay[]} */
    this.overlays = this.ghost ? [{ name: 'before', times: this.times, session: this.ghost, color: 'ghost' }] : []
    this.rate = entry.rate
    const isTrace = entry.kind === 'trace'
    // A haptic file may say anything about its origin; only the pattern of it is shown.
    const zones = isTrace ? this.session.document.configuration?.zones ?? {} : {}
    /** @type {number[]} */ this.edges = [zones.edges ?? []].flat()
    /** @type {string[]} */ this.zoneNames = (zones.names ?? this.edges.concat(0).map((_, i) => `${i}`)).map(plainName)
    const { events, document } = this.session
    const last = isTrace ? this.times.at(-1) ?? 0 : events.time.reduce((end, time, i) => Math.max(end, time + events.duration[i] + 0.1), 0)
    this.duration = Math.max(document.duration_s ?? 0, last)
  }

  /** @param {any} zones the settings of zones */
  setZones({ edges, names }) {
    this.edges = [edges].flat()
    this.zoneNames = names.map(plainName)
  }

  /** @param {number | null} zone */
  zoneName(zone) { return zone === null ? 'none' : this.zoneNames[zone] ?? `${zone}` }

  /** @param {number} time @returns the last row at or before a time; -1 for none */
  rowAt(time) { return lowerBound(this.times, time + 1e-9) - 1 }
}
