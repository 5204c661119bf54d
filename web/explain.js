// The selection in plain words: a change of zone, a missed one, or a moment; and the setting that would have changed it.
import { constants } from './constants.js'
import { followedBy, isFalse } from './faults.js'
import { metres, moment, rounded, seconds } from './numbers.js'
import { lowerBound } from './scale.js'
import { againstTruth, movesOf, trueEdgesOf, zoneAt, zoneStretches } from './session.js'
import { settingAt, withSetting } from './settings.js'
import { labelOf } from './words.js'
import { reasons } from './words.json'

/** @param {any} change @returns the reason for a change of zone */
export function whyOf(change) {
  const reason = /** @type {Record<string, string>} */ (reasons)[change.reason] ?? change.reason
  if (change.probability !== null && change.probability !== undefined) {
    const body = change.moved === null ? '' : `, and ${rounded(100 * (1 - change.moved), 0)}% that a body is in the way`
    return `${reason}, by signal strength: the zone is ${rounded(100 * change.probability, 0)}% likely${body}`
  }
  if (change.band_m === null) return reason
  const isInward = change.to < (change.from ?? Infinity)
  return `${reason}: predicted ${metres(Math.max(0, change.led_m))}, ${isInward ? 'below' : 'above'} the limit of ${
    metres(change.band_m)} for ${seconds(change.waited_s)}`
}

/** @param {View} view @param {number} time @param {number} within the maximum difference in time, in seconds
 * @returns {Subject} the nearest change, or a missed one; otherwise only the moment */
export function subjectAt(view, time, within) {
  const { session } = view
  /** @type {Subject[]} */ const found = movesOf(session).map(change => {
    const { from, to } = change
    const edge = from === null || to === null ? undefined : Math.min(from, to)
    return { kind: 'change', time: change.t_s, change, edge, isOutward: to > from, wish: isFalse(change, session) ? 'later' : 'sooner' }
  })
  for (const { time, edge, isOutward, delay } of session.trueChanges) {
    if (Number.isNaN(delay)) found.push({ kind: 'missed', time, edge, isOutward, wish: isBeyond(stretchAt(view, time), edge, isOutward) ? 'later' : 'sooner' })
  }
  const nearest = found.sort((a, b) => Math.abs(a.time - time) - Math.abs(b.time - time))[0]
  return nearest && Math.abs(nearest.time - time) <= within ? nearest : { kind: 'moment', time }
}

/** @param {View} view @param {number} time */
const stretchAt = ({ session, duration }, time) => zoneStretches(session, duration).findLast(({ from, to }) => from <= time && time <= to)

/** Whether a zone is already on the other side of an edge.
 * @param {{zone: number} | undefined} stretch @param {number} [edge] @param {boolean} [isOutward] */
const isBeyond = (stretch, edge = 0, isOutward = false) => stretch !== undefined && stretch.zone > edge === isOutward

/** A heading and sentences: the event, its reason, and the time of the true change.
 * @param {View} view @param {Subject} subject @returns {{title: string, lines: string[]}} */
export function explanationOf(view, { kind, time, change, edge, isOutward }) {
  const at = moment(time, view.duration)
  const { session } = view
  const trueEdges = trueEdgesOf(session)
  if (kind === 'missed') {
    const crossed = `The true distance went ${isOutward ? 'out' : 'in'} over ${metres(trueEdges[edge ?? 0])}`
    const there = stretchAt(view, time)
    if (there && isBeyond(there, edge, isOutward)) {
      const moved = view.edges[edge ?? 0] === trueEdges[edge ?? 0] ? '' : ` The edge is at ${metres(view.edges[edge ?? 0])} now.`
      return { title: `${at}: a change that came too early`, lines: [
        `${crossed}, and the zone was ${view.zoneName(there.zone)} before, from ${moment(there.from, view.duration)}.${moved}`] }
    }
    const tried = session.considerations.filter(({ from, to, t_s, evidence }) =>
      evidence !== null && Math.min(from, to) === edge && t_s >= time - 1 && t_s <= time + 10)
    const best = tried.sort((a, b) => b.evidence - a.evidence)[0]
    return { title: `${at}: a change that was missed`, lines: [
      `${crossed}, and the zone did not follow.`,
      best ? `It came nearest at ${moment(best.t_s, view.duration)}, with ${rounded(Math.min(99, 100 * best.evidence), 0)}% of what a change needs.`
        : 'The estimate did not come far enough over the edge to consider a change.',
    ] }
  }
  const zone = stretchAt(view, time)
  if (!change) {
    const next = lowerBound(session.beats.time, time + 1e-9) - 1
    const beats = next < 0 || time - session.beats.time[next] > 1.5 * session.beats.interval[next] ? 'There is no beat.'
      : `A beat every ${seconds(session.beats.interval[next])}, of strength ${rounded(session.beats.intensity[next], 2)} of 1.`
    return { title: at, lines: [zone
      ? `The zone is ${view.zoneName(zone.zone)}, from ${moment(zone.from, view.duration)} to ${moment(zone.to, view.duration)}. ${beats}`
      : `There is no zone here. ${beats}`, ...wrongAt(view, time, zone?.zone)] }
  }
  const why = whyOf(change)
  const followed = followedBy(change, session.trueChanges)
  const [isFirst, isWrong] = [followed === null, isFalse(change, session)]
  const truth = (followed ?? []).map(one => `The true distance crossed ${metres(trueEdges[one.edge])} at ${moment(one.time, view.duration)}: the zone came ${seconds(Math.abs(one.delay))} ${one.delay < 0 ? 'earlier' : 'later'}.`)
  const radio = constants.radios.find(({ source }) => source === change.source)?.name
  return { title: `${at}: ${change.from === null ? 'the first zone is' : `${view.zoneName(change.from)} →`} ${view.zoneName(change.to)}`, lines: [
    `${why[0].toUpperCase()}${why.slice(1)}${radio ? ` (${radio})` : ''}.`,
    ...limitOf(view, change, edge),
    ...!againstTruth(session) ? ['Nobody measured the true distance, so the page cannot say whether this is right.']
      : truth.length > 0 ? truth : isWrong ? ['The true distance crossed no edge near this time: the change is false.']
        : isFirst ? [] : ['It counts neither as right nor as false: near this time the true distance is not known, or came back within a second.'],
  ] }
}

/** The true zone, if it differs from the decided zone, and the late change.
 * @param {View} view @param {number} time @param {number} [zone] */
function wrongAt(view, time, zone) {
  const { session, rows } = view
  const truth = rows.truths[view.rowAt(time)]
  const edges = trueEdgesOf(session)
  if (!againstTruth(session) || !(truth >= 0) || zoneAt(edges, truth) === zone) return []
  const late = session.trueChanges.find(one => one.time <= time && time <= one.time + one.delay)
  return [`Wrong here: the true distance is ${metres(truth)}, in ${view.zoneName(zoneAt(edges, truth))}.${
    late ? ` It crossed ${metres(edges[late.edge])} at ${moment(late.time, view.duration)}, and the zone came ${seconds(late.delay)} later.` : ''}`]
}

/** The reason why the limit of a change is not the edge, and the cost of its wait.
 * @param {View} view @param {any} change @param {number | undefined} edge */
function limitOf({ session, duration }, { band_m: limit, waited_s: waited, t_s: time, from, to }, edge) {
  const distance = [session.document.configuration?.zones?.edges ?? []].flat()[edge ?? -1]
  if (limit === null || distance === undefined || limit === distance) return []
  const isBeyond = to < from ? limit > distance : limit < distance
  const band = `${metres(distance)} ${limit < distance ? '−' : '+'} ${metres(Math.abs(limit - distance))}`
  return [
    isBeyond ? `The edge is at ${metres(distance)}, and this limit ${to < from ? 'farther out' : 'nearer'}: a radio that errs by some centimeters would seldom read ${
      to < from ? 'less' : 'more'}. It grows with the band.`
      : `The limit is the edge and the half band around it, ${band}, so that a peer at the edge does not make the zone flicker.`,
    ...waited > 0 ? [`It waited ${seconds(waited)} until this was hardly an error of the radio: without the wait it would have come at ${moment(time - waited, duration)}.`] : [],
  ]
}

/** Settings that might have changed the result.
 * @param {any} settings @param {CatalogEntry[]} catalog @param {Subject} subject @param {string} source of the readings
 * @returns {{key: string, text: string, settings: any}[]} */
export function triesFor(settings, catalog, { kind, change, edge, isOutward, wish }, source) {
  if (kind === 'moment') return []
  const isEager = wish === 'sooner'
  const radio = source === 'cs' ? 'uwb' : source === 'ble' ? 'rssi' : source
  const made = (/** @type {string} */ key, /** @type {(value: number) => number} */ next, /** @type {number | null} */ place = null) => {
    const entry = catalog.find(one => one.key === key)
    const now = settingAt(settings, key)
    if (!entry || now === undefined || now === null) return []
    const within = (/** @type {number} */ value) =>
      Number(Math.min(entry.maximum ?? Infinity, Math.max(entry.minimum ?? -Infinity, next(value))).toPrecision(2))
    const list = [now].flat()
    const all = list.map((value, i) => place === null || place === i ? within(value) : value)
    const [before, after] = [list[place ?? 0], all[place ?? 0]]
    if (before === after) return []
    const unit = entry.unit && entry.unit.length <= 4 ? ` ${entry.unit}` : ''
    const of = place === null ? '' : `${settings.zones.names[place]}: `
    return [{ key, text: `${of}${labelOf(key)} ${after}${unit} instead of ${before}${unit}`, settings: withSetting(settings, key, Array.isArray(now) ? all : all[0]) }]
  }
  if (change && ['coasting', 'stale', 'lost'].includes(change.reason)) return made(`${radio}.staleAfter`, value => 2 * value)
  if (edge === undefined || change && !['entered', 'left', 'known'].includes(change.reason)) return []
  const group = `zones.${radio === 'rssi' || radio === 'gnss' ? radio : 'range'}`
  const rule = settingAt(settings, `${group}.rule`) ?? 'cusum'
  const scaled = (/** @type {number} */ factor) => (/** @type {number} */ value) => isEager ? value / factor : value * factor
  return [...rule === 'probability' ? made(`${group}.confidence`, value => value + (isEager ? -0.05 : 0.05))
      : rule === 'cusum' ? [...made(`${group}.falseChangeInterval`, scaled(10)), ...made(`${group}.halfBand`, scaled(2))]
        : [...made(`${group}.dwell`, scaled(2)), ...made(`${group}.margin`, scaled(2))],
    ...made('zones.edges', value => value * (isOutward === isEager ? 0.8 : 1.25), edge),
  ]
}

/** @param {Session} session @param {Subject} subject @returns the outcome of a subject in another run */
export function outcomeIn(session, { kind, time, change, edge, isOutward }) {
  if (kind === 'missed') {
    const one = session.trueChanges.find(one => one.edge === edge && one.isOutward === isOutward && Math.abs(one.time - time) < 0.001)
    return !one || Number.isNaN(one.delay) ? 'still missed' : `followed, ${seconds(one.delay)} late`
  }
  const again = movesOf(session).filter(one => one.to === change.to && (one.from > one.to) === (change.from > change.to) && Math.abs(one.t_s - time) <= 10)
    .sort((a, b) => Math.abs(a.t_s - time) - Math.abs(b.t_s - time))[0]
  if (!again) return 'the change does not come'
  const by = again.t_s - time
  return Math.abs(by) < 0.005 ? 'no difference' : `${seconds(Math.abs(by))} ${by < 0 ? 'sooner' : 'later'}`
}
