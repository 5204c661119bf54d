// The pattern of a design: taps and vibrations of one beat. Functions that change a pattern return a copy.

const [shortest, longest] = [0.001, 3600] // the shortest vibration and the longest pattern, in seconds

/** @param {Design} design */
export const period = design => 60 / design.bpm

/** @param {PatternEvent} event */
export const endOf = event => event.time + (event.duration ?? 0)

/** The handles of an event, with times since the beat.
 * @param {PatternEvent} event @returns {Point[]} */
export function handlesOf({ time, intensity, sharpness, duration, curve }) {
  if (duration === undefined) return [{ time, intensity, sharpness }]
  if (curve) return curve.map(point => ({ ...point, time: time + point.time }))
  return [time, time + duration].map(at => ({ time: at, intensity, sharpness }))
}

/** One of them.
 * @param {PatternEvent} event @param {number} index */
export function handleOf(event, index) {
  const point = event.curve?.[index]
  return point ? { ...point, time: event.time + point.time } : handlesOf(event)[index]
}

/** The course of an event from its start to its end.
 * @param {PatternEvent} event @returns {Point[]} */
export function courseOf(event) {
  const points = handlesOf(event)
  const [first, last] = [points[0], points[points.length - 1]]
  return [{ ...first, time: event.time }, ...points, { ...last, time: endOf(event) }]
}

/** The pattern as settings and files have it, in the order of time: there a curve is a share of the event's intensity.
 * @param {Design} design */
const elementsOf = design => design.events.toSorted((a, b) => a.time - b.time).map(({ place, ...event }) => event.curve ? { ...event, intensity: 1 } : event)

/** The options for the engine.
 * @param {Design} design @param {number} beats */
export const optionsOf = (design, beats) => ({ ...settingsOf(design), bpm: design.bpm, beats })

/** @param {Design} design */
const settingsOf = design => ({ settings: { heartbeat: { pattern: elementsOf(design), timeBase: 'fixed' } } })

/** The file for `lubdub pattern`.
 * @param {Design} design */
export const patternFile = design => `${JSON.stringify(settingsOf(design).settings, null, 2)}\n`

/** @param {number} value @param {number} low @param {number} high */
const within = (value, low, high) => Math.min(high, Math.max(low, value))
/** @param {number} value */
export const tidy = value => Number(value.toFixed(9))

/** A time on the grid, or on whole milliseconds without a grid.
 * @param {Design} design @param {number} time @param {number} grid the number of parts of a beat; 0 for no grid */
export function snapped(design, time, grid) {
  const step = grid > 0 ? period(design) / grid : 0.001
  return tidy(Math.round(time / step) * step)
}

/** Another event in the place of one.
 * @param {Design} design @param {number} index @param {PatternEvent} event @returns {Design} */
const withEvent = (design, index, event) => ({ ...design, events: design.events.with(index, peaked(event)) })

/** A curve is as strong as its strongest point.
 * @param {PatternEvent} event @returns {PatternEvent} */
export function peaked(event) {
  if (!event.curve) return event
  const peak = event.curve.reduce((most, point) => point.intensity > most.intensity ? point : most)
  return { ...event, intensity: peak.intensity, sharpness: peak.sharpness }
}

/** Moves a handle, which stops at its neighbors.
 * @param {Design} design @param {Place} place @param {Partial<Point>} change @returns {Design} */
export function moved(design, { event: index, point }, change) {
  const event = design.events[index]
  const level = {
    ...change.intensity === undefined ? {} : { intensity: within(tidy(change.intensity), 0, 1) },
    ...change.sharpness === undefined ? {} : { sharpness: within(tidy(change.sharpness), 0, 1) },
  }
  if (!event.curve) {
    const leveled = { ...event, ...level }
    if (change.time === undefined) return withEvent(design, index, leveled)
    if (point === 0) return withEvent(design, index, { ...leveled, time: within(tidy(change.time), 0, longest) })
    return withEvent(design, index, { ...leveled, duration: within(tidy(change.time - event.time), shortest, longest) })
  }
  const { curve, duration = 0 } = event
  const known = curve[point]
  const put = (/** @type {number} */ time) => curve.with(point, { ...known, ...level, time })
  if (change.time === undefined) return withEvent(design, index, { ...event, curve: put(known.time) })
  if (point === 0) return withEvent(design, index, { ...event, curve: put(known.time), time: within(tidy(change.time - known.time), 0, longest) })
  const isEnd = point === curve.length - 1 && known.time === duration
  const low = curve[point - 1].time + (isEnd ? shortest : 0)
  const time = tidy(within(change.time - event.time, low, isEnd ? longest : curve[point + 1]?.time ?? duration))
  return withEvent(design, index, { ...event, curve: put(time), duration: isEnd ? time : duration })
}

/** Makes a tap a vibration, or the other way round, or stretches a vibration with its curve.
 * @param {Design} design @param {number} index @param {number} duration 0 for a tap @returns {Design} */
export function lasting(design, index, duration) {
  const { duration: old, curve, ...tap } = design.events[index]
  if (duration < shortest) return withEvent(design, index, tap)
  const length = tidy(Math.min(duration, longest))
  const stretched = curve?.map(point => ({ ...point, time: Math.min(length, tidy(point.time * length / (old ?? length))) }))
  return withEvent(design, index, { ...tap, duration: length, ...stretched ? { curve: stretched } : {} })
}

/** @param {Design} design @param {PatternEvent} event @returns {Design} */
export const withMore = (design, event) => ({ ...design, events: [...design.events, event] })

/** Adds a point in the middle of the widest gap of a vibration.
 * @param {Design} design @param {number} index of a vibration @returns {{design: Design, point: number}} */
export function withPoint(design, index) {
  const event = design.events[index]
  const { intensity, sharpness, duration = 0 } = event
  const curve = event.curve ?? [0, duration].map(time => ({ time, intensity, sharpness }))
  let at = 1
  for (let i = 2; i < curve.length; i++) {
    if (curve[i].time - curve[i - 1].time > curve[at].time - curve[at - 1].time) at = i
  }
  const [a, b] = [curve[at - 1], curve[at] ?? { ...curve[at - 1], time: duration }]
  const middle = (/** @type {keyof Point} */ name) => tidy((a[name] + b[name]) / 2)
  const point = { time: middle('time'), intensity: middle('intensity'), sharpness: middle('sharpness') }
  return { design: withEvent(design, index, { ...event, curve: curve.toSpliced(at, 0, point) }), point: at }
}

/** The time with room for a tap: the middle of the widest gap of a beat.
 * @param {Design} design */
export function freeTime(design) {
  const starts = elementsOf(design)
  const gaps = starts.map((event, i) => [endOf(event), starts[i + 1]?.time ?? period(design)])
  const [from, to] = gaps.reduce((most, gap) => gap[1] - gap[0] > most[1] - most[0] ? gap : most)
  return (from + to) / 2
}

/** One beat of a loop: sound after its end wraps to its start.
 * @param {Float32Array} samples @param {number} count of the samples of a beat */
export function folded(samples, count) {
  const beat = new Float32Array(count)
  samples.forEach((sample, i) => { beat[i % count] += sample })
  return beat
}

/** @param {Design} design @param {Place} place */
export function nameOf({ events }, { event, point }) {
  const one = events[event]
  const name = one.duration === undefined ? 'Tap' : 'Vibration'
  const part = one.duration === undefined ? '' : one.curve ? `, point ${point + 1} of ${one.curve.length}` : point === 0 ? ', start' : ', end'
  return `${name} ${event + 1} of ${events.length}${part}${one.place ? `, ${one.place}` : ''}`
}

/** The key of a handle in a selection.
 * @param {Place} place */
export const keyOfPlace = ({ event, point }) => `${event}.${point}`

/** Every handle of a pattern.
 * @param {Design} design @returns {Place[]} */
export const placesOf = design => design.events.flatMap((event, index) => handlesOf(event).map((_, point) => ({ event: index, point })))

/** @param {Place[]} places @returns {Map<number, Set<number>>} their points, event by event */
function pointsOf(places) {
  /** @type {Map<number, Set<number>>} */ const points = new Map()
  for (const { event, point } of places) points.set(event, (points.get(event) ?? new Set()).add(point))
  return points
}

/** Moves several handles by the same steps, until the first of them meets a limit. With its first point, an event moves as a whole; points of a curve stop at their neighbors.
 * @param {Design} design @param {Place[]} places @param {Partial<Point>} by @returns {Design} */
export function movedTogether(design, places, by) {
  const all = pointsOf(places)
  const rooms = [...all].map(([event, points]) => roomOf(design.events[event], points, by.time ?? 0))
  const time = Math.sign(by.time ?? 0) * Math.max(0, Math.min(Math.abs(by.time ?? 0), ...rooms))
  const points = places.map(({ event, point }) => handleOf(design.events[event], point))
  const step = (/** @type {'intensity' | 'sharpness'} */ name) => {
    const values = points.map(point => point[name])
    return within(by[name] ?? 0, -Math.min(...values), 1 - Math.max(...values))
  }
  const [strength, sharpness] = [step('intensity'), step('sharpness')]
  return [...all].reduce((next, [index, points]) => {
    const event = next.events[index]
    const level = (/** @type {Point} */ point) => ({ intensity: tidy(point.intensity + strength), sharpness: tidy(point.sharpness + sharpness) })
    const isWhole = points.has(0)
    const start = isWhole ? within(tidy(event.time + time), 0, longest) : event.time
    if (!event.curve) {
      const end = isWhole || event.duration === undefined ? {} : { duration: within(tidy(event.duration + time), shortest, longest) }
      return withEvent(next, index, { ...event, ...level(event), ...end, time: start })
    }
    const step = isWhole ? 0 : freeStep(event, points, time)
    const curve = event.curve.map((point, i) => points.has(i) ? { time: tidy(point.time + step), ...level(point) } : point)
    const isEnd = points.has(curve.length - 1) && event.curve[curve.length - 1].time === event.duration
    return withEvent(next, index, { ...event, time: start, curve, duration: isEnd ? curve[curve.length - 1].time : event.duration })
  }, design)
}

/** @param {PatternEvent} event @param {Set<number>} points of it @param {number} step in seconds @returns the distance that they can move to that side */
function roomOf(event, points, step) {
  if (points.has(0)) return step < 0 ? event.time : longest - event.time
  if (event.curve) return Math.abs(freeStep(event, points, step))
  return step < 0 ? (event.duration ?? 0) - shortest : longest - (event.duration ?? 0)
}

/** The distance that points of a curve can move before the first of them meets a fixed one.
 * @param {PatternEvent} event @param {Set<number>} points @param {number} step that is wished */
function freeStep({ curve = [], duration = 0 }, points, step) {
  const last = curve.length - 1
  const rooms = [...points].filter(i => !points.has(i + Math.sign(step))).map(i => {
    const isEnd = i === last && curve[i].time === duration
    if (step > 0) return i < last ? curve[i + 1].time - curve[i].time : isEnd ? longest - duration : duration - curve[i].time
    return curve[i].time - curve[i - 1].time - (isEnd ? shortest : 0)
  })
  return Math.sign(step) * Math.max(0, Math.min(Math.abs(step), ...rooms))
}

/** Removes several handles: points of a curve that keeps two points, otherwise the events. The last event stays.
 * @param {Design} design @param {Place[]} places @returns {Design} */
export function withoutAll(design, places) {
  const all = pointsOf(places)
  const events = design.events.flatMap((event, index) => {
    const points = all.get(index)
    const curve = points && event.curve?.filter((_, i) => !points.has(i))
    return !points ? [event] : curve && curve.length >= 2 ? [peaked({ ...event, curve })] : []
  })
  return events.length > 0 ? { ...design, events } : design
}
