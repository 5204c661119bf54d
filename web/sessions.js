// Several sessions in one page: a choice of the shown session, and a sortable table of all sessions.
import { button, find, make } from './elements.js'
import { changeOf, figuresOf } from './figures.js'
import { rounded, seconds } from './numbers.js'
import { sortableTable } from './sortable.js'
import { View } from './entry.js'

export class Sessions {
  /** @param {HTMLElement} section of the table @param {HTMLSelectElement} choice @param {(entry: Entry) => void} onChoose */
  constructor(section, choice, onChoose) {
    this.section = section
    this.choice = choice
    this.onChoose = onChoose
    /** @type {Entry[]} */ this.entries = []
    choice.addEventListener('change', () => onChoose(this.entries[choice.selectedIndex]))
  }

  /** @param {Entry[]} entries @param {Entry | null} shown */
  show(entries, shown) {
    this.entries = entries
    const isOne = entries.length < 2
    this.section.hidden = isOne
    find('sessions-bar', HTMLElement).hidden = isOne
    if (isOne) return
    this.choice.replaceChildren(...entries.map((entry, i) => make('option', { textContent: entry.name, value: `${i}`, selected: entry === shown })))
    this.#showTable(shown)
  }

  /** @param {Entry | null} shown */
  #showTable(shown) {
    const entries = this.entries.filter(({ kind }) => kind === shown?.kind)
    const views = entries.map(entry => new View(entry))
    const all = views.map(view => figuresOf(view, view.session).filter(({ name }) => !ofOne.includes(name)))
    const before = views.map(view => new Map((view.ghost ? figuresOf(view, view.ghost) : []).map(figure => [figure.name, figure])))
    const heads = [...new Set(all.flatMap(figures => figures.map(({ name }) => name)))]
    const figureAt = (/** @type {number} */ row, /** @type {number} */ column) => all[row].find(({ name }) => name === heads[column - 1])
    const rows = all.map((_, i) => [
      entries[i].name, ...heads.map((_, column) => {
        const figure = figureAt(i, column + 1)
        return figure?.value === null ? '–' : figure?.short ?? figure?.text ?? '–'
      }),
    ])
    const sorted = /** @type {HTMLElement | null} */ (this.section.querySelector('th[aria-sort$="cending"]'))
    const place = sorted ? [...(sorted.parentElement?.children ?? [])].indexOf(sorted) : -1
    const direction = sorted?.ariaSort ?? 'none'
    const made = sortableTable('All sessions', ['Session', ...heads], rows, (row, column, text) => {
      const i = rows.indexOf(row)
      if (column > 0) {
        const figure = figureAt(i, column)
        const change = figure && changeOf(figure, before[i].get(figure.name))
        const coverage = figure?.coverage ? make('span', { className: 'coverage', textContent: figure.coverage }) : ''
        return change || coverage ? make('span', {}, [text, ' ', change ?? '', coverage]) : text
      }
      const entry = entries[i]
      const name = button(text, () => this.onChoose(entry), { className: 'link' })
      if (entry === shown) name.ariaCurrent = 'true'
      return name
    })
    made.append(make('tfoot', {}, [make('tr', {}, [
      make('th', { scope: 'row', textContent: 'All' }), ...heads.map(head => make('td', { textContent: total(head, all) })),
    ])]))
    // A rebuilt table keeps the sort order of the previous one.
    const head = made.tHead?.rows[0].cells[place]?.querySelector('button')
    for (let turns = { none: 0, ascending: 1, descending: 2 }[direction] ?? 0; turns > 0; turns--) head?.click()
    this.section.querySelector('.scroll')?.replaceChildren(made)
  }
}

const ofOne = ['Rows', 'Longest silence', 'Time in a zone'] // figures that a table of all sessions has no room for; each session has them
const summed = ['Beats', 'Zone changes', 'False changes', 'Rejected rows', 'Duration'] // figures that are counts or times, and make a sum

/** @param {string} name @param {Figure[][]} all @returns a figure of all sessions together: a sum, or the middle of them */
function total(name, all) {
  const figures = all.flatMap(figures => figures.filter(figure => figure.name === name && figure.value !== null))
  const values = figures.map(({ value }) => Number(value)).sort((a, b) => a - b)
  if (values.length === 0) return '–'
  const isTime = / (s|min)$/.test(figures[0].text)
  if (!summed.includes(name)) {
    const middle = (values[(values.length - 1) >> 1] + values[values.length >> 1]) / 2
    const isShare = /%/.test(figures[0].short ?? figures[0].text)
    const text = (/** @type {number} */ value) => !Number.isFinite(value) ? 'never'
      : isShare ? `${rounded(value * 100, 1)}%` : isTime ? seconds(value) : rounded(value, 2)
    // A median hides the session that went wrong.
    const worst = { less: values[values.length - 1], more: values[0], none: middle }[figures[0].better ?? 'none']
    return `median ${text(middle)}${worst === middle ? '' : `\nworst ${text(worst)}`}`
  }
  const sum = values.reduce((sum, value) => sum + value, 0)
  return isTime ? seconds(sum) : rounded(sum, 2)
}
