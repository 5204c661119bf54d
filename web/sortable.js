// Tables that are sorted by a click on a column's head: upwards, downwards, then as they came.
import { button, make } from './elements.js'

/** A table with a button in each head.
 * @param {string} caption @param {string[]} heads @param {string[][]} rows
 * @param {(row: string[], column: number, text: string) => Node | string} [content] the content of a cell for its text */
export function sortableTable(caption, heads, rows, content = (row, column, text) => text) {
  const body = make('tbody')
  const cells = heads.map(() => make('th', { scope: 'col' }))
  const isNumeric = heads.map((_, column) => rows.every(row => isNumber(row[column]) || isNothing(row[column])))
  const show = (/** @type {string[][]} */ sorted) => body.replaceChildren(...sorted.map(row =>
    make('tr', {}, row.map((cell, column) => make('td', { className: isNumeric[column] ? 'number' : '' }, [content(row, column, cell)])))))
  cells.forEach((cell, column) => {
    cell.className = isNumeric[column] ? 'number' : ''
    cell.append(button(heads[column] || 'Name', () => {
      const next = { none: 'ascending', ascending: 'descending', descending: 'none' }[cell.ariaSort ?? 'none'] ?? 'none'
      for (const other of cells) other.ariaSort = 'none'
      cell.ariaSort = next
      const sign = next === 'descending' ? -1 : 1
      show(next === 'none' ? rows : rows.toSorted((a, b) => compared(a[column], b[column], isNumeric[column], sign)))
    }))
  })
  show(rows)
  return make('table', { className: 'sortable' }, [make('caption', { textContent: caption }), make('thead', {}, [make('tr', {}, cells)]), body])
}

const isNothing = (/** @type {string} */ text) => ['', '-', '–'].includes(text)

const isNumber = (/** @type {string} */ text) => /^[-−+]?\d+(\.\d+)?([ ]?(%|s))?$/.test(text)

const numberOf = (/** @type {string} */ text) => parseFloat(text.replace('−', '-'))

/** @param {string} a @param {string} b @param {boolean} isNumeric @param {number} sign @returns the order of two cells; missing values come last */
function compared(a, b, isNumeric, sign) {
  if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b))
  return sign * (isNumeric ? numberOf(a) - numberOf(b) : a.localeCompare(b, 'en', { numeric: true }))
}
