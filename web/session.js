// The result of a run of the rows, ready to draw.
import { textOf } from './bytes.js'
import { doubles } from './rows.js'

const empty = new Uint8Array()

/** @param {Parts} parts of a run, or of a haptic file, which has no rows @returns {Session} */
export function sessionOf(parts) {
  const bytes = /** @param {string} name */ name => parts.get(name) ?? empty
  const numbers = /** @param {string} name */ name => doubles(bytes(name))
  const [time, edge, outward, delay] = ['true_time', 'true_edge', 'true_outward', 'true_delay'].map(numbers)
  const events = /** @param {string} name */ name => ({
    time: numbers(`${name}_time`), duration: numbers(`${name}_duration`),
    intensity: numbers(`${name}_intensity`), sharpness: numbers(`${name}_sharpness`),
  })
  const [low, high] = ['band_low', 'band_high'].map(numbers)
  return {
    distance: numbers('distance'), low: numbers('low'), high: numbers('high'),
    status: bytes('status'), radio: bytes('radio'), zone: bytes('zone'),
    beats: { time: numbers('beat_time'), interval: numbers('beat_interval'), intensity: numbers('beat_intensity'), zone: numbers('beat_zone') },
    events: events('event'),
    planned: events('planned_event'),
    curves: {
      event: numbers('curve_event'), time: numbers('curve_time'),
      intensity: numbers('curve_intensity'), sharpness: numbers('curve_sharpness'),
    },
    trueChanges: [...time].map((t, i) => ({ time: t, edge: edge[i], isOutward: outward[i] === 1, delay: delay[i] })),
    falseTimes: numbers('false_time'),
    bands: [...low].map((l, i) => ({ low: l, high: high[i] })),
    findings: JSON.parse(textOf(parts, 'findings') || '[]'),
    considerations: JSON.parse(textOf(parts, 'considerations') || '[]'),
    fixedTruth: JSON.parse(textOf(parts, 'against_truth') || 'null'),
    document: JSON.parse(textOf(parts, 'session') || '{}'),
  }
}

/** The scores of a session against the truth; null without truth. If edges were moved, the truth is cut by the
 * earlier ones, so that figures refer to the same truth.
 * @param {Session} session */
export const againstTruth = session => session.fixedTruth ?? session.document.against_truth ?? null

/** @param {Session} session @returns {number[]} the edges that cut the truth */
export const trueEdgesOf = session => againstTruth(session)?.edges_m ?? [session.document.configuration?.zones?.edges ?? []].flat()

/** @param {Session} session @param {number} end of the session @returns the zones as stretches of time */
export function zoneStretches(session, end) {
  const moves = movesOf(session)
  return moves.flatMap(({ t_s: from, to: zone }, i) => zone === null ? [] : [{ from, to: /** @type {number} */ (moves[i + 1]?.t_s ?? end), zone }])
}

/** @param {Session} session @returns {any[]} */
export const movesOf = session => (session.document.zone_changes ?? []).filter((/** @type {any} */ change) => change.from !== change.to)

/** @param {Session} a @param {Session} b of the same rows @returns whether estimates, zones, and haptics are equal */
export const isSameOutcome = (a, b) => [...['distance', 'low', 'high', 'zone'].map(name => [a, b, name]),
  ...['events', 'curves'].flatMap(part => Object.keys(/** @type {any} */ (a)[part]).map(name => [/** @type {any} */ (a)[part], /** @type {any} */ (b)[part], name]))]
  .every(([one, other, name]) => one[name].length === other[name].length && one[name].every((/** @type {number} */ value, /** @type {number} */ i) => Object.is(value, other[name][i])))

/** @param {number[]} edges @param {number} distance */
export const zoneAt = (edges, distance) => edges.filter(edge => edge <= distance).length

/** @param {Float64Array} times @param {Float64Array} truths @param {number[]} edges @returns the zones of the true distance as stretches */
export function trueStretches(times, truths, edges) {
  /** @type {{from: number, to: number, zone: number}[]} */ const stretches = []
  // The bounds of the present zone, so that most rows need only two comparisons.
  let [low, high, zone] = [Infinity, -Infinity, -1]
  for (let i = 0; i < times.length; i++) {
    const truth = truths[i]
    if (truth !== truth) continue
    const last = stretches.at(-1)
    const goesOn = last !== undefined && times[i] - last.to <= 10
    if (goesOn) last.to = times[i]
    if (goesOn && truth >= low && truth < high) continue
    const next = zoneAt(edges, truth)
    low = edges[next - 1] ?? -Infinity
    high = edges[next] ?? Infinity
    if (goesOn && next === zone) continue
    zone = next
    stretches.push({ from: times[i], to: times[i], zone })
  }
  return stretches
}
