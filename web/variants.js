// Named variants of the settings, with their figures side by side; a change of variant goes on playing, to compare by ear.
import { make, table } from './elements.js'
import { figuresOf } from './figures.js'
import { View } from './entry.js'

const variantNames = ['A', 'B', 'C']

export class Variants {
  /** @type {Map<string, any>} settings by name */ settings = new Map()
  current = variantNames[0]
  /** Figures of the session that is shown, by variant.
   * @type {Map<string, {name: string, text: string}[]>} */
  #figures = new Map()
  #shown = ''

  /** @param {HTMLElement} place @param {HTMLElement} figures @param {(settings: any) => void} onChoose */
  constructor(place, figures, onChoose) {
    this.figures = figures
    this.buttons = variantNames.map(name => {
      const button = make('button', { type: 'button', textContent: name, ariaLabel: `Variant ${name}` })
      button.addEventListener('click', () => {
        this.current = name
        onChoose(this.settings.get(name) ?? null)
        this.#mark()
      })
      return button
    })
    place.append(...this.buttons)
    this.#mark()
  }

  #mark() {
    this.buttons.forEach((button, i) => {
      button.ariaPressed = String(variantNames[i] === this.current)
      button.title = this.settings.has(variantNames[i]) ? '' : 'A copy of what is shown, to change and compare'
    })
  }

  /** Takes the settings that hold for the present variant.
   * @param {any} settings */
  hold(settings) {
    this.settings.set(this.current, settings)
    this.#mark()
  }

  /** Shows the figures of each variant that has run.
   * @param {import('./entry.js').Entry} entry that has run with the settings of the present variant */
  show(entry) {
    if (entry.name !== this.#shown) this.#figures.clear()
    this.#shown = entry.name
    this.#figures.set(this.current, figuresOf(new View(entry), entry.session))
    const known = variantNames.filter(name => this.#figures.has(name))
    this.figures.hidden = known.length < 2
    const first = this.#figures.get(known[0]) ?? []
    this.figures.replaceChildren(table('Figures of the variants', ['Figure', ...known], first.map(({ name }) =>
      [name, ...known.map(one => this.#figures.get(one)?.find(figure => figure.name === name)?.text ?? '–')])))
  }
}
