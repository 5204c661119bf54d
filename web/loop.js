// One beat again and again, as sound and touch, while it is changed.
import { opened, pulse, vibrate } from './sound.js'

const fade = 0.01 // from one sound to the next, in seconds: a jump would be heard

export class Loop {
  /** @type {AudioContext | null} */ #context = null
  /** @type {{source: AudioBufferSourceNode, level: GainNode} | null} */ #sounding = null
  /** @type {{samples: Float32Array, rate: number, period: number, events: PatternEvent[]} | null} */ #beat = null
  #began = 0
  #last = 0
  isPlaying = false

  /** @param {HTMLButtonElement} button @param {HTMLElement} heart @param {(time: number) => void} onTime */
  constructor(button, heart, onTime) {
    this.button = button
    this.heart = heart
    this.onTime = onTime
    button.addEventListener('click', () => this.toggle())
  }

  /** Plays another beat, which continues at the phase of the previous one.
   * @param {Float32Array} samples of one beat @param {number} rate @param {number} period @param {PatternEvent[]} events */
  show(samples, rate, period, events) {
    const share = this.#beat ? this.#phase / this.#beat.period : 0
    this.#beat = { samples, rate, period, events }
    this.#began = performance.now() / 1000 - share * period
    this.#last = this.#phase
    if (this.isPlaying) this.#sound()
  }

  /** @returns {number} since the last beat, in seconds */
  get #phase() {
    if (!this.#beat) return 0
    return (performance.now() / 1000 - this.#began) % this.#beat.period
  }

  toggle() {
    this.isPlaying = !this.isPlaying
    this.button.textContent = this.isPlaying ? 'Stop' : 'Play'
    this.button.ariaPressed = String(this.isPlaying)
    if (!this.isPlaying) return this.#silence()
    this.#began = performance.now() / 1000
    this.#last = -1
    this.#sound()
    requestAnimationFrame(() => this.#step())
  }

  #silence() {
    const [sounding, context] = [this.#sounding, this.#context]
    this.#sounding = null
    if (!sounding || !context) return
    sounding.level.gain.setTargetAtTime(0, context.currentTime, fade / 3)
    sounding.source.stop(context.currentTime + 2 * fade)
  }

  #sound() {
    this.#silence()
    if (!this.#beat) return
    const { samples, rate } = this.#beat
    const context = this.#context = opened(this.#context, rate)
    if (!context) return
    const buffer = context.createBuffer(1, samples.length, rate)
    buffer.copyToChannel(samples, 0)
    const level = new GainNode(context, { gain: 0 })
    level.gain.setTargetAtTime(1, context.currentTime, fade / 3)
    const source = new AudioBufferSourceNode(context, { buffer, loop: true })
    source.connect(level).connect(context.destination)
    source.start(0, this.#phase)
    this.#sounding = { source, level }
  }

  #step() {
    if (!this.isPlaying || !this.#beat) return
    const now = this.#phase
    const isAround = now < this.#last
    for (const { time, intensity, duration } of this.#beat.events) {
      const at = time % this.#beat.period
      if (isAround ? at > this.#last || at <= now : at > this.#last && at <= now) {
        pulse(this.heart, intensity, duration ?? 0)
        vibrate(intensity, duration ?? 0)
      }
    }
    this.#last = now
    this.onTime(now)
    requestAnimationFrame(() => this.#step())
  }
}
