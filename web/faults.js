// Where a session went wrong by the truth: changes of zone that were missed, and those that were false.

/** @typedef {{time: number, kind: 'missed' | 'false', text: string}} Fault */

/**
 * @param {import('./view.js').View} view
 * @returns {Fault[]} in the order of time
 */
export function faultsOf(view) {
  const { trueChanges, document } = view.session
  if (trueChanges.length === 0) return []
  const missed = trueChanges.filter(change => Number.isNaN(change.delay)).map(({ time, edge, isOutward }) =>
    /** @type {Fault} */ ({ time, kind: 'missed', text: `missed: ${isOutward ? 'out over' : 'in over'} ${view.edges[edge]} m` }))
  const wrong = (document.zone_changes ?? []).filter((/** @type {any} */ change) => followedBy(change, trueChanges)?.length === 0)
    .map((/** @type {any} */ change) => /** @type {Fault} */ ({
      time: change.t_s, kind: 'false', text: `false: ${view.zoneName(change.from)} → ${view.zoneName(change.to)}`,
    }))
  return [...missed, ...wrong].sort((a, b) => a.time - b.time)
}

/**
 * The true changes that a change of zone follows; null for one that follows none by its nature.
 * @param {any} change @param {import('./session.js').Session['trueChanges']} trueChanges
 */
export function followedBy(change, trueChanges) {
  if (change.from === null || change.to === null || change.from === change.to) return null
  const isOutward = change.to > change.from
  return trueChanges.filter(one => one.isOutward === isOutward
    && one.edge >= Math.min(change.from, change.to) && one.edge < Math.max(change.from, change.to)
    && Math.abs(one.time + one.delay - change.t_s) < 1e-6)
}
