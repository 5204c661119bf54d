// Files that were dropped on the page: traces and haptic files.
import { decodeText, unpacked } from './bytes.js'
import { EngineError } from './engine.js'
import { Entry, patternOf } from './entry.js'
import { lossesOf } from './losses.js'
import { sessionOf } from './session.js'
import { Source } from './source.js'
import { readTrace } from './trace.js'
import { RemoteEngine } from './worker.js'

/** Larger files are read in a worker, so that the page answers meanwhile; in bytes. */
const mostReadHere = 1_000_000

/**
 * A file, read and run.
 * @param {File} file @param {import('./engines.js').Engines} engines
 * @param {any} settings of the run @param {string[]} formats whose losses are told
 * @param {(share: number, cancel: () => void) => void} onProgress of a large file
 * @returns {Promise<Entry>}
 * @throws {Error} for what is neither a trace nor a haptic file
 */
export async function entryOfFile(file, engines, settings, formats, onProgress) {
  if (file.size <= mostReadHere) {
    return entryOfDropped(file.name, await readDropped(file, engines.here), engines.here, engines, settings, formats)
  }
  const engine = await RemoteEngine.start(engines.module)
  const dropped = await engine.open(file, share => onProgress(share, () => engine.end('reading was cancelled')))
  return entryOfDropped(file.name, dropped, engine, engines, settings, formats)
}

/**
 * @param {string} name @param {Dropped} dropped
 * @param {import('./source.js').AnyEngine} engine that holds a haptic file
 * @param {import('./engines.js').Engines} engines @param {any} settings @param {string[]} formats
 */
async function entryOfDropped(name, dropped, engine, engines, settings, formats) {
  const source = dropped.id === undefined ? undefined : new Source(engine, dropped.id)
  if (dropped.kind === 'trace') return entryOfTrace(name, { ...dropped, source }, engines, settings)
  if (!source) throw new Error('the engine does not hold the file')
  return patternOf(name, dropped.parts, source, await lossesOf(source, formats))
}

/**
 * A trace, and where it is held already.
 * @typedef {{rows: import('./rows.js').Rows, reading: import('./trace.js').Reading, source?: Source}} Trace
 */

/**
 * A trace that was read, and its run.
 * @param {string} name @param {Trace} trace
 * @param {import('./engines.js').Engines} engines @param {any} settings
 * @param {number} [ahead] how long after the last row beats are planned, in seconds
 * @param {{heart?: any, pulse?: string[]}} tempo the heart that gives it, and the words that name it
 */
export async function entryOfTrace(name, { rows, reading, source: holder }, engines, settings, ahead = 0, { heart, pulse } = {}) {
  const input = inputOf(name, reading)
  const source = holder ?? await engines.hold(rows)
  const session = sessionOf(await source.run({ settings, input, explain: true, ahead, heart }))
  const entry = new Entry({ kind: 'trace', name, rows, session, reading, input, heart, pulse })
  entry.source = Promise.resolve(source)
  entry.ran = JSON.stringify(settings)
  return entry
}

/**
 * @typedef {{kind: 'trace', id?: number, rows: import('./rows.js').Rows, reading: import('./trace.js').Reading}
 *   | {kind: 'pattern', id: number, parts: import('./engine.js').Parts}} Dropped
 *   held by the engine under `id`: a haptic file, and a trace that a worker has read
 */

/**
 * Reads a file; also what a worker does.
 * @param {File} file
 * @param {import('./engine.js').Engine} engine
 * @param {(share: number) => void} [onProgress]
 * @returns {Promise<Dropped>}
 * @throws {Error} for what is neither
 */
export async function readDropped(file, engine, onProgress) {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const isPacked = start[0] === 0x1f && start[1] === 0x8b
  const plain = isPacked ? await unpacked(file, 'gzip') : new Uint8Array(await file.arrayBuffer())
  try {
    return { kind: 'pattern', ...engine.readFile(plain, file.name) }
  } catch (error) {
    const isNoPattern = error instanceof EngineError
      && /^(this is (trace|unknown|configuration)|the file is empty)/.test(error.message)
    if (!isNoPattern) throw error
  }
  return { kind: 'trace', ...readTrace(decodeText(plain), onProgress) }
}

/**
 * What a document says about a trace that was read here.
 * @param {string} name @param {import('./trace.js').Reading} reading
 */
function inputOf(name, { format, accepted, rejected, rejections }) {
  return {
    name, format, rows_accepted: accepted, rows_rejected: rejected,
    rejected: rejections.map(({ reason, count, lines }) => ({ reason, count, first_lines: lines })),
  }
}
