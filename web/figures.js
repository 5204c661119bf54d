// Summary figures of a run, and whether each is better or worse than in the run before.
import { make } from './elements.js'
import { rounded, seconds } from './numbers.js'
import { zoneStretches } from './session.js'
import { rateWithin } from './track-pulse.js'

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {number | null} value
 * @property {string} text
 * @property {string} [short] the text in a table, where it differs
 * @property {'less' | 'more' | null} better which direction is better; null where neither is
 */

/**
 * @param {import('./view.js').View} view
 * @param {import('./session.js').Session} session
 * @returns {Figure[]}
 */
export function figuresOf(view, session) {
  if (view.kind === 'pattern') return figuresOfPattern(view, session)
  const score = session.document.against_truth?.zones
  const input = session.document.input ?? {}
  const moves = (session.document.zone_changes ?? []).filter(
    (/** @type {any} */ change) => change.from !== change.to)
  // From the first row to the last; the last beat of the document may ring on.
  const duration = input.duration_s ?? view.duration
  const inZones = zoneStretches(session, duration).reduce((sum, { from, to }) => sum + to - from, 0)
  const plain = [
    count('Rows', input.rows_accepted ?? view.rows.count),
    count('Rejected rows', input.rows_rejected ?? 0),
    { name: 'Duration', value: duration, text: seconds(duration), better: null },
    {
      name: 'Longest silence', value: input.longest_silence_s ?? null,
      text: seconds(input.longest_silence_s), better: null,
    },
    count('Beats', session.beats.time.length),
    ...view.rate ? [{ name: 'Pulse', ...rateWithin(view.rate, duration), better: null }] : [],
    count('Zone changes', moves.length),
    { name: 'Time in a zone', value: inZones, text: seconds(inZones), better: null },
  ]
  if (!score) return plain
  return [
    ...plain,
    /** @type {Figure} */ ({
      name: 'True changes followed', value: score.true_changes - score.missed_changes,
      text: `${score.true_changes - score.missed_changes} of ${score.true_changes}`,
      short: `${Math.round(1000 * (1 - score.missed_changes / Math.max(1, score.true_changes))) / 10} %`, better: 'more',
    }),
    /** @type {Figure} */ ({ ...count('False changes', score.false_changes), better: 'less' }),
    /** @type {Figure} */ ({
      name: 'Median delay', value: score.median_delay_s, text: seconds(score.median_delay_s),
      better: 'less',
    }),
    /** @type {Figure} */ ({
      name: 'Time in the wrong zone', value: score.wrong_share,
      text: `${rounded(score.wrong_share * 100, 1)} %`, better: 'less',
    }),
  ]
}

/**
 * @param {import('./view.js').View} view @param {import('./session.js').Session} session
 * @returns {Figure[]}
 */
function figuresOfPattern(view, { events, beats }) {
  const continuous = events.duration.filter(one => one > 0).length
  return [
    { name: 'Duration', value: view.duration, text: seconds(view.duration), better: null },
    count('Transients', events.time.length - continuous), count('Continuous events', continuous),
    count('Beats', beats.time.length),
  ]
}

/** @param {string} name @param {number} value @returns {Figure} */
const count = (name, value) => ({ name, value, text: String(value), better: null })

/**
 * Shows the figures.
 * @param {HTMLElement} list a `dl`
 * @param {import('./view.js').View} view
 */
export function showFigures(list, view) {
  const before = new Map(
    view.ghost ? figuresOf(view, view.ghost).map(figure => [figure.name, figure]) : [])
  list.replaceChildren(...figuresOf(view, view.session).map(figure => {
    const value = make('dd', { textContent: figure.text })
    const change = changeOf(figure, before.get(figure.name))
    if (change) value.append(' ', change)
    return make('div', {}, [make('dt', { textContent: figure.name }), value])
  }))
}

/** @param {Figure} now @param {Figure | undefined} before */
function changeOf(now, before) {
  if (!before || now.text === before.text || now.value === null || before.value === null) return null
  const isMore = now.value > before.value
  const isBetter = now.better && (now.better === 'more') === isMore
  const word = now.better ? (isBetter ? 'better' : 'worse') : ''
  return make('span', {
    className: `change ${word}`,
    textContent: `${isMore ? '▲' : '▼'} ${word ? `${word}, ` : ''}was ${before.text}`,
  })
}
