// What files that were dropped on the page show.
import { prepareSession } from './columns.js'
import { Source } from './engines.js'
import { Entry, patternOf } from './entry.js'
import { lossesOf } from './losses.js'
import { readDropped } from './reading.js'
import { sessionOf } from './session.js'
import { RemoteEngine } from './worker.js'

const mostReadHere = 1_000_000 // larger files are read in a worker, so that the page answers meanwhile; in bytes

/** What a file shows: a trace, of a log each of its links, or a haptic file.
 * @param {File} file @param {Options} options of a trace @param {Engines} engines @param {any} settings of the run
 * @param {(share: number, cancel: () => void) => void} onProgress of a large file
 * @param {number[] | null} [trueEdges] those of the traces that are there, so that figures compare @throws {Error} for what is neither a trace nor a haptic file */
export async function entriesOfFile(file, options, engines, settings, onProgress, trueEdges) {
  const engine = file.size <= mostReadHere ? engines.here : await RemoteEngine.start(engines.module)
  const open = async (/** @type {Options} */ more) => {
    if (!(engine instanceof RemoteEngine)) return readDropped(file, { ...options, ...more }, engine)
    return engine.call('open', [file, { ...options, ...more }], share => onProgress(share, () => engine.end('reading was cancelled')))
  }
  const dropped = await open({})
  if (dropped.kind === 'table') return dropped
  const source = new Source(engine, dropped.id)
  if (dropped.kind === 'pattern') return [await patternOf(file.name, dropped.parts, source, await lossesOf(source))]
  const like = (/** @type {Options} */ more) => ({ file: file.name, words: wordsOf({ ...options, ...more }), trueEdges })
  const first = await entryOfTrace(file.name, { ...dropped, source }, engines, settings, 0, like({}))
  if (options.peer || file.size > mostReadAgain) return [first]
  const others = await linksOf(dropped, open)
  return [first, ...await Promise.all(others.map(({ name, trace }) =>
    entryOfTrace(`${file.name}: ${name}`, { ...trace, source: new Source(engine, trace.id) }, engines, settings, 0, like({ peer: name }))))]
}

/** @param {Options} options @returns the words that read a file so on the command line */
function wordsOf({ columns, pattern, decimalComma, thousands = '', sort, mendClock = 'mend', lag, rate, peer }) {
  const words = {
    '--columns': columns, '--pattern': pattern, '--decimal': decimalComma || thousands ? `${decimalComma ? ',' : '.'}${thousands}` : '', '--reorder': sort ? 'all' : '',
    '--mend-clock': mendClock === 'mend' ? '' : mendClock, '--lag': lag, '--rate': rate ? `${rate}` : '', '--peer': peer,
  }
  return Object.entries(words).flatMap(([name, value]) => (value ? [name, value] : []))
}

/** The other links of a log.
 * @param {DroppedTrace} busiest @param {(options: Options) => Promise<Dropped>} open reads the log again
 * @returns {Promise<{name: string, trace: DroppedTrace}[]>} none where there is one link */
async function linksOf({ reading }, open) {
  const links = (reading.peers ?? []).filter(({ rows }) => rows > 0).sort((a, b) => b.rows - a.rows)
  const found = []
  for (const { name } of links.slice(1, mostLinks)) {
    const trace = await open({ peer: name })
    if (trace.kind === 'trace') found.push({ name, trace })
  }
  return found
}

const mostLinks = 8 // of so many links of a log each is a session of its own, the busiest first
const mostReadAgain = 20_000_000 // the links of a larger file are not read one by one, in bytes

/** A trace that was read, and its run.
 * @param {string} name @param {Trace & {source?: Source}} trace with what holds it already @param {Engines} engines @param {any} settings
 * @param {number} [ahead] how long after the last row beats are planned, in seconds
 * @param {{heart?: any, pulse?: string[], file?: string, words?: string[], trueEdges?: number[] | null, truth?: string}} like the heart that gives the tempo and the words
 * that name it, how the file is read, and what the truth is cut by */
export async function entryOfTrace(name, { rows, reading, input, source: holder }, engines, settings, ahead = 0, like = {}) {
  const { heart, pulse, words, trueEdges, truth = 'null' } = like
  const source = holder ?? await engines.hold(rows)
  const session = sessionOf(await source.run({ settings, input, explain: true, ahead, heart, truthEdges: JSON.parse(truth) ?? trueEdges }))
  await prepareSession(session, rows)
  const entry = new Entry({ kind: 'trace', name, rows, session, reading, input, heart, pulse, file: like.file, words, trueEdges })
  entry.source = Promise.resolve(source)
  entry.ran = JSON.stringify(settings)
  entry.truth = truth
  return entry
}
