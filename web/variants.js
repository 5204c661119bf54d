// Named variants of the settings, with their figures side by side; a change of variant goes on playing, to compare by ear.
import { button, table } from './elements.js'
import { figuresOf } from './figures.js'
import { View } from './entry.js'

const variantNames = ['A', 'B', 'C']

export class Variants {
  /** @type {Map<string, any>} settings by name */ settings = new Map()
  current = variantNames[0]
  /** @type {Map<string, {session: Session, figures: Figure[]}>} the runs of the session that is shown, by variant */ #runs = new Map()
  #shown = ''

  /** @param {HTMLElement} place @param {HTMLElement} figures @param {(settings: any) => void} onChoose */
  constructor(place, figures, onChoose) {
    this.figures = figures
    this.buttons = variantNames.map(name => button(name, () => {
      this.current = name
      onChoose(this.settings.get(name) ?? null)
      this.#mark()
    }, { ariaLabel: `Variant ${name}` }))
    place.append(...this.buttons)
    this.#mark()
  }

  #mark() {
    this.buttons.forEach((button, i) => {
      button.ariaPressed = String(variantNames[i] === this.current)
      button.title = this.settings.has(variantNames[i]) ? '' : 'A copy of what is shown, to change and compare'
    })
  }

  /** @param {any} settings */
  hold(settings) {
    this.settings.set(this.current, settings)
    this.#mark()
  }

  /** @param {Entry} entry @returns the other variants that have run over an entry */
  runsBeside({ name: shown }) {
    return shown !== this.#shown ? [] : [...this.#runs].filter(([name]) => name !== this.current).map(([name, { session }]) => ({ name: `variant ${name}`, session }))
  }

  /** @param {Entry} entry that has run with the settings of the present variant */
  show(entry) {
    if (entry.name !== this.#shown) this.#runs.clear()
    this.#shown = entry.name
    this.#runs.set(this.current, { session: entry.session, figures: figuresOf(new View(entry), entry.session) })
    const known = variantNames.filter(name => this.#runs.has(name))
    this.figures.hidden = known.length < 2
    const first = this.#runs.get(known[0])?.figures ?? []
    this.figures.replaceChildren(table('Figures of the variants', ['Figure', ...known], first.map(({ name }) =>
      [name, ...known.map(one => this.#runs.get(one)?.figures.find(figure => figure.name === name)?.text ?? '–')])))
  }
}
