// The heartbeat as sound and touch: the samples that the engine renders, which are those of `lubdub run --wav`; the
// vibration of phones and game controllers; and a pulse to see beside it. A long session, or a page without engine, is
// played by tones that are scheduled a little ahead.
import { lowerBound } from './scale.js'

/** How far ahead of the clock tones are scheduled, in seconds. */
const lookAhead = 0.25

/** Longer sessions take too much memory as samples, in seconds. */
const longestRendering = 600

const sampleRate = 48000

/** @type {AudioContext | null} of the page, once something is to be heard */ let known = null

/** What plays sound; null on a machine without sound, which still shows the pulse. */
function speaker() {
  try {
    known ??= new AudioContext({ sampleRate })
  } catch {
    return null
  }
  known.resume()
  return known
}

export class Sound {
  /** @type {GainNode | null} */ #output = null
  /** The events of the tones; null where samples are played.
   * @type {import('./session.js').Session['events'] | null} */
  #events = null
  #next = 0
  /** @type {{samples: Float32Array, of: object} | null} */ #rendered = null

  /** @param {(rate: number) => Promise<Float32Array | null>} render the session as samples; null where there is no engine */
  constructor(render) {
    this.render = render
  }

  /** Starts at a moment.
   * @param {import('./session.js').Session['events']} events @param {number} time
   * @param {number} speed @param {number} duration of the session */
  async begin(events, time, speed, duration) {
    this.end()
    const context = speaker()
    if (!context) return
    const [output, asked] = [context.createGain(), performance.now()]
    this.#output = output
    output.connect(context.destination)
    const samples = duration <= longestRendering ? await this.#samples(events) : null
    // Ended, or begun anew, while it was rendered.
    if (this.#output !== output) return
    const now = time + (performance.now() - asked) / 1000 * speed
    if (samples && samples.length > 0) return play(samples, output, now, speed)
    this.#events = events
    this.#next = lowerBound(events.time, now)
  }

  /** Silences what was scheduled. */
  end() {
    this.#output?.disconnect()
    this.#output = null
    this.#events = null
  }

  /** The rendering of the run, kept until there is another.
   * @param {object} events */
  async #samples(events) {
    if (this.#rendered?.of === events) return this.#rendered.samples
    const samples = await this.render(sampleRate)
    this.#rendered = samples && { samples, of: events }
    return samples
  }

  /** Schedules the tones that come next.
   * @param {number} time of the session now @param {number} speed */
  schedule(time, speed) {
    const [events, output] = [this.#events, this.#output]
    if (!events || !output) return
    while (this.#next < events.time.length && events.time[this.#next] < time + lookAhead * speed) {
      const i = this.#next++
      const delay = Math.max(0, (events.time[i] - time) / speed)
      playTone(output, delay, events, i, speed)
    }
  }
}

/** @param {Float32Array} samples @param {AudioNode} output @param {number} time @param {number} speed */
function play(samples, output, time, speed) {
  const source = new AudioBufferSourceNode(output.context)
  source.buffer = new AudioBuffer({ length: samples.length, sampleRate })
  source.buffer.copyToChannel(samples, 0)
  source.playbackRate.value = speed
  source.connect(output)
  source.start(0, Math.min(time, source.buffer.duration))
}

/** Events as tones, each when it is asked to. */
export class Tones {
  /** @type {AudioContext | null} */ #context = null

  open() { this.#context = speaker() }

  close() { this.#context?.suspend() }

  /** @param {import('./session.js').Events} events @param {number} i @param {number} delay until it begins, in seconds */
  play(events, i, delay) {
    if (this.#context) playTone(this.#context.destination, delay, events, i, 1)
  }
}

/** One event: a decaying tone for a transient, a steady one for a continuous event.
 * @param {AudioNode} output @param {number} delay @param {import('./session.js').Events} events @param {number} i @param {number} speed */
function playTone(output, delay, events, i, speed) {
  const start = output.context.currentTime + delay
  const tone = new OscillatorNode(output.context)
  const level = new GainNode(output.context)
  const strength = Math.max(0.001, events.intensity[i] * 0.8)
  const length = events.duration[i] / speed
  // Sharpness 0 is 65 Hz, 1 is 300 Hz, as in the WAV.
  tone.frequency.value = 65 + 235 * events.sharpness[i]
  level.gain.setValueAtTime(0, start)
  level.gain.linearRampToValueAtTime(strength, start + 0.004)
  if (length > 0) level.gain.setValueAtTime(strength, start + length)
  level.gain.exponentialRampToValueAtTime(0.0001, start + length + 0.14)
  tone.connect(level).connect(output)
  tone.start(start)
  tone.stop(start + length + 0.16)
}

/** @param {number} intensity 0 to 1 @param {number} duration in seconds; 0 for a transient */
export function vibrate(intensity, duration) {
  // Phones only turn their motor on and off, so that a stronger beat is a longer one.
  const length = duration > 0 ? duration * 1000 : 15 + 35 * intensity
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(length)
  for (const pad of navigator.getGamepads?.() ?? []) {
    pad?.vibrationActuator?.playEffect('dual-rumble', {
      duration: Math.max(40, length), strongMagnitude: intensity, weakMagnitude: intensity * 0.6,
    }).catch(() => {})
  }
}

/** @param {HTMLElement} heart what beats @param {number} intensity 0 to 1 @param {number} duration in seconds */
export function pulse(heart, intensity, duration) {
  const size = matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 1 + 0.45 * intensity
  heart.animate(
    [{ transform: `scale(${size})`, opacity: 1 }, { transform: 'scale(1)', opacity: 0.45 }],
    { duration: 260 + 1000 * duration, easing: 'ease-out' })
}
