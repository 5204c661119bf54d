// The page of a benchmark or a search: tables and charts, in the order in which the tool wrote them.
import { find, make } from './elements.js'
import { scatter } from './scatter.js'
import { sortableTable } from './sortable.js'

/**
 * @typedef {object} Part
 * @property {string} title @property {string[]} notes
 * @property {{columns: string[], rows: string[][]}} [table]
 * @property {import('./scatter.js').Chart} [chart]
 */

const { title, notes, parts } = JSON.parse(find('data', HTMLScriptElement).textContent ?? '{}')
document.title = `${title} · Lubdub`
find('name', HTMLElement).textContent = title
find('notes', HTMLElement).append(...notes.map((/** @type {string} */ note) => make('p', { textContent: note })))
find('parts', HTMLElement).append(...parts.map((/** @type {Part} */ part) => make('section', {}, [
  make('h2', { textContent: part.title }),
  ...part.notes.map(note => make('p', { className: 'note', textContent: note })),
  ...(part.chart ? [scatter(part.chart)] : []),
  ...(part.table
    ? [make('div', { className: 'scroll', tabIndex: 0, role: 'region', ariaLabel: part.title }, [
      sortableTable(part.title, part.table.columns, part.table.rows),
    ])]
    : []),
])))
document.documentElement.dataset.ready = 'true'
