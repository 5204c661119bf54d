// The document that a person works on, as one value with all that affects a figure; and the documents before and after it.
import { EngineError } from './engine.js'

const mostKept = 100 // the number of steps, back and forward, that outlast a reload
const oneMove = 800 // moves of one control that are nearer to each other than this are one step back, in milliseconds
const firstVariant = 'A'

export class Draft {
  /** @type {any} the settings that the controls show; if there is a `refusal`, the rejected ones */ shown
  /** @type {any} the settings at first */ base
  /** @type {Refusal | null} */ refusal = null
  /** The control whose last move had no effect on the shown recording; empty for none. */ idle = ''
  /** @type {Step[]} */ #past = []
  /** @type {Step[]} */ #future = []
  #last = { key: '', time: -Infinity }

  /** @param {any} settings that are valid
   * @param {(settings: any) => any} complete adds omitted settings; throws `EngineError` for rejected ones @param {() => void} onChange */
  constructor(settings, complete, onChange) {
    this.complete = complete
    this.onChange = onChange
    this.base = this.shown = settings
    /** The document. */ this.step = this.#first
  }

  /** @param {any} settings that are valid */
  begin(settings) {
    this.base = settings
    this.#hold(this.#first)
    this.#past = []
    this.#future = []
  }

  /** The last settings that the engine accepted, complete. */
  get held() { return this.step.held }

  /** @returns {Step} */
  get #first() { return { held: this.base, truth: null, reference: null, against: null, labels: {}, variant: firstVariant, variants: {} } }

  /** The settings that a control changes: the rejected value of another control is dropped. Settings that were rejected as a whole
   * stay, because the controls show their zones.
   * @param {string} [key] of the control */
  from(key = '') { return this.refusal && this.refusal.key !== '' && this.refusal.key !== key ? this.held : this.shown }

  /** @param {any} settings @returns {any} the complete settings; null if they are rejected */
  tried(settings) {
    try {
      return this.complete(settings)
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      return null
    }
  }

  /** Applies settings, or keeps them marked if they are rejected.
   * @param {any} settings @param {string} [key] of the control that was moved @param {Partial<Step>} [more] other changes */
  propose(settings, key = '', more = {}) {
    try {
      return this.change({ ...more, held: this.complete(settings) }, key)
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      this.shown = settings
      this.refusal = { key, message: error.message }
    }
    this.onChange()
  }

  /** Changes the document.
   * @param {Partial<Step>} parts that differ @param {string} [key] of the control that was moved */
  change(parts, key = '') {
    const next = { ...this.step, ...parts }
    if (JSON.stringify(next) !== JSON.stringify(this.step)) {
      const now = performance.now()
      const isSameMove = key !== '' && key === this.#last.key && now - this.#last.time < oneMove
      if (!isSameMove) this.#past.push(this.step)
      this.#last = { key, time: now }
      this.#future = []
    }
    this.#hold(next)
    this.onChange()
  }

  /** @param {string} name of another variant: its settings, or a copy of the present settings */
  choose(name) {
    const { variant, held } = this.step
    const { [name]: chosen = held, ...others } = { ...this.step.variants, [variant]: held }
    this.change({ variant: name, variants: others, held: chosen })
  }

  /** The document before the last step. Rejected settings are undone first. */
  undo() {
    if (this.refusal) this.#hold(this.step)
    else this.#go(this.#past, this.#future)
    this.onChange()
  }
  redo() {
    this.#go(this.#future, this.#past)
    this.onChange()
  }
  /** Restores the first document. The labels of the recordings stay. */
  reset() { this.change({ ...this.#first, labels: this.step.labels }) }

  /** The document, and the documents before and after it, for a reloaded page. */
  get history() { return { past: this.#past.slice(-mostKept), step: this.step, future: this.#future.slice(-mostKept) } }

  /** Continues the steps of a page that was loaded before, if the document is the same and the engine accepts each step.
   * @param {any} history */
  resume(history) {
    if (!history?.past || JSON.stringify(history.step) !== JSON.stringify(this.step)) return
    const { past, future } = history
    if (![...past, ...future].every(({ held }) => this.tried(held))) return
    this.#past = past
    this.#future = future
    this.onChange()
  }

  /** The control that was moved last; empty if the last step was another one. */
  get lastMoved() { return this.#last.key }

  get canUndo() { return this.refusal !== null || this.#past.length > 0 }
  get canRedo() { return this.#future.length > 0 }

  /** @param {Step[]} from @param {Step[]} to */
  #go(from, to) {
    const next = from.pop()
    if (!next) return
    to.push(this.step)
    this.#last = { key: '', time: -Infinity }
    this.#hold(next)
  }

  /** @param {Step} step */
  #hold(step) {
    this.step = step
    this.shown = step.held
    this.refusal = null
  }
}
