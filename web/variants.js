// Named variants of the settings, with their figures side by side; playback continues across a change, to compare by ear.
import { button, table } from './elements.js'
import { figuresOf } from './figures.js'
import { View } from './entry.js'
import { differences, settingAt, valueText } from './settings.js'
import { labelOf } from './words.js'

const variantNames = ['A', 'B', 'C']

export class Variants {
  /** @type {Map<string, Session>} by the inputs of each run */ #runs = new Map()
  /** @type {{name: string, session: Session}[]} the runs of the other variants over the shown entry */ beside = []

  /** @param {HTMLElement} place @param {HTMLElement} figures @param {Draft} draft */
  constructor(place, figures, draft) {
    this.figures = figures
    this.draft = draft
    this.buttons = variantNames.map(name => button(name, () => draft.choose(name), { ariaLabel: `Variant ${name}` }))
    place.append(...this.buttons)
    this.mark()
  }

  mark() {
    const { variant, variants } = this.draft.step
    this.buttons.forEach((button, i) => {
      button.ariaPressed = String(variantNames[i] === variant)
      button.title = variantNames[i] === variant || variantNames[i] in variants ? '' : 'A copy of what is shown, to change and compare'
    })
  }

  /** Shows the figures of all variants, and runs those that have not run.
   * @param {Entry} entry that has run @param {CatalogEntry[]} catalog @param {(settings: any) => Promise<Session | null>} run null if that takes too long */
  async show(entry, catalog, run) {
    const { step, base } = this.draft
    const { ran, session } = entry
    const all = Object.entries({ ...step.variants, [step.variant]: step.held }).sort(([a], [b]) => (a < b ? -1 : 1))
    /** @type {Map<string, Session>} */ const runs = new Map()
    /** @type {{name: string, settings: any, session: Session}[]} */ const known = []
    for (const [name, settings] of all) {
      const made = JSON.stringify(entry.partsOf({ ...step, held: settings }, base))
      const found = made === ran ? session : this.#runs.get(made) ?? await run(settings)
      if (ran !== entry.ran || step !== this.draft.step) return
      if (!found) continue
      runs.set(made, found)
      known.push({ name, settings, session: found })
    }
    if (known.length === 0) return
    this.#runs = runs
    this.beside = known.filter(({ name }) => name !== step.variant).map(({ name, session }) => ({ name: `variant ${name}`, session }))
    this.figures.hidden = known.length < 2
    const view = new View(entry)
    const figures = known.map(({ session }) => figuresOf(view, session))
    const rows = figures[0].map(({ name }) => [name, ...figures.map(one => one.find(figure => figure.name === name)).map(figure => figure ? [figure.text, figure.coverage].filter(Boolean).join(' ') : '–')])
    const moved = new Set(known.flatMap(({ settings }) => differences(catalog, settings, known[0].settings).map(([key]) => key)))
    const settings = [...moved].map(key => [labelOf(key), ...known.map(one => valueText(settingAt(one.settings, key)))])
    this.figures.replaceChildren(table('Figures of the variants', ['Figure', ...known.map(({ name }) => name)], [...settings, ...rows]))
  }
}
