// Events of places on the body: their names, and a timeline with them.
import { decodeText, encodeText } from './bytes.js'
import { optionsOf } from './pattern.js'

/** The places that events name; empty if there are fewer than two, because a single place is everywhere.
 * @param {Design} design */
export function placeNames({ events }) {
  const names = [...new Set(events.flatMap(({ place }) => place ? [place] : []))].sort()
  return names.length > 1 ? names : []
}

/** @param {Engine} engine @param {number} id @returns {any} its timeline as a document */
export const documentOf = (engine, id) => JSON.parse(decodeText(/** @type {Uint8Array} */ (engine.export(id, { format: 'json' }).get('file'))))

/** Passes a pattern with its places to the engine.
 * @param {Engine} engine @param {Design} design @returns {number} its number in the engine */
export function held(engine, design) {
  const whole = engine.pattern(optionsOf(design, design.beats)).id
  const names = placeNames(design)
  if (names.length === 0) return whole
  const taken = (/** @type {number} */ id) => {
    const document = documentOf(engine, id)
    engine.release(id)
    return document
  }
  const places = names.map(name => {
    const events = design.events.filter(({ place }) => place === name)
    return { name, events: taken(engine.pattern(optionsOf({ ...design, events }, design.beats)).id).events }
  })
  // The reader assigns events without a place to all places.
  return engine.readFile(encodeText(JSON.stringify({ ...taken(whole), places })), 'pattern.json').id
}

/** The events of a document; an event of all places appears once.
 * @param {any} document @returns {any[]} in the order of time, with their places */
export function placedEvents({ events, places }) {
  if (!places) return events
  const texts = places.map((/** @type {any} */ place) => new Set(place.events.map((/** @type {any} */ event) => JSON.stringify(event))))
  const isShared = (/** @type {any} */ event) => texts.every((/** @type {Set<string>} */ known) => known.has(JSON.stringify(event)))
  const own = places.flatMap((/** @type {any} */ place) => place.events.filter((/** @type {any} */ event) => !isShared(event)).map((/** @type {any} */ event) => ({ ...event, place: place.name })))
  return [...events.filter(isShared), ...own].sort((a, b) => a.t_s - b.t_s)
}
