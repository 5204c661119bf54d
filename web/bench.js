// The page of a benchmark or a search: tables and charts, in the order in which the tool wrote them.
import { copyText, find, make } from './elements.js'
import { scatter } from './scatter.js'
import { sortableTable } from './sortable.js'

/** @typedef {object} Part @property {string} title @property {string[]} notes @property {boolean} isAdvice whether it says what to do
 * @property {{columns: string[], rows: string[][]}} [table] @property {import('./scatter.js').Chart} [chart]
 * @property {string} [text] to copy */

const { title, notes, parts } = JSON.parse(find('data', HTMLScriptElement).textContent ?? '{}')
document.title = `${title} · Lubdub`
find('name', HTMLElement).textContent = title
find('notes', HTMLElement).append(...notes.map((/** @type {string} */ note) => make('p', { textContent: note })))

/** A chart of fewer points is a table: two points show no course. */
const fewestPoints = 3

/** @param {Part} part */
function contentOf({ title, chart, table, text }) {
  if (text !== undefined) {
    const button = make('button', { type: 'button', textContent: 'Copy' })
    button.addEventListener('click', async () => {
      button.textContent = (await copyText(text)) ? 'Copied' : 'Copying was refused'
    })
    return [make('pre', { className: 'settings', tabIndex: 0, role: 'group', ariaLabel: title, textContent: text }), button]
  }
  const columns = table ?? (chart && chart.series.every(({ points }) =>
    points.length < fewestPoints && points.every(point => point.text === '')) ? tableOf(chart) : null)
  if (columns) {
    return [make('div', { className: 'scroll', tabIndex: 0, role: 'group', ariaLabel: title }, [
      sortableTable(title, columns.columns, columns.rows)])]
  }
  return chart ? [scatter(chart)] : []
}

/** The marks as rows; a line beside them, whose ends have no names, only guides the eye.
 * @param {import('./scatter.js').Chart} chart */
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
  return section
}))
document.documentElement.dataset.ready = 'true'
