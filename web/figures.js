// How a run went: one sentence, three large figures, and all figures, each better or worse than in the run before.
import { make } from './elements.js'
import { rounded, seconds } from './numbers.js'
import { againstTruth, zoneStretches } from './session.js'
import { rateWithin } from './track-pulse.js'

/** @typedef {object} Figure
 * @property {string} name
 * @property {number | null} value
 * @property {string} text
 * @property {string} [short] the text in a table, where it differs
 * @property {'less' | 'more' | null} better which direction is better; null where neither is
 * @property {(now: number, before: number) => string} [change] the change in words, where it is not the value before
 * @property {string} [trueEdges] what has to be the same for two values to be compared
 * @property {boolean} [isLarge] whether it is one of those that a person looks at first */

/** The figures of a run, those that say how it went first.
 * @param {import('./entry.js').View} view @param {import('./session.js').Session} session @returns {Figure[]} */
export function figuresOf(view, session) {
  if (view.kind === 'pattern') return figuresOfPattern(view, session)
  const score = againstTruth(session)?.zones
  const input = session.document.input ?? {}
  const moves = movesOf(session).length
  // From the first row to the last; the last beat of the document may ring on.
  const duration = input.duration_s ?? view.duration
  const inZones = zoneStretches(session, duration).reduce((sum, { from, to }) => sum + to - from, 0)
  const isLarge = !score
  // Figures of another number of zones are not the same figures.
  const zones = `${againstTruth(session)?.edges_m?.length}`
  return [
    ...scored(score).map(figure => ({ ...figure, trueEdges: zones })),
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

/** @param {any} score @returns {Figure[]} none where there is no truth */
function scored(score) {
  if (!score) return []
  const { true_changes: all, missed_changes: missed } = score
  const share = 1 - missed / Math.max(1, all)
  const { first_contact_s: first, contact_time_s: contact } = score
  return [
    ...contact > 0 ? [{
      name: 'Contact felt', value: first ?? Infinity, text: first === null ? 'never' : `at ${seconds(first)}`,
      better: /** @type {const} */ ('less'), isLarge: true, change: earlier,
    }] : [],
    {
      name: 'True changes followed', value: share, text: `${all - missed} of ${all}`,
      short: `${Math.round(1000 * share) / 10} %`, better: 'more', isLarge: true,
    },
    { name: 'Median delay', value: score.median_delay_s, text: seconds(score.median_delay_s), better: 'less', isLarge: true },
    { name: 'Time in the wrong zone', value: score.wrong_share, text: percent(score.wrong_share), better: 'less', isLarge: true },
    {
      name: 'Time without a zone', value: score.without_zone_share, text: percent(score.without_zone_share),
      better: 'less', isLarge: score.without_zone_share >= 0.01,
    },
    { ...count('False changes', score.false_changes), better: 'less' },
    ...score.gap_changes > 0 ? [count('Changes in pauses of the truth', score.gap_changes)] : [],
  ]
}

/** A share for people: what is not all and not none never reads as such.
 * @param {number | null} share */
function percent(share) {
  const text = rounded((share ?? 0) * 100, 1)
  if (text === '0' && share) return '<0.1 %'
  return text === '100' && share !== 1 ? '>99.9 %' : `${text} %`
}

/** How much earlier or later something comes.
 * @param {number} now @param {number} before in seconds, infinite for never */
function earlier(now, before) {
  if (!Number.isFinite(now) || !Number.isFinite(before)) return Number.isFinite(now) ? 'was never' : 'never any more'
  return `${seconds(Math.abs(now - before))} ${now < before ? 'earlier' : 'later'}`
}

/** @param {import('./session.js').Session} session @returns {any[]} */
const movesOf = session => (session.document.zone_changes ?? []).filter(
  (/** @type {any} */ change) => change.from !== change.to)

/** @param {import('./entry.js').View} view @param {import('./session.js').Session} session */
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

/** How a run went, in words.
 * @param {import('./entry.js').View} view */
export function sentenceOf(view) {
  const { session } = view
  if (view.kind === 'pattern') return `${several(session.events.time.length, 'event')} in ${seconds(session.document.duration_s ?? view.duration)}.`
  const beats = `${several(session.beats.time.length, 'beat')}.`
  const score = againstTruth(session)?.zones
  if (!score) return `${beats} ${several(movesOf(session).length, 'change')} of zone in ${seconds(session.document.input?.duration_s ?? view.duration)}.`
  const { true_changes: all, missed_changes: missed, false_changes: wrong } = score
  const late = all > missed ? `, ${seconds(score.median_delay_s)} late` : ''
  const followed = all === 0 ? 'No change to follow' : `${all - missed} of ${several(all, 'change')} followed${late}`
  const extra = wrong > 0 ? ` ${several(wrong, 'false change')}.` : ''
  const none = score.without_zone_share >= 0.001 ? `, ${percent(score.without_zone_share)} without a zone` : ''
  const first = score.first_contact_s
  const contact = !(score.contact_time_s > 0) ? '' : first === null ? 'Contact was never felt. ' : `Contact felt at ${seconds(first)}. `
  return `${contact}${beats} ${followed}.${extra} ${percent(score.wrong_share)} of the time in the wrong zone${none}.${trueEdges(view)}`
}

/** Where the truth is cut by other edges than the settings have, so that figures before and after a move compare.
 * @param {import('./entry.js').View} view */
function trueEdges({ session: { fixedTruth } }) {
  return fixedTruth ? ` True zones are those of ${fixedTruth.edges_m.join(', ')} m, as before the edges were moved.` : ''
}

/** What the chart shows, for those who do not see it.
 * @param {import('./entry.js').View} view */
export function chartLabelOf({ name, kind, session: { beats, events }, rate, duration }) {
  const tempo = rate ? `, pulse ${rateWithin(rate, duration).text}` : ''
  const content = kind === 'trace' ? `distance, zones and heartbeat over ${Math.round(duration)} seconds, ${
    beats.time.length} beats${tempo}` : `${events.time.length} events over ${duration.toFixed(1)} seconds`
  return `Cursor in the chart of ${name}: ${content}`
}

/** @param {number} number @param {string} word */
const several = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`

/** Shows the figures: the large ones, and the others in a list that opens.
 * @param {HTMLElement} large a `dl` @param {HTMLElement} list a `dl` @param {import('./entry.js').View} view */
export function showFigures(large, list, view) {
  const before = new Map(
    view.ghost ? figuresOf(view, view.ghost).map(figure => [figure.name, figure]) : [])
  const figures = figuresOf(view, view.session)
  // What got worse comes first.
  const ranked = figures.map(figure => ({ figure, change: changeOf(figure, before.get(figure.name)) }))
    .sort((a, b) => Number(isWorse(b.change)) - Number(isWorse(a.change)))
  const shown = (/** @type {boolean} */ isLarge) => ranked.filter(({ figure }) => (figure.isLarge ?? false) === isLarge).map(({ figure, change }) => {
    const value = make('dd', { textContent: figure.text })
    if (change) value.append(' ', change)
    return make('div', {}, [make('dt', { textContent: figure.name }), value])
  })
  large.replaceChildren(...shown(true))
  list.replaceChildren(...shown(false))
}

/** @param {HTMLElement | null} change */
const isWorse = change => change?.classList.contains('worse') ?? false

/** How a figure has changed; better or worse only where its value is another.
 * @param {Figure} now @param {Figure | undefined} before */
export function changeOf(now, before) {
  if (!before || now.text === before.text || now.value === null || before.value === null) return null
  if (now.trueEdges !== before.trueEdges) return null
  const isMore = now.value > before.value
  const isEqual = Math.abs(now.value - before.value) < 1e-9
  const word = isEqual || !now.better ? '' : (now.better === 'more') === isMore ? 'better' : 'worse'
  const arrow = isEqual ? '' : `${isMore ? '▲' : '▼'} `
  return make('span', {
    className: `change ${word}`,
    textContent: now.change ? `${arrow}${now.change(now.value, before.value)}`
      : `${arrow}${word ? `${word}, ` : ''}was ${before.text}`,
  })
}
