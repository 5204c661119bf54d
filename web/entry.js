// What the page can show: a trace with its run, or a haptic file.
import { decodeText, fromBase64 } from './bytes.js'
import { EngineError } from './engine.js'
import { bytesOf, noRows, rowsOf } from './rows.js'
import { lowerBound } from './scale.js'
import { sessionOf } from './session.js'
import { rateOf } from './track-pulse.js'

export class Entry {
  /** The run that later ones are compared with; null until settings were moved.
   * @type {import('./session.js').Session | null} */
  reference = null
  /** Where it can be run and exported; null until it is asked for.
   * @type {Promise<import('./engines.js').Source> | null} */
  source = null
  /** What each format would lose of a haptic file.
   * @type {string[][]} */
  losses = []
  /** The settings of its last run in the page, as JSON. */
  ran = ''

  /** @param {object} content @param {'trace' | 'pattern'} content.kind @param {string} content.name of the file
   * @param {import('./rows.js').Rows} content.rows none of a haptic file @param {import('./session.js').Session} content.session
   * @param {any} content.reading what became of the lines, or what was lost of a haptic file
   * @param {any} content.input what a document says about the trace
   * @param {import('./live.js').Felt[]} [content.felt] who of several links was felt, on the trace's clock
   * @param {any} [content.heart] that gives the tempo @param {string[]} [content.pulse] the words that name the heart on the command line */
  constructor({ kind, name, rows, session, reading, input, felt, heart, pulse }) {
    this.kind = kind
    this.name = name
    this.session = session
    /** The run that it came with. */
    this.first = session
    this.reading = reading
    this.input = input
    this.felt = felt
    this.heart = heart
    this.pulse = pulse ?? []
    this.rate = rateOf(heart)
    this.rows = rows
    this.times = rows.sinceStart
  }

  /** @param {import('./engines.js').Source} source of its rows @param {any} settings
   * @param {number} ahead how long after the last row beats are planned, in seconds */
  run(source, settings, ahead) {
    const { input, heart } = this
    return source.run({ settings, input, explain: true, ahead, heart, truthEdges: this.trueEdges })
  }

  /** What the truth is cut by in every run, so that edges that are moved are judged by one truth: the edges of the
   * first run. */
  get trueEdges() {
    return this.first.document.configuration?.zones?.edges
  }

  /** Whether it is a live link that is felt now, of several. */
  get isFelt() { return this.felt?.at(-1)?.peer === this.name }

  /** The run before, where its settings were others. */
  get ghost() {
    const { reference } = this
    return reference && JSON.stringify(reference.document.configuration)
      !== JSON.stringify(this.session.document.configuration) ? reference : null
  }
}

/** The sessions that the tool wrote into the page.
 * @param {any[]} sessions */
export function entriesOf(sessions) {
  return sessions.map(({ name, rows, parts, reading, input, heart, pulse }) => new Entry({
    kind: 'trace', name, reading, input, heart, pulse,
    rows: rowsOf(column => bytesOf(rows[column] ?? '')),
    session: sessionOf(new Map(Object.entries(parts).map(
      ([part, text]) => [part, fromBase64(/** @type {string} */ (text))]))),
  }))
}

/** What the actuator does is drawn from so many samples a second, ... The acceleration of the usual one, which is as
 * strong at each frequency, is its drive. */
const drawnRate = 8000
/** ... for patterns that are not longer, in seconds. */
const longestDrawn = 120

/** @param {string} name @param {import('./engine.js').Parts} parts that the engine has read
 * @param {import('./engines.js').Source} source @param {string[][]} losses */
export async function patternOf(name, parts, source, losses) {
  const text = (/** @type {string} */ part) => decodeText(parts.get(part) ?? new Uint8Array())
  const session = sessionOf(parts)
  const entry = new Entry({
    kind: 'pattern', name, rows: noRows, session, input: {},
    reading: {
      kind: text('kind'), loss: JSON.parse(text('loss') || '{}').losses ?? [],
      findings: JSON.parse(text('findings') || '[]'),
    },
  })
  entry.source = Promise.resolve(source)
  entry.losses = [...losses, ['wav', text('soundLossText') || 'nothing']]
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
    this.rate = entry.rate
    const start = entry.rows.times[0]
    /** @type {import('./live.js').Felt[]} who of several links was felt, since the first row */
    this.felt = entry.felt?.map(({ t_s, peer }) => ({ t_s: t_s - start, peer })) ?? this.session.document.felt ?? []
    const isTrace = entry.kind === 'trace'
    // A haptic file may say anything about its origin; only the pattern of it is shown.
    const zones = isTrace ? this.session.document.configuration?.zones ?? {} : {}
    /** @type {number[]} */ this.edges = [zones.edges ?? []].flat()
    /** @type {string[]} */ this.zoneNames = zones.names ?? this.edges.concat(0).map((_, i) => `${i}`)
    const { events, document } = this.session
    const last = isTrace ? this.times.at(-1) ?? 0
      : events.time.reduce((end, time, i) => Math.max(end, time + events.duration[i] + 0.1), 0)
    this.duration = Math.max(document.duration_s ?? 0, last)
  }

  /** @param {number | null} zone */
  zoneName(zone) {
    return zone === null ? 'none' : this.zoneNames[zone] ?? `${zone}`
  }

  /** The last row at or before a time; -1 for none.
   * @param {number} time */
  rowAt(time) {
    return lowerBound(this.times, time + 1e-9) - 1
  }
}
