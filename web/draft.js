// The settings that a person tries: those that hold, those that are refused, and those before.
import { EngineError } from './engine.js'

const oneMove = 800 // moves of one control that are nearer to each other than this are one step back, in milliseconds

export class Draft {
  /** @type {any} what the controls show; what `refusal` is about where there is one */ shown
  /** @type {any} the last settings that the engine took, complete */ held
  /** @type {any} what `reset` comes back to */ base
  /** @type {number[] | null} the edges that the truth of every trace is cut by; null for those that each trace came with */ truth = null
  /** @type {Refusal | null} */ refusal = null
  /** @type {Step[]} */ #past = []
  /** @type {Step[]} */ #future = []
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
    this.base = settings
    this.#hold({ held: settings, truth: null })
    this.#past = []
    this.#future = []
  }

  /** Takes settings, or keeps them marked where they are refused.
   * @param {any} settings @param {string} [key] of the control that was moved @param {number[] | null} [truth] */
  propose(settings, key = '', truth = this.truth) {
    try {
      const next = { held: this.complete(settings), truth }
      if (JSON.stringify(next) !== JSON.stringify(this.#step)) {
        const now = performance.now()
        const isSameMove = key !== '' && key === this.#last.key && now - this.#last.time < oneMove
        if (!isSameMove) this.#past.push(this.#step)
        this.#last = { key, time: now }
        this.#future = []
      }
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
    if (this.refusal) this.#hold(this.#step)
    else this.#go(this.#past, this.#future)
    this.onChange()
  }
  redo() {
    this.#go(this.#future, this.#past)
    this.onChange()
  }
  /** The settings at first, and the truth that each trace came with. */
  reset() { this.propose(this.base, '', null) }

  get canUndo() { return this.refusal !== null || this.#past.length > 0 }
  get canRedo() { return this.#future.length > 0 }

  /** @returns {Step} */
  get #step() { return { held: this.held, truth: this.truth } }

  /** @param {Step[]} from @param {Step[]} to */
  #go(from, to) {
    const next = from.pop()
    if (!next) return
    to.push(this.#step)
    this.#last = { key: '', time: -Infinity }
    this.#hold(next)
  }

  /** @param {Step} step */
  #hold({ held, truth }) {
    this.shown = this.held = held
    this.truth = truth
    this.refusal = null
  }
}
