// The heart that sets the tempo: beats per minute over time.
import { quantile } from './columns.js'
import { rounded } from './numbers.js'
import { lowerBound, ticks } from './scale.js'
import { clipped, drawLevels, drawLine, vertical } from './track.js'

const longestShown = 3 // the time for which an interval is shown after its end, in seconds

/** The rate of a heart: the intervals that count as a tempo, each at its end.
 * @param {{ends: number[], intervals: number[]} | null | undefined} heart @returns {Series | null} beats per minute; null for none */
export function rateOf(heart) {
  if (!heart) return null
  const some = heart.intervals.flatMap((interval, i) => (interval >= 0.2 && interval <= 3 ? [i] : []))
  return { times: Float64Array.from(some, i => heart.ends[i]), values: Float64Array.from(some, i => 60 / heart.intervals[i]) }
}

/** The rate within a session: the middle one, and in words such as `71 beats/min (65 to 78)`.
 * @param {Series} rate @param {number} end of the session */
export function rateWithin({ times, values }, end) {
  const within = values.subarray(lowerBound(times, 0), lowerBound(times, end + 1e-9))
  const [low, middle, high] = [0, 0.5, 1].map(share => quantile(within, share))
  if (middle === undefined) return { value: null, text: 'silent', short: '–' }
  const short = rounded(middle, 0)
  return { value: middle, text: `${short} beats/min (${rounded(low, 0)} to ${rounded(high, 0)})`, short }
}

/** @param {View} view @returns {Track | null} null if no heart sets the tempo */
export function pulseTrack({ rate }) {
  if (!rate) return null
  const { times, values } = rate
  const [low, high] = [(quantile(values, 0.001) ?? 60) - 5, (quantile(values, 0.999) ?? 60) + 5]
  return {
    title: 'Pulse, beats/min',
    height: 84,
    draw(drawing) {
      const y = vertical(drawing, low, high)
      drawLevels(drawing, ticks(low, high, 3), y, value => `${value}`)
      clipped(drawing, () => drawLine(drawing, times, values, y, { color: drawing.colors.pulse, width: 1.75 }))
    },
    read(time) {
      const i = lowerBound(times, time + 1e-9) - 1
      return i < 0 || time - times[i] > longestShown ? 'silent' : `${rounded(values[i], 0)} beats/min`
    },
  }
}
