// A selected stretch of time: its figures, and a truth that a person adds.
import { quantile } from './columns.js'
import { metres, moment, rounded, seconds } from './numbers.js'
import { lowerBound } from './scale.js'
import { movesOf, trueEdgesOf, zoneAt } from './session.js'

const longestStep = 10 // the longest time between rows that counts as known, in seconds

/** @param {View} view @param {number} from @param {number} to in seconds @returns {[string, string][]} names and texts */
export function figuresWithin(view, from, to) {
  const { session, rows, times } = view
  const [first, end] = [lowerBound(times, from), lowerBound(times, to)]
  const inZone = new Map()
  let [known, wrong, silence] = [0, 0, 0]
  const edges = trueEdgesOf(session)
  for (let i = Math.max(0, first - 1); i < end; i++) {
    const step = Math.min(times[i + 1] ?? to, to) - Math.max(times[i], from)
    silence = Math.max(silence, step)
    if (step > longestStep) continue
    inZone.set(session.zone[i], (inZone.get(session.zone[i]) ?? 0) + step)
    if (Number.isNaN(rows.truths[i])) continue
    known += step
    if (session.zone[i] !== zoneAt(edges, rows.truths[i])) wrong += step
  }
  const distances = session.distance.subarray(first, end)
  const [low, middle, high] = [0, 0.5, 1].map(share => quantile(distances, share))
  const beats = lowerBound(session.beats.time, to) - lowerBound(session.beats.time, from)
  return [
    ['From, to', `${moment(from, view.duration)} to ${moment(to, view.duration)}, ${seconds(to - from)}`],
    ['Distance', middle === undefined ? '–' : `${metres(middle)}, from ${metres(low)} to ${metres(high)}`],
    ['Beats', `${beats}`],
    ['Zone changes', `${movesOf(session).filter(({ t_s }) => t_s >= from && t_s < to).length}`],
    ['Time in each zone', [...inZone].sort(([a], [b]) => a - b).map(([zone, time]) => `${zone === 255 ? 'none' : view.zoneName(zone)} ${seconds(time)}`).join(', ') || '–'],
    ...known > 0 ? [/** @type {[string, string]} */ (['Time in the wrong zone', `${rounded(100 * wrong / known, 1)}%${to - from - known > 0.0005 * (to - from) ? ` of ${seconds(known)} with truth` : ''}`])] : [],
    ['Rows', `${end - first}, the longest silence ${seconds(silence)}`],
  ]
}

/** Rows whose truth within a stretch is a distance that a person knows, or the recorded truth again.
 * @param {Rows} rows @param {{from: number, to: number, truth: number | null}} label */
export function withTruth(rows, { from, to, truth }) {
  const [first, end] = [lowerBound(rows.sinceStart, from), lowerBound(rows.sinceStart, to + 1e-9)]
  const recorded = rows.recorded ?? rows.truths
  const truths = rows.truths.slice()
  if (truth === null) truths.set(recorded.subarray(first, end), first)
  else truths.fill(truth, first, end)
  return { ...rows, truths, recorded }
}
