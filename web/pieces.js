// A long trace in pieces: the visible part runs first, here, while the whole trace runs in a worker.
import { withColumns } from './rows.js'
import { lowerBound } from './scale.js'

const rowsOfPiece = 8_000 // the number of rows per task; more would block the page
const mostPieces = 4 // with more pieces, the whole run is as quick, and needs the processor
const warmUp = 2000 // the number of earlier rows that run with a piece, so that estimate and zone have settled at its start

/** The pieces of the visible part that are closest to a moment, the closest first, as ranges of rows.
 * @param {Float64Array} times @param {{from: number, to: number}} seen @param {number} center */
export function piecesOf(times, { from, to }, center) {
  const [first, end] = [Math.max(0, lowerBound(times, from) - 1), Math.min(times.length, lowerBound(times, to) + 1)]
  const middle = Math.min(end, Math.max(first, lowerBound(times, center)))
  const begin = Math.max(first, middle - rowsOfPiece / 2)
  const pieces = []
  for (let i = begin; i < end; i += rowsOfPiece) pieces.push({ first: i, end: Math.min(end, i + rowsOfPiece) })
  for (let i = begin; i > first; i -= rowsOfPiece) pieces.push({ first: Math.max(first, i - rowsOfPiece), end: i })
  const away = (/** @type {Piece} */ piece) => Math.abs((piece.first + piece.end) / 2 - middle)
  return pieces.sort((a, b) => away(a) - away(b)).slice(0, mostPieces)
}

/** @param {Rows} rows @param {Piece} piece @returns {Rows} the rows of a piece, with the rows before it */
export function rowsWithin(rows, { first, end }) {
  const from = Math.max(0, first - warmUp)
  return withColumns(rows, end - from, column => column.subarray(from, end))
}

/** A session with one piece from a new run; figures are still the old ones.
 * @param {Session} session @param {Session} found in the rows of the piece
 * @param {Float64Array} times of all rows @param {Piece} piece @returns {Session} */
export function withPiece(session, found, times, { first, end }) {
  const skip = first - Math.max(0, first - warmUp)
  const [from, to, offset] = [times[first], end < times.length ? times[end] : Infinity, times[first - skip]]
  const rows = Object.fromEntries(/** @type {const} */ (['distance', 'low', 'high', 'status', 'radio', 'zone']).map(name => {
    const all = session[name].slice()
    all.set(found[name].subarray(skip), first)
    return [name, all]
  }))
  /** @param {any} before columns with a `time` @param {any} now */
  const spliced = (before, now) => {
    const shifted = now.time.map((/** @type {number} */ time) => time + offset)
    const [a, b, c, d] = [lowerBound(before.time, from), lowerBound(before.time, to), lowerBound(shifted, from), lowerBound(shifted, to)]
    return Object.fromEntries(Object.entries(before).map(([name, column]) =>
      [name, Float64Array.from([...column.subarray(0, a), ...(name === 'time' ? shifted : now[name]).subarray(c, d), ...column.subarray(b)])]))
  }
  const isWithin = (/** @type {any} */ one) => one.t_s >= from && one.t_s < to
  const changes = (/** @type {any} */ one) => [
    ...one.filter((/** @type {any} */ change) => change.t_s < from), ...(found.document.zone_changes ?? []).map(
      (/** @type {any} */ change) => ({ ...change, t_s: change.t_s + offset })).filter(isWithin), ...one.filter((/** @type {any} */ change) => change.t_s >= to)]
  return {...session, ...rows, bands: found.bands,
    beats: /** @type {any} */ (spliced(session.beats, found.beats)), events: /** @type {any} */ (spliced(session.events, found.events)),
    document: { ...session.document, configuration: found.document.configuration, zone_changes: changes(session.document.zone_changes ?? []) },
  }
}
