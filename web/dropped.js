// The content of files that were dropped on the page.
import { Source } from './engines.js'
import { entryOfTrace, patternOf } from './entry.js'
import { lossesOf } from './losses.js'
import { readDropped } from './reading.js'
import { RemoteEngine } from './worker.js'

const mostReadHere = 1_000_000 // larger files are read in a worker, so that the page answers meanwhile; in bytes

/** The content of a file: a trace, or the links of a log, or a haptic file.
 * @param {File} file @param {Options} options of a trace @param {Engines} engines
 * @param {(share: number, cancel: () => void) => void} onProgress of a large file
 * @param {number[]} trueEdges the true edges of present traces, so that figures are comparable @throws {Error} if it is neither a trace nor a haptic file */
export async function entriesOfFile(file, options, engines, onProgress, trueEdges) {
  const engine = file.size <= mostReadHere ? engines.here : await RemoteEngine.start(engines.module)
  const open = async (/** @type {Options} */ more) => {
    if (!(engine instanceof RemoteEngine)) return readDropped(file, { ...options, ...more }, engine)
    return engine.call('open', [file, { ...options, ...more }], share => onProgress(share, () => engine.end('reading was cancelled')))
  }
  const dropped = await open({})
  if (dropped.kind === 'table') return dropped
  if (dropped.kind === 'pattern') {
    const source = new Source(engine, dropped.id)
    return [await patternOf(file.name, dropped.parts, source, await lossesOf(source))]
  }
  const entryOf = (/** @type {string} */ name, /** @type {DroppedTrace} */ trace, /** @type {Options} */ more) => {
    const entry = entryOfTrace(name, trace, { file: file.name, words: wordsOf({ ...options, ...more }), trueEdges })
    entry.source = Promise.resolve(new Source(engine, trace.id))
    return entry
  }
  const first = entryOf(file.name, dropped, {})
  if (options.peer || file.size > mostReadAgain) return [first]
  return [first, ...(await linksOf(dropped, open)).map(({ name, trace }) => entryOf(`${file.name}: ${name}`, trace, { peer: name }))]
}

/** @param {Options} options @returns the command-line options that read a file with these options */
function wordsOf({ columns, pattern, decimalComma, thousands = '', sort, mendClock = 'mend', lag, rate, peer }) {
  const words = {
    '--columns': columns, '--pattern': pattern, '--decimal': decimalComma || thousands ? `${decimalComma ? ',' : '.'}${thousands}` : '', '--reorder': sort ? 'all' : '',
    '--mend-clock': mendClock === 'mend' ? '' : mendClock, '--lag': lag, '--rate': rate ? `${rate}` : '', '--peer': peer,
  }
  return Object.entries(words).flatMap(([name, value]) => (value ? [name, value] : []))
}

/** The other links of a log.
 * @param {DroppedTrace} busiest @param {(options: Options) => Promise<Dropped>} open reads the log again
 * @returns {Promise<{name: string, trace: DroppedTrace}[]>} empty if there is only one link */
async function linksOf({ reading }, open) {
  const links = (reading.peers ?? []).filter(({ rows }) => rows > 0).sort((a, b) => b.rows - a.rows)
  const found = []
  for (const { name } of links.slice(1, mostLinks)) {
    const trace = await open({ peer: name })
    if (trace.kind === 'trace') found.push({ name, trace })
  }
  return found
}

const mostLinks = 8 // the maximum number of links of a log that become sessions, the busiest first
const mostReadAgain = 20_000_000 // the links of a larger file are not read one by one, in bytes
