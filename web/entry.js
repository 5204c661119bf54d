// What the page can show: a trace with its run, or a haptic file.
import { textOf } from './bytes.js'
import { EngineError } from './engine.js'
import { lossText } from './losses.js'
import { bytesOf, noRows, rowsOf } from './rows.js'
import { lowerBound } from './scale.js'
import { sessionOf, trueEdgesOf } from './session.js'
import { rateOf } from './track-pulse.js'
import { plainName } from './words.js'

export class Entry {
  /** @type {Map<string, Session>} the run that later ones are compared with, by the truth that both were counted by; none until settings were moved */ references = new Map()
  /** The truth that its last run in the page was counted by, as JSON. */ truth = 'null'
  /** @type {Promise<Source> | null} where it can be run and exported; null until it is asked for */ source = null
  /** @type {string[][]} what each format would lose of a haptic file */ losses = []
  /** The settings of its last run in the page, as JSON. */ ran = ''

  /** @param {EntryContent} content */
  constructor({ kind, name, rows, session, reading, input, heart, pulse, file, words, trueEdges }) {
    this.kind = kind
    this.name = plainName(name)
    this.session = session
    /** What the truth is cut by in every run, so that edges that are moved are judged by one truth, unless another one was chosen. */
    this.trueEdges = trueEdges ?? trueEdgesOf(session)
    this.reading = reading
    this.input = input
    this.heart = heart
    this.pulse = pulse ?? []
    this.file = file ?? name
    /** The words that read the file so on the command line. */ this.words = words ?? []
    this.rate = rateOf(heart)
    this.rows = rows
    this.times = rows.sinceStart
  }

  /** @param {Source} source of its rows @param {any} settings @param {number} ahead how long after the last row beats are planned, in seconds
   * @param {number[] | null} truth the edges that the truth is cut by; null for its own */
  run(source, settings, ahead, truth) {
    const { input, heart } = this
    return source.run({ settings, input, explain: true, ahead, heart, truthEdges: truth ?? this.trueEdges })
  }

  /** Takes a run of other settings, or by another truth.
   * @param {Session} session @param {string} settings as JSON @param {string} truth as JSON */
  take(session, settings, truth) {
    if (this.references.size === 0) this.references.set(this.truth, this.session)
    Object.assign(this, { session, ran: settings, truth })
    if (!this.references.has(truth)) this.references.set(truth, session)
  }

  /** The run that its last one is compared with. */
  get reference() { return this.references.get(this.truth) ?? null }

  /** The run before, where its settings were others. */
  get ghost() {
    const { reference } = this
    return reference && JSON.stringify(reference.document.configuration)
      !== JSON.stringify(this.session.document.configuration) ? reference : null
  }
}

/** @param {any[]} sessions @returns the sessions that the tool wrote into the page */
export function entriesOf(sessions) {
  return sessions.map(({ rows, parts, ...rest }) => new Entry({
    ...rest, kind: 'trace',
    rows: rowsOf(column => bytesOf(rows[column] ?? '')),
    session: sessionOf(new Map(Object.entries(parts).map(([part, text]) => [part, bytesOf(/** @type {string} */ (text))]))),
  }))
}

/** What the actuator does is drawn from so many samples a second, ... The acceleration of the usual one, which is as
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
