// Reads a trace with the reader of the tool, which is in the engine.
import { plainPieces, textOf } from './bytes.js'
import { EngineError } from './engine.js'
import { rowsOf } from './rows.js'

export const noRow = -1 // the status of a trace without usable rows

/** The parts of an answer, by the names of columns. */
const columnParts = /** @type {Record<string, string>} */ ({
  times: 'time', kinds: 'kind', ranges: 'range', powers: 'power', firstPathPowers: 'first_path_power',
  channels: 'channel', truths: 'truth', deviations: 'deviation',
})

/** Reads a trace, plain or compressed, piece by piece. Of several links the busiest is read.
 * @param {Engine} engine @param {Blob} file @param {Options} options
 * @param {(share: number) => void} [onShare] called with the share that is read @throws {Error} if the file is not a trace */
export async function readTrace(engine, file, options, onShare) {
  const first = await readOnce(engine, file, options, onShare)
  const peer = textOf(first, 'link')
  const found = peer ? await readOnce(engine, file, { ...options, peer }, onShare) : first
  const reading = JSON.parse(textOf(found, 'report'))
  if (reading.accepted === 0) {
    const [rejection] = reading.rejections
    throw new EngineError(rejection ? `no row could be used: ${rejection.example}` : 'the trace has no rows', noRow)
  }
  if (peer) reading.findings.unshift({ severity: 'note', code: 'link', message: textOf(first, 'note') })
  return { rows: rowsOf(column => found.get(columnParts[column]) ?? new Uint8Array()), reading, input: JSON.parse(textOf(found, 'input')) }
}

/** @param {Engine} engine @param {Blob} file @param {Options} options @param {(share: number) => void} [onShare] */
async function readOnce(engine, file, options, onShare = () => {}) {
  const id = engine.beginReading(options)
  try {
    for await (const piece of plainPieces(file, count => onShare(count / file.size))) engine.feedReading(id, piece)
    return engine.finishReading(id)
  } finally {
    engine.endReading(id)
  }
}

/** Points of the path: a time in seconds and a distance in meters. */
const way = [[0, 3.2], [6, 3], [14, 1.4], [20, 1.3], [27, 0.35], [30, 0.12], [33, 0.02], [40, 0.02], [46, 0.6], [54, 3.5]]

/** The trace as CSV: five ranges per second, with the same errors each time. */
export function exampleTrace() {
  let seed = 7
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647
  const lines = ['t_s,range_m,truth_m']
  for (let i = 0; i <= 270; i++) {
    const t = i / 5
    const next = Math.max(1, way.findIndex(([time]) => time >= t))
    const [[from, a], [to, b]] = [way[next - 1], way[next]]
    const share = (t - from) / (to - from)
    const truth = a + (b - a) * share * share * (3 - 2 * share)
    const error = (random() + random() + random() - 1.5) * 0.1 + (random() < 0.02 ? 2 : 0)
    lines.push([t.toFixed(1), Math.max(0, truth + error).toFixed(3), truth.toFixed(3)].join())
  }
  return `${lines.join('\n')}\n`
}
