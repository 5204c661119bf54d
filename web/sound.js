// The heartbeat as sound and touch: the samples that the engine renders, like `lubdub run --wav`; the
// vibration of phones and game controllers; and a visible pulse. A long session, or a page without engine, is
// played by tones that are scheduled a little ahead.
import { lowerBound } from './scale.js'

const lookAhead = 0.25 // the time by which tones are scheduled ahead of the clock, in seconds
const longestRendering = 600 // longer sessions take too much memory as samples, in seconds

const sampleRate = 48000

/** @param {AudioContext | null} known @param {number} rate @returns the awake context; null on a machine without sound, which still shows the pulse */
export function opened(known, rate = sampleRate) {
  try {
    const context = known ?? new AudioContext({ sampleRate: rate })
    context.resume()
    return context
  } catch {
    return null
  }
}

export class Sound {
  /** @type {AudioContext | null} */ #context = null
  /** @type {GainNode | null} */ #output = null
  /** @type {Events | null} the events of the tones; null if samples are played */ #events = null
  #next = 0
  /** @type {{samples: Float32Array, of: object} | null} */ #rendered = null

  /** @param {(rate: number) => Promise<Float32Array | null>} render the session as samples; null without an engine */
  constructor(render) { this.render = render }

  /** @param {Events} events @param {number} time @param {number} speed @param {number} duration of the session */
  async begin(events, time, speed, duration) {
    this.end()
    this.#context = opened(this.#context)
    if (!this.#context) return
    this.#output = this.#context.createGain()
    this.#output.connect(this.#context.destination)
    const [output, asked] = [this.#output, performance.now()]
    const samples = duration <= longestRendering ? await this.#samples(events) : null
    // It was stopped or restarted during rendering.
    if (this.#output !== output) return
    const now = time + (performance.now() - asked) / 1000 * speed
    if (samples && samples.length > 0) return this.#play(samples, now, speed)
    this.#events = events
    this.#next = lowerBound(events.time, now)
  }
  end() {
    this.#output?.disconnect()
    this.#output = null
    this.#events = null
  }

  /** @param {object} events @returns the rendering of the run, kept until there is another */
  async #samples(events) {
    if (this.#rendered?.of === events) return this.#rendered.samples
    const samples = await this.render(sampleRate)
    this.#rendered = samples && { samples, of: events }
    return samples
  }

  /** @param {Float32Array} samples @param {number} time @param {number} speed */
  #play(samples, time, speed) {
    if (!this.#context || !this.#output) return
    const buffer = this.#context.createBuffer(1, samples.length, sampleRate)
    buffer.copyToChannel(samples, 0)
    const source = this.#context.createBufferSource()
    source.buffer = buffer
    source.playbackRate.value = speed
    source.connect(this.#output)
    source.start(0, Math.min(time, buffer.duration))
  }

  /** @param {number} time of the session now @param {number} speed */
  schedule(time, speed) {
    const [events, context] = [this.#events, this.#context]
    if (!events || !context || !this.#output) return
    while (this.#next < events.time.length && events.time[this.#next] < time + lookAhead * speed) {
      const i = this.#next++
      const delay = Math.max(0, (events.time[i] - time) / speed)
      playTone(this.#output, context.currentTime + delay, events, i, speed)
    }
  }
}

/** One event: a decaying tone for a transient, a steady one for a continuous event.
 * @param {AudioNode} output @param {number} start @param {Events} events @param {number} i @param {number} speed */
export function playTone(output, start, events, i, speed) {
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

/** @param {HTMLElement} heart the element that pulses @param {number} intensity 0 to 1 @param {number} duration in seconds */
export function pulse(heart, intensity, duration) {
  const size = matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 1 + 0.45 * intensity
  heart.animate(
    [{ transform: `scale(${size})`, opacity: 1 }, { transform: 'scale(1)', opacity: 0.45 }],
    { duration: 260 + 1000 * duration, easing: 'ease-out' })
}
