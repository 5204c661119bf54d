// Several sessions in one page: a choice of which is shown, and a table of all of them that can be sorted.
import { make } from './elements.js'
import { figuresOf } from './figures.js'
import { sortableTable } from './sortable.js'
import { View } from './view.js'

export class Sessions {
  /**
   * @param {HTMLElement} section of the table @param {HTMLSelectElement} choice
   * @param {(entry: import('./entry.js').Entry) => void} onChoose
   */
  constructor(section, choice, onChoose) {
    this.section = section
    this.choice = choice
    this.onChoose = onChoose
    /** @type {import('./entry.js').Entry[]} */ this.entries = []
    choice.addEventListener('change', () => onChoose(this.entries[choice.selectedIndex]))
  }

  /**
   * @param {import('./entry.js').Entry[]} entries @param {import('./entry.js').Entry | null} shown
   */
  show(entries, shown) {
    this.entries = entries
    const isOne = entries.length < 2
    this.section.hidden = isOne
    const label = this.choice.closest('.bar')
    if (label instanceof HTMLElement) label.hidden = isOne
    if (isOne) return
    this.choice.replaceChildren(...entries.map((entry, i) => make('option', {
      textContent: entry.name, value: `${i}`, selected: entry === shown,
    })))
    this.#showTable(shown)
  }

  /** @param {import('./entry.js').Entry | null} shown */
  #showTable(shown) {
    const all = this.entries.map(entry => {
      const view = new View(entry)
      return figuresOf(view, entry.session)
    })
    const heads = [...new Set(all.flatMap(figures => figures.map(({ name }) => name)))]
    const rows = all.map((figures, i) => [
      this.entries[i].name, ...heads.map(head => {
        const figure = figures.find(({ name }) => name === head)
        return figure?.value === null ? '–' : figure?.short ?? figure?.text ?? '–'
      }),
    ])
    const sorted = /** @type {HTMLElement | null} */ (this.section.querySelector('th[aria-sort$="cending"]'))
    const place = sorted ? [...(sorted.parentElement?.children ?? [])].indexOf(sorted) : -1
    const direction = sorted?.ariaSort ?? 'none'
    const made = sortableTable('All sessions', ['Session', ...heads], rows, (row, column, text) => {
      if (column > 0) return text
      const entry = this.entries[rows.indexOf(row)]
      const button = make('button', { type: 'button', textContent: text, className: 'link' })
      if (entry === shown) button.ariaCurrent = 'true'
      button.addEventListener('click', () => this.onChoose(entry))
      return button
    })
    // A table that is made anew is sorted as the one before it.
    const head = made.tHead?.rows[0].cells[place]?.querySelector('button')
    for (let turns = { none: 0, ascending: 1, descending: 2 }[direction] ?? 0; turns > 0; turns--) head?.click()
    this.section.querySelector('.scroll')?.replaceChildren(made)
  }
}
