// The faults of a session relative to the truth: changes of zone that were missed or false, as the score counts them.
import { once } from './scale.js'
import { movesOf, trueEdgesOf } from './session.js'

/** In the order of time. */
export const faultsOf = once((/** @type {View} */ view) => {
  const { session } = view
  const edges = trueEdgesOf(session)
  const missed = session.trueChanges.filter(change => Number.isNaN(change.delay)).map(({ time, edge, isOutward }) =>
    /** @type {Fault} */ ({ time, kind: 'missed', text: `missed: ${isOutward ? 'out over' : 'in over'} ${edges[edge]} m` }))
  const wrong = movesOf(session).filter(change => isFalse(change, session)).map(change =>
    /** @type {Fault} */ ({ time: change.t_s, kind: 'false', text: `false: ${view.zoneName(change.from)} → ${view.zoneName(change.to)}` }))
  return [...missed, ...wrong].sort((a, b) => a.time - b.time)
})

const falseMoments = once((/** @type {Float64Array} */ times) => new Set([...times].map(time => Math.round(time * 1e6))))

/** Whether no true change explains a change of zone, while the truth is known.
 * @param {any} change @param {Session} session */
export const isFalse = ({ t_s }, { falseTimes }) => [-1, 0, 1].some(one => falseMoments(falseTimes).has(Math.round(t_s * 1e6) + one))

/** True changes by the microsecond in which they were followed. */
const momentsOf = once((/** @type {TrueChange[]} */ trueChanges) => {
  /** @type {Map<number, TrueChange[]>} */ const moments = new Map()
  for (const change of trueChanges) {
    const moment = Math.round((change.time + change.delay) * 1e6)
    const list = moments.get(moment)
    if (list) list.push(change)
    else moments.set(moment, [change])
  }
  return moments
})

/** The true changes that a change of zone follows; null if it can't follow any.
 * @param {any} change @param {TrueChange[]} trueChanges */
export function followedBy(change, trueChanges) {
  if (change.from === null || change.to === null || change.from === change.to) return null
  const isOutward = change.to > change.from
  const moment = Math.round(change.t_s * 1e6)
  return [moment - 1, moment, moment + 1].flatMap(one => momentsOf(trueChanges).get(one) ?? []).filter(
    one => one.isOutward === isOutward && one.edge >= Math.min(change.from, change.to) && one.edge < Math.max(change.from, change.to))
}
