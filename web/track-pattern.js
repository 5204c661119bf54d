// A haptic file: intensity and sharpness of its events, and the resulting motion of the actuator.
import { eachColumn } from './columns.js'
import { rounded, seconds } from './numbers.js'
import { lowerBound } from './scale.js'
import { clipped, drawLevels, vertical } from './track.js'

/** @param {View} view */
export function patternTracks(view) {
  return [eventTrack(view, 'intensity'), eventTrack(view, 'sharpness'), accelerationTrack(view)].flatMap(track => track ?? [])
}

/** @param {View} view @param {'intensity' | 'sharpness'} what @returns {Track} */
function eventTrack(view, what) {
  const { events, curves } = view.session
  return {
    title: what === 'intensity' ? 'Intensity' : 'Sharpness',
    height: 96,
    draw(drawing) {
      const { context, colors, scale } = drawing
      const y = vertical(drawing, 0, 1.05)
      drawLevels(drawing, [0, 0.5, 1], y, value => `${value}`)
      clipped(drawing, () => events.time.forEach((time, i) => {
        if (time > scale.to || time + events.duration[i] < scale.from) return
        const x = scale.x(time)
        if (events.duration[i] === 0) {
          context.fillStyle = colors.beat
          const top = y(events[what][i])
          if (what === 'intensity') context.fillRect(x - 1, top, 2, y(0) - top)
          context.fillRect(x - 2.5, top - 2.5, 5, 5)
          return
        }
        context.beginPath()
        for (const [at, value] of courseOf(events, curves, i, what)) context.lineTo(scale.x(time + at), y(value))
        context.strokeStyle = colors.estimate
        context.lineWidth = 1.5
        context.stroke()
        if (what === 'sharpness') return
        context.lineTo(scale.x(time + events.duration[i]), y(0))
        context.lineTo(x, y(0))
        context.fillStyle = colors.interval
        context.fill()
      }))
    },
    read(time) {
      const found = [...events.time.keys()].filter(i => events.time[i] <= time + 0.005 && time <= events.time[i] + Math.max(events.duration[i], 0.05))
      if (found.length === 0) return 'none'
      return found.slice(-3).map(i => `${rounded(valueAt(courseOf(events, curves, i, what), time - events.time[i]), 2)} `
        + (events.duration[i] === 0 ? `at ${seconds(events.time[i])}` : `for ${seconds(events.duration[i])}`)).join(', ')
    },
  }
}

/** The course of an event: pairs of time from its start and value.
 * @param {Events} events @param {Session['curves']} curves
 * @param {number} i the index of the event @param {'intensity' | 'sharpness'} what @returns {[number, number][]} */
function courseOf(events, curves, i, what) {
  /** @type {[number, number][]} */ const points = []
  for (let k = lowerBound(curves.event, i); curves.event[k] === i; k++) points.push([curves.time[k], curves[what][k]])
  return points.length > 0 ? points : [[0, events[what][i]], [events.duration[i], events[what][i]]]
}

/** @param {[number, number][]} course @param {number} time */
function valueAt(course, time) {
  const next = course.findIndex(([at]) => at > time)
  if (next <= 0) return (next === 0 ? course[0] : course[course.length - 1])[1]
  const [[from, a], [to, b]] = [course[next - 1], course[next]]
  return a + (b - a) * (time - from) / (to - from)
}

/** @param {View} view @returns {Track | null} null if it was not rendered */
function accelerationTrack(view) {
  const { acceleration } = view.session
  if (!acceleration) return null
  const { times, values } = acceleration
  const level = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0.01)
  return {
    title: 'Acceleration (wideband actuator)',
    height: 96,
    draw(drawing) {
      const y = vertical(drawing, -level, level)
      drawLevels(drawing, [-level, 0, level], y, value => `${rounded(value, 2)}`)
      drawing.context.fillStyle = drawing.colors.power
      clipped(drawing, () => eachColumn(times, values, drawing.scale, (x, low, high) =>
        drawing.context.fillRect(Math.floor(x), y(high), 1, Math.max(1, y(low) - y(high)))))
    },
    read(time) {
      const [from, to] = [lowerBound(times, time - 0.005), lowerBound(times, time + 0.005)]
      const peak = values.subarray(from, to).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
      return `up to ${rounded(peak, 3)}`
    },
  }
}
