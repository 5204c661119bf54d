// Plays the heartbeat: a clock along the session, sound, a visible pulse, vibration.
import { lowerBound } from './scale.js'
import { pulse, Sound, vibrate } from './sound.js'

export class Player {
  /** @type {Events | null} */ #events = null
  #duration = 0
  #time = 0
  #isPlaying = false
  /** The time at which the clock was last read, in seconds of the sound's clock. */ #before = 0
  /** @type {Sound} */ #sound
  speed = 1
  /** @type {{from: number, to: number} | null} the part that is played again and again; null for none */ loop = null

  /** @param {object} parts @param {HTMLButtonElement} parts.button @param {HTMLElement} parts.heart @param {() => boolean} parts.isHeard
   * @param {(rate: number) => Promise<Float32Array | null>} parts.render see `Sound`
   * @param {(time: number) => void} parts.onTime the clock has moved */
  constructor(parts) {
    this.parts = parts
    this.#sound = new Sound(parts.render)
    parts.button.addEventListener('click', () => this.toggle())
  }

  /** @param {View} view */
  show(view) {
    this.#events = view.session.events
    this.#duration = view.duration
    this.#time = Math.min(this.#time, this.#duration)
    this.beginSound()
  }

  /** Restarts the sound from here: the session, the speed or the wish to hear it has changed. */
  beginSound() {
    this.#sound.end()
    if (!this.#isPlaying || !this.#events || !this.parts.isHeard()) return
    this.#sound.begin(this.#events, this.#time, this.speed, this.#duration)
  }

  /** @param {number} time */
  seek(time) {
    this.move(time)
    this.parts.onTime(time)
  }

  /** @param {number} time */
  move(time) {
    this.#time = time
    this.beginSound()
  }

  toggle() {
    if (this.#isPlaying) this.pause()
    else this.#play()
  }
  start() { if (!this.#isPlaying) this.#play() }

  pause() {
    this.#isPlaying = false
    this.#sound.end()
    this.parts.button.textContent = 'Play'
    this.parts.button.ariaPressed = 'false'
  }

  #play() {
    if (!this.#events) return
    if (this.#time >= this.#duration - 0.01) this.#time = 0
    if (this.loop && (this.#time < this.loop.from || this.#time >= this.loop.to)) this.#time = this.loop.from
    this.#isPlaying = true
    this.parts.button.textContent = 'Pause'
    this.parts.button.ariaPressed = 'true'
    this.beginSound()
    this.#before = performance.now() / 1000
    requestAnimationFrame(() => this.#step())
  }

  #step() {
    const events = this.#events
    if (!this.#isPlaying || !events) return
    const now = performance.now() / 1000
    const from = this.#time
    this.#time = Math.min(this.#duration, from + (now - this.#before) * this.speed)
    this.#before = now
    this.#sound.schedule(this.#time, this.speed)
    for (let i = lowerBound(events.time, from); events.time[i] < this.#time; i++) {
      pulse(this.parts.heart, events.intensity[i], events.duration[i])
      vibrate(events.intensity[i], events.duration[i])
    }
    if (this.loop && this.#time >= this.loop.to) this.seek(this.loop.from)
    else this.parts.onTime(this.#time)
    if (this.#time >= this.#duration) return this.pause()
    requestAnimationFrame(() => this.#step())
  }
}
