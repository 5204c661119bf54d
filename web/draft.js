// The settings that a person tries: those that hold, those that are refused, and those before.
import { EngineError } from './engine.js'

const oneMove = 800 // moves of one control that are nearer to each other than this are one step back, in milliseconds

export class Draft {
  /** @type {any} what the controls show; what `refusal` is about where there is one */ shown
  /** @type {any} the last settings that the engine took, complete */ held
  /** @type {any} what `reset` comes back to */ base
  /** @type {Refusal | null} */ refusal = null
  /** @type {any[]} */ #past = []
  /** @type {any[]} */ #future = []
  #last = { key: '', time: -Infinity }

  /** @param {any} settings that hold
   * @param {(settings: any) => any} complete adds what is left out; throws `EngineError` for what is refused @param {() => void} onChange */
  constructor(settings, complete, onChange) {
    this.complete = complete
    this.onChange = onChange
    this.begin(settings)
  }

  /** @param {any} settings that hold */
  begin(settings) {
    this.shown = this.held = this.base = settings
    this.refusal = null
    this.#past = []
    this.#future = []
  }

  /** Takes settings, or keeps them marked where they are refused.
   * @param {any} settings @param {string} [key] of the control that was moved */
  propose(settings, key = '') {
    try {
      const next = this.complete(settings)
      const now = performance.now()
      const isSameMove = key !== '' && key === this.#last.key && now - this.#last.time < oneMove
      if (!isSameMove && JSON.stringify(next) !== JSON.stringify(this.held)) this.#past.push(this.held)
      this.#last = { key, time: now }
      this.#future = []
      this.#hold(next)
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      this.shown = settings
      this.refusal = { key, message: error.message }
    }
    this.onChange()
  }

  /** The settings before the last step. What is refused is taken back first. */
  undo() {
    if (this.refusal) this.#hold(this.held)
    else if (this.#past.length > 0) {
      this.#future.push(this.held)
      this.#hold(this.#past.pop())
    }
    this.onChange()
  }
  redo() {
    if (this.#future.length === 0) return
    this.#past.push(this.held)
    this.#hold(this.#future.pop())
    this.onChange()
  }

  get canUndo() { return this.refusal !== null || this.#past.length > 0 }
  get canRedo() { return this.#future.length > 0 }

  /** @param {any} settings */
  #hold(settings) {
    this.shown = this.held = settings
    this.refusal = null
  }
}
