// The results of a run: one sentence, some large figures, and all figures, each better or worse than in the previous run.
import { button, make } from './elements.js'
import { quantile } from './columns.js'
import { metres, rounded, seconds } from './numbers.js'
import { againstTruth, movesOf, zoneStretches } from './session.js'
import { rateWithin } from './track-pulse.js'
import { term } from './words.js'

/** @param {View} view @param {Session} session @returns {Figure[]} the figures of a run, the most important ones first */
export function figuresOf(view, session) {
  if (view.kind === 'pattern') return figuresOfPattern(view, session)
  const score = againstTruth(session)?.zones
  const input = session.document.input ?? {}
  const moves = movesOf(session).length
  // From the first row to the last; the last beat of the document may ring on.
  const duration = input.duration_s ?? view.duration
  const inZones = zoneStretches(session, duration).reduce((sum, { from, to }) => sum + to - from, 0)
  const isLarge = !score
  const contact = movesOf(session).find(({ to }) => to === 0)?.t_s
  // Figures of another number of zones are not comparable.
  const zones = `${againstTruth(session)?.edges_m?.length}`
  return [...scored(score, coverageOf(againstTruth(session), duration)).map(figure => ({ ...figure, trueEdges: figure.time === undefined ? zones : `${againstTruth(session)?.edges_m?.[0]}` })),
    ...!score && contact !== undefined ? [contactFelt(contact)] : [],
    { ...count('Beats', session.beats.time.length), isLarge },
    { ...count('Zone changes', moves), isLarge },
    { name: 'Time in a zone', value: inZones, text: seconds(inZones), better: null, isLarge },
    ...view.rate ? [{ name: 'Pulse', ...rateWithin(view.rate, duration), better: null }] : [],
    count('Rows', input.rows_accepted ?? view.rows.count),
    count('Rejected rows', input.rows_rejected ?? 0),
    { name: 'Duration', value: duration, text: seconds(duration), better: null },
    {
      name: 'Longest silence', value: input.longest_silence_s ?? null,
      text: seconds(input.longest_silence_s), better: null,
    },
  ]
}

/** @param {any} truth the scores against the truth; null without truth @param {number} duration in seconds @returns the part of the session with truth; empty for all of it */
function coverageOf(truth, duration) {
  const known = duration - (truth?.unknown_s ?? 0)
  return known > 0.9995 * duration ? '' : `of ${seconds(known)} with truth, ${percent(known / duration)} of the session`
}

/** @param {any} score @param {string} coverage @returns {Figure[]} empty if there is no truth */
function scored(score, coverage) {
  if (!score) return []
  const { true_changes: all, missed_changes: missed } = score
  const share = 1 - missed / Math.max(1, all)
  const { first_contact_s: first, contact_time_s: contact } = score
  return [...contact > 0 ? [contactFelt(first)] : [],
    {
      name: 'True changes followed', value: all > 0 ? share : null, text: `${all - missed} of ${all}`,
      short: `${Math.round(1000 * share) / 10}%`, better: 'more', isLarge: true, coverage,
    },
    { name: 'Median delay', value: score.median_delay_s, text: seconds(score.median_delay_s), better: 'less', isLarge: true },
    { name: 'Time in the wrong zone', value: score.wrong_share, text: percent(score.wrong_share), better: 'less', isLarge: true, coverage },
    {
      name: 'Time without a zone', value: score.without_zone_share, text: percent(score.without_zone_share),
      better: 'less', isLarge: score.without_zone_share >= 0.01, coverage,
    },
    { ...count('False changes', score.false_changes), better: 'less', isLarge: true },
    ...score.gap_changes > 0 ? [count('Changes in pauses of the truth', score.gap_changes)] : [],
  ]
}

/** @param {number | null} first @returns {Figure} */
const contactFelt = first => ({
  name: 'Contact felt', value: first ?? Infinity, text: first === null ? 'never' : `at ${seconds(first)}`,
  better: 'less', isLarge: true, change: earlier, time: first ?? undefined,
})

/** @param {number | null} share @returns a share for people: a share between none and all never reads as 0% or 100% */
function percent(share) {
  const text = rounded((share ?? 0) * 100, 1)
  if (text === '0' && share) return '<0.1%'
  return text === '100' && share !== 1 ? '>99.9%' : `${text}%`
}

/** @param {number} now @param {number} before in seconds, infinite for never @returns the difference in words */
function earlier(now, before) {
  if (!Number.isFinite(now) || !Number.isFinite(before)) return Number.isFinite(now) ? 'was never' : 'now never'
  return `${seconds(Math.abs(now - before))} ${now < before ? 'earlier' : 'later'}`
}

/** @param {View} view @param {Session} session */
function figuresOfPattern(view, { events, beats, document }) {
  const continuous = events.duration.filter(one => one > 0).length
  const duration = document.duration_s ?? view.duration
  return [
    { name: 'Duration', value: duration, text: seconds(duration), better: null, isLarge: true },
    { ...count('Transients', events.time.length - continuous), isLarge: true },
    { ...count('Continuous events', continuous), isLarge: true },
    count('Beats', beats.time.length),
  ]
}

/** @param {string} name @param {number} value @returns {Figure} */
const count = (name, value) => ({ name, value, text: String(value), better: null })

/** @param {View} view @returns a summary of the haptics in words, in addition to the figures below */
export function sentenceOf(view) {
  const { session } = view
  const duration = session.document.input?.duration_s ?? session.document.duration_s ?? view.duration
  if (view.kind === 'pattern') return `${several(session.events.time.length, 'event')} in ${seconds(duration)}.`
  const inZone = new Map()
  for (const { from, to, zone } of zoneStretches(session, duration)) inZone.set(zone, (inZone.get(zone) ?? 0) + to - from)
  const parts = [...inZone].sort(([a], [b]) => b - a).map(([zone, time]) => `${view.zoneName(zone)} ${seconds(time)}`)
  const without = duration - [...inZone.values()].reduce((sum, time) => sum + time, 0)
  if (parts.length > 0 && without >= 0.01 * duration) parts.push(`no zone ${seconds(without)}`)
  const never = againstTruth(session)?.zones
  const warning = never?.contact_time_s > 0 && never.first_contact_s === null ? 'Contact was never felt. ' : ''
  return `${warning}${several(session.beats.time.length, 'beat')} in ${seconds(duration)}${parts.length > 0 ? `: ${parts.join(', ')}` : ', and no zone'}.`
}

/** @param {View} view @returns the reason if the recording can't be felt; fitting the zones helps */
export function deadEndOf(view) {
  const { session } = view
  if (view.kind !== 'trace') return ''
  const [low, high] = [0.01, 0.99].map(share => quantile(session.distance, share))
  if (low === undefined || high === undefined) return 'No distance could be estimated from these rows: see the table of rejected rows.'
  const moves = movesOf(session).filter(({ from }) => from !== null)
  if (session.beats.time.length > 0 && moves.length > 0) return ''
  const zones = [...new Set(zoneStretches(session, view.duration).map(({ zone }) => `“${view.zoneName(zone)}”`))]
  return `${session.beats.time.length === 0 ? 'Nothing is felt' : 'The heartbeat never changes'}: the distances are between ${metres(low)} and ${metres(high)}, and ${
    zones.length === 0 ? 'no zone is decided' : zones.length === 1 ? `the zone is ${zones} all the time` : `the zones there, ${zones.join(' and ')}, are silent`}.`
}

/** @param {View} view @returns the content of the chart, for people who don't see it */
export function chartLabelOf({ name, kind, session: { beats, events }, rate, duration }) {
  const tempo = rate ? `, pulse ${rateWithin(rate, duration).text}` : ''
  const content = kind === 'trace' ? `distance, zones and heartbeat over ${Math.round(duration)} seconds, ${
    beats.time.length} beats${tempo}` : `${events.time.length} events over ${duration.toFixed(1)} seconds`
  return `Cursor in the chart of ${name}: ${content}`
}

/** @param {number} number @param {string} word */
const several = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`

/** Shows the figures: the large ones, and the others in an expandable list.
 * @param {HTMLElement} large a `dl` @param {HTMLElement} list a `dl` @param {View} view @param {(time: number) => void} onChoose called with a figure's moment */
export function showFigures(large, list, view, onChoose) {
  const before = new Map(view.ghost ? figuresOf(view, view.ghost).map(figure => [figure.name, figure]) : [])
  const figures = figuresOf(view, view.session)
  // Figures that got worse come first.
  const ranked = figures.map(figure => ({ figure, change: changeOf(figure, before.get(figure.name)) }))
    .sort((a, b) => Number(isWorse(b.change)) - Number(isWorse(a.change)))
  const shown = (/** @type {boolean} */ isLarge) => ranked.filter(({ figure }) => (figure.isLarge ?? false) === isLarge).map(({ figure, change }) => {
    const { time, text } = figure
    const value = make('dd', {}, [time === undefined ? text : button(text, () => onChoose(time), { className: 'link', title: 'What happened, and why so late?' })])
    if (change) value.append(' ', change)
    return make('div', {}, [make('dt', {}, [term(figure.name), ...figure.coverage ? [make('span', { className: 'coverage', textContent: figure.coverage })] : []]), value])
  })
  large.replaceChildren(...shown(true))
  list.replaceChildren(...shown(false))
}

/** @param {HTMLElement | null} change */
const isWorse = change => change?.classList.contains('worse') ?? false

/** @param {Figure} now @param {Figure | undefined} before @returns the change of a figure; better or worse only if its value differs */
export function changeOf(now, before) {
  if (!before || now.text === before.text || now.value === null || before.value === null) return null
  if (now.trueEdges !== before.trueEdges) return null
  const isMore = now.value > before.value
  const isEqual = Math.abs(now.value - before.value) < 1e-9
  const word = isEqual || !now.better ? '' : (now.better === 'more') === isMore ? 'better' : 'worse'
  const arrow = isEqual ? '' : `${isMore ? '▲' : '▼'} `
  return make('span', {
    className: `change ${word}`,
    textContent: now.change ? `${arrow}${now.change(now.value, before.value)}` : `${arrow}${word ? `${word}, ` : ''}was ${before.text}`,
  })
}
