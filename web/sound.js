// The heartbeat as sound. Events are put into the audio clock a little ahead, a few at a time, so that a
// long session costs no more than a short one.
import { lowerBound } from './scale.js'

/** How far ahead of the clock sound is scheduled, in seconds. */
const lookAhead = 0.25

export class Sound {
  /** @type {AudioContext | null} */ #context = null
  /** @type {GainNode | null} */ #output = null
  /** @type {import('./session.js').Session['events'] | null} */ #events = null
  #next = 0

  /** Starts at a moment. @param {import('./session.js').Session['events']} events @param {number} time */
  begin(events, time) {
    this.end()
    this.#events = events
    this.#next = lowerBound(events.time, time)
    try {
      this.#context ??= new AudioContext()
    } catch {
      return // A machine without sound still shows the pulse.
    }
    this.#context.resume()
    this.#output = this.#context.createGain()
    this.#output.gain.value = 0.8
    this.#output.connect(this.#context.destination)
  }

  /** Silences what was scheduled. */
  end() {
    this.#output?.disconnect()
    this.#output = null
    this.#events = null
  }

  /** Schedules what comes next. @param {number} time of the session now @param {number} speed */
  schedule(time, speed) {
    const [events, context] = [this.#events, this.#context]
    if (!events || !context || !this.#output) return
    while (this.#next < events.time.length && events.time[this.#next] < time + lookAhead * speed) {
      const i = this.#next++
      const delay = Math.max(0, (events.time[i] - time) / speed)
      this.#tone(context.currentTime + delay, events, i, speed)
    }
  }

  /**
   * One event: a decaying tone for a transient, a steady one for a continuous event.
   * @param {number} start @param {import('./session.js').Session['events']} events @param {number} i
   * @param {number} speed
   */
  #tone(start, events, i, speed) {
    const [context, output] = [this.#context, this.#output]
    if (!context || !output) return
    const tone = context.createOscillator()
    const level = context.createGain()
    const strength = events.intensity[i] * 0.9
    const length = events.duration[i] / speed
    // The band in which speakers can be heard: sharpness 0 is 65 Hz, 1 is 300 Hz.
    tone.frequency.setValueAtTime((65 + 235 * events.sharpness[i]) * 1.4, start)
    tone.frequency.exponentialRampToValueAtTime(50 + 200 * events.sharpness[i], start + 0.12)
    level.gain.setValueAtTime(0, start)
    level.gain.linearRampToValueAtTime(strength, start + 0.004)
    if (length > 0) level.gain.setValueAtTime(strength, start + length)
    level.gain.exponentialRampToValueAtTime(0.0001, start + length + 0.14)
    tone.connect(level).connect(output)
    tone.start(start)
    tone.stop(start + length + 0.16)
  }
}
