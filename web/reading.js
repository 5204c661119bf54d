// The kind of a dropped file: a trace, a haptic file, or a table with columns of other names.
import { joinedBytes, plainPieces } from './bytes.js'
import { badTrace, EngineError } from './engine.js'
import { importing } from './save.js'
import { noRow, readTrace } from './trace.js'

const mostOfHaptic = 100_000_000 // no haptic file is larger, in bytes
const previewed = 65_536 // the part of a table with other column names that is read, in bytes

/** Reads a file; also used in a worker.
 * @param {File} file @param {Options} options @param {Engine} engine
 * @param {(share: number) => void} [onShare] @returns {Promise<Dropped>} @throws {Error} if the file is neither */
export async function readDropped(file, options, engine, onShare) {
  try {
    const trace = await readTrace(engine, file, { name: file.name, ...options }, onShare)
    return { kind: 'trace', ...trace, id: engine.hold(trace.rows) }
  } catch (error) {
    if (!(error instanceof EngineError) || ![badTrace, noRow].includes(error.status) || options.columns || options.pattern) throw error
    return otherThanTrace(file, engine, error)
  }
}

/** @param {File} file @param {Engine} engine @param {EngineError} refusal of it as a trace @returns {Promise<Dropped>} */
async function otherThanTrace(file, engine, refusal) {
  const plain = await joinedBytes(plainPieces(file), mostOfHaptic)
  try {
    return { kind: 'pattern', ...engine.readFile(plain, file.name) }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    if (!/^(this is (trace|unknown|configuration)|the file is empty)/.test(error.message)) throw error
  }
  const table = engine.preview(plain.subarray(0, previewed)) ?? linesOf(plain.subarray(0, previewed))
  if (!table) throw new EngineError(`${plain.includes(0) ? 'this page does not read binary logs' : refusal.message}. ${importing(file.name)}`)
  if (refusal.status === noRow && !table.proposal) throw refusal
  return { kind: 'table', table, reason: refusal.message }
}

/** @param {Uint8Array} start of a file @returns {Table | null} the first lines of a text, as rows of a table without columns */
function linesOf(start) {
  if (start.includes(0)) return null
  const lines = new TextDecoder().decode(start).split(/\r?\n|\r/).filter(line => line.trim())
  return lines.length < 2 ? null : { titles: [], roles: [], units: {}, proposal: null, rows: lines.slice(0, 5).map(line => [line]) }
}
