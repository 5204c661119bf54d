// The page of a benchmark or a search: tables and charts, in the order in which the tool wrote them.
import { button, copyText, find, make } from './elements.js'
import { fourDigits } from './numbers.js'
import { scatter } from './scatter.js'
import { sortableTable } from './sortable.js'
import { plainName } from './words.js'

const { title, notes, parts } = JSON.parse(find('data', HTMLScriptElement).textContent ?? '{}', (_, value) =>
  typeof value === 'string' ? plainName(value) : value)
document.title = `${title} · Lubdub`
find('name', HTMLElement).textContent = title
const shownAtFirst = 4 // the number of notes above the results; the others are expandable
const lines = notes.map((/** @type {string} */ note) => make('p', { textContent: note }))
const rest = lines.slice(shownAtFirst)
find('notes', HTMLElement).append(...lines.slice(0, shownAtFirst),
  ...rest.length > 0 ? [make('details', {}, [make('summary', { textContent: `${rest.length} more ${rest.length === 1 ? 'note' : 'notes'}` }), ...rest])] : [])

const fewestPoints = 3 // a chart of fewer points is a table: two points show no course

/** @param {string} name @param {string} text @returns a button that copies a text */
function copier(name, text) {
  const copy = button(name, async () => {
    copy.textContent = (await copyText(text)) ? 'Copied' : 'Copying was blocked'
  })
  return copy
}

/** @param {Part} part */
function contentOf({ title, chart, table, text, copies = [] }) {
  if (text !== undefined) {
    return [make('pre', { className: 'settings', tabIndex: 0, role: 'group', ariaLabel: title, textContent: text }), copier('Copy', text)]
  }
  const columns = table ?? (chart && chart.series.every(({ points }) =>
    points.length < fewestPoints && points.every(point => point.text === '')) ? tableOf(chart) : null)
  if (columns) {
    return [make('div', { className: 'scroll', tabIndex: 0, role: 'group', ariaLabel: title }, [sortableTable(title, columns.columns, columns.rows.map(row => row.map(fourDigits)))]),
      ...copies.map(([name, settings]) => copier(`Copy: ${name}`, settings))]
  }
  return chart ? [scatter(chart)] : []
}

/** @param {MarkChart} chart @returns the marks as rows; an additional line, whose ends have no names, only guides the eye */
const tableOf = ({ x, y, series }) => ({
  columns: ['', x, y],
  rows: series.flatMap(({ name, points }) => points.filter(point => point.name || series.length === 1).map(point =>
    [point.name || name, ...[point.x, point.y].map(value => `${Number(value.toPrecision(3))}`)])),
})

find('parts', HTMLElement).append(...parts.map((/** @type {Part} */ part) => {
  const section = make('section', { className: part.isAdvice ? 'advice' : part.chart?.isSmall ? 'small' : '' }, [
    make('h2', { textContent: part.title }),
    ...part.notes.map(note => make('p', { className: 'note', textContent: note })), ...contentOf(part),
  ])
  // Narrow tables are placed side by side.
  const heads = section.querySelectorAll('th').length
  if (heads > 0 && heads < 4) section.className = 'small'
  return section
}))
document.documentElement.dataset.ready = 'true'
