// A file that is opened to be designed on: its events as one beat.
import { decodeText, joinedBytes, plainPieces } from './bytes.js'
import { peaked, tidy } from './pattern.js'
import { documentOf, placedEvents } from './places.js'
import { settingsOfFile } from './settings.js'

const mostBytes = 20_000_000 // no file of so few events is larger
const mostEvents = 400 // like the tool's page
export const oneTap = { time: 0, intensity: 0.7, sharpness: 0.5 }
const nearby = 2e-9 // times in documents are rounded to one nanosecond

/** Reads a haptic file, or settings with a pattern, as the tool does.
 * @param {File} file @param {Engine} engine @param {Design} present whose tempo is kept if the file has no tempo
 * @returns {Promise<{design: Design, notes: string[]}>} @throws {Error} if the file is neither */
export async function designOf(file, engine, present) {
  const settings = await settingsOfFile(file).catch(() => {
    throw new Error(`settings are read here as JSON; lubdub design ${file.name} -o design.html writes a page that begins with them`)
  })
  if (settings && !settings.heartbeat?.pattern && !settings.preset) throw new Error('its settings have no heartbeat.pattern')
  const { id, parts } = settings ? engine.pattern({ settings, beats: 1 }) : engine.readFile(await joinedBytes(plainPieces(file), mostBytes), file.name)
  const document = documentOf(engine, id)
  engine.release(id)
  const { events, period, beats } = beatOf(document)
  if (events.length > mostEvents) {
    throw new Error(`its ${events.length} events are more than the ${mostEvents} that this page shows; cut out a part with lubdub edit --from 0s --to 2s`)
  }
  const notes = settings ? ['A pattern file has no tempo: that of the page stays.'] : JSON.parse(decodeText(parts.get('findings') ?? new Uint8Array()) || '[]')
  if (events.length === 0) return { design: { ...present, events: [oneTap] }, notes: [...notes, 'It has no event: the page begins with one tap.'] }
  return { design: settings ? { ...present, events } : { events, beats, bpm: tempoOf(period, events) }, notes }
}

/** @param {number | null} period of a repeating beat, in seconds; null if the events are a single beat @param {PatternEvent[]} events */
function tempoOf(period, events) {
  if (period !== null) return Math.min(6000, Math.max(0.001, Number((60 / period).toPrecision(8))))
  // A tap at the very end would fall on the first one of the next beat.
  const end = Math.max(...events.map(({ time, duration = 0 }) => time + Math.max(duration, 0.1)))
  return Math.max(0.001, Math.floor(60_000 / end) / 1000)
}

/** @param {any} document of a timeline @returns {{events: PatternEvent[], period: number | null, beats: number}} one beat if all beats are equal, otherwise all events */
function beatOf(document) {
  const events = placedEvents(document).map(eventOf)
  const { beats, loop } = document
  if (loop?.start_s === 0) return { events, period: loop.period_s, beats: 1 }
  const [first] = beats
  const count = events.length / beats.length
  const isSteady = first && Number.isInteger(count) && beats.every((/** @type {any} */ beat, /** @type {number} */ i) =>
    Math.abs(beat.interval_s - first.interval_s) < nearby && Math.abs(beat.t_s - i * first.interval_s) < nearby * (i + 1))
  const one = isSteady ? events.slice(0, count) : []
  const again = beats.flatMap((/** @type {any} */ { t_s }) => one.map((/** @type {PatternEvent} */ event) => ({ ...event, time: event.time + t_s })))
  const isSame = isSteady && again.toSorted((/** @type {Point} */ a, /** @type {Point} */ b) => a.time - b.time).every((/** @type {any} */ { time, ...event }, /** @type {number} */ i) => {
    const { time: at, ...other } = events[i]
    return Math.abs(time - at) < 2 * nearby && JSON.stringify(event) === JSON.stringify(other)
  })
  if (isSame) return { events: one, period: first.interval_s, beats: beats.length }
  return { events, period: document.duration_s > Math.max(0, ...events.map(lastMoment)) ? document.duration_s : null, beats: 1 }
}

/** @param {PatternEvent} event */
const lastMoment = ({ time, duration = 0 }) => time + Math.max(duration, 0.1)

/** @param {any} event of a document @returns {PatternEvent} */
function eventOf({ t_s: time, intensity, sharpness, duration_s: duration, curve, place }) {
  const event = { time, intensity, sharpness, ...duration === undefined ? {} : { duration }, ...place ? { place } : {} }
  if (!curve) return event
  return peaked({ ...event, curve: curve.map((/** @type {any} */ { t_s, ...point }) => ({ ...point, time: tidy(t_s) })) })
}
