// The tables: changes of zone with their reasons, true changes with their delay, rejected rows.
import { constants } from './constants.js'
import { button, make, table } from './elements.js'
import { whyOf } from './explain.js'
import { followedBy, isFalse } from './faults.js'
import { metres, moment, seconds } from './numbers.js'
import { lowerBound } from './scale.js'
import { againstTruth, trueEdgesOf, zoneStretches } from './session.js'

/** Every change of zone, with its delay if there is truth. A click on its time zooms in on it.
 * @param {HTMLElement} place @param {View} view @param {(time: number) => void} onChoose */
export function showChanges(place, view, onChoose) {
  /** @type {any[]} */ const changes = view.session.document.zone_changes ?? []
  const { trueChanges } = view.session
  const hasTruth = againstTruth(view.session) !== null
  const isWhole = place.dataset.whole === view.name
  const shown = changes.slice(0, isWhole ? rowLimit : rowsAtFirst)
  const heads = ['Time', 'Zone', 'Why', 'Distance, 95% interval', 'Radio']
  const rows = shown.map(change => [
    moment(change.t_s, view.duration),
    change.from === change.to ? view.zoneName(change.to) : `${view.zoneName(change.from)} → ${view.zoneName(change.to)}`,
    whyOf(change),
    change.distance_m === null ? '–' : `${metres(change.distance_m)}, ${metres(change.low_m).replace(' m', '')} to ${metres(change.high_m)}`,
    constants.radios.find(({ source }) => source === change.source)?.name ?? '–',
    ...(hasTruth ? [delay(change, view.session)] : []),
  ])
  const whole = table('Changes of zone', hasTruth ? [...heads, 'Delay'] : heads, rows)
  ;[...whole.tBodies[0].rows].forEach((row, i) => {
    row.cells[0].replaceChildren(button(row.cells[0].textContent ?? '', () => onChoose(shown[i].t_s), { className: 'link' }))
  })
  const missed = trueChanges.filter(change => Number.isNaN(change.delay))
  place.replaceChildren(
    whole,
    ...more(changes.length, shown.length, () => {
      place.dataset.whole = view.name
      showChanges(place, view, onChoose)
    }),
    ...(missed.length > 0 ? [make('p', {
      textContent: `Missed: ${missed.slice(0, 20).map(({ time, edge, isOutward }) =>
        `${isOutward ? 'out over' : 'in over'} ${trueEdgesOf(view.session)[edge]} m at ${moment(time, view.duration)}`)
        .join(', ')}${missed.length > 20 ? ', …' : ''}.`,
    })] : []))
}

const rowsAtFirst = 40 // a table of more rows takes longer to lay out than a run of the session, so the rest is shown on request
const rowLimit = 500 // more rows than these make a page slow; all of them are in the JSON

/** @param {number} count of all @param {number} shown @param {() => void} showAll */
function more(count, shown, showAll) {
  const limit = Math.min(count, rowLimit)
  return [
    ...(shown < limit ? [button(`Show ${limit - shown} more`, showAll, { className: 'more' })] : []),
    ...(count > rowLimit ? [make('p', { textContent: `${count - rowLimit} more are in the JSON.` })] : []),
  ]
}

/** @param {any} change @param {Session} session @returns the delay of the true changes that this one follows */
function delay(change, session) {
  const followed = followedBy(change, session.trueChanges)
  if (!followed?.length) return isFalse(change, session) ? 'false' : '–'
  return followed.map(one => one.delay < 0 ? `${seconds(-one.delay)} early` : seconds(one.delay)).join(', ')
}

/** The zones one after the other, and the beats within each: the chart as a table.
 * @param {HTMLElement} place @param {View} view */
export function showZones(place, view) {
  const { time, interval } = view.session.beats
  const stretches = zoneStretches(view.session, view.duration)
  const rows = stretches.slice(0, rowLimit).map(({ from, to, zone }) => {
    const [first, end] = [lowerBound(time, from), lowerBound(time, to)]
    return [
      view.zoneName(zone), moment(from, view.duration), moment(to, view.duration), `${end - first}`,
      end > first ? seconds(interval[end - 1]) : 'silent',
    ]
  })
  place.replaceChildren(
    table('Zones and beats', ['Zone', 'From', 'To', 'Beats', 'A beat every'], rows),
    ...(stretches.length > rowLimit ? [make('p', { textContent: `${stretches.length - rowLimit} more are in the JSON.` })] : []))
}

/** @param {HTMLElement} place @param {any} reading the reader's report */
export function showRejections(place, reading) {
  /** @type {any[]} */ const rejections = reading?.rejections ?? []
  const rows = rejections.map(({ reason, count, lines, example }) => [
    reason, String(count), lines.join(', ') + (count > lines.length ? ', …' : ''), example])
  place.replaceChildren(rows.length === 0 ? make('p', { textContent: 'No row was rejected.' })
    : table('Rejected rows', ['Reason', 'Rows', 'First lines', 'The first one'], rows))
}
