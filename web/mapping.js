// Asks for the content of the columns of a table with its own names.
import { button, find, make } from './elements.js'
import { metres } from './numbers.js'
import { importing } from './save.js'
import { clocks, fields, thousands as thousandsNames } from './words.json'

/** Units of distances, in meters. */
const sizes = /** @type {Record<string, number>} */ ({ m: 1, cm: 0.01, mm: 0.001, km: 1000, ft: 0.3048, in: 0.0254 })

/** @type {NonNullable<Table['proposal']>} */
const noProposal = { decimalComma: false, thousands: null, sort: false, needsRate: false, notes: [] }

/** Shows the first rows, and lets a person choose the content of each column.
 * @param {string} name of the file @param {Table} table @param {string} reason the reason why it can't be read as it is
 * @param {(options: Options) => Promise<string>} read reads the file with the options; returns the reason if that fails */
export function askMapping(name, table, reason, read) {
  const dialog = find('mapping', HTMLDialogElement)
  const columns = table.titles.map((title, i) => new MappedColumn(title, table, table.roles[i]))
  const { decimalComma, thousands, sort, needsRate, notes } = table.proposal ?? noProposal
  const comma = make('input', { type: 'checkbox', checked: decimalComma })
  const marks = make('select', {}, optionsOf(thousandsNames, thousands ?? ''))
  const sorts = make('input', { type: 'checkbox', checked: sort })
  const clock = make('select', {}, optionsOf(clocks, 'mend'))
  const rate = make('input', { type: 'number', min: '0.001', step: 'any', value: needsRate ? '10' : '', placeholder: 'none' })
  const pattern = make('input', { type: 'text', placeholder: 't={t:s} *range={range:m}' })
  const fault = make('p', { role: 'alert', className: 'fault' })
  const chosen = () => ({
    ...pattern.value ? { pattern: pattern.value } : { columns: mappingOf(columns) }, decimalComma: comma.checked, sort: sorts.checked, mendClock: clock.value,
    ...marks.value && { thousands: marks.value }, ...rate.value && { rate: Number(rate.value) },
  })
  const start = button('Read', async () => {
    fault.textContent = ''
    const why = await read(chosen())
    if (why) fault.textContent = why
    else dialog.close()
  }, { className: 'main' })
  const says = table.proposal ? `Guessed from names and values: ${notes.join(', ')}.`
    : `${importing(name)} The page itself found: ${reason}.`
  const first = make('p', { role: 'status' })
  const showFirst = () => {
    const column = columns.findIndex(({ field }) => field.value === 'range')
    const size = parseFloat((table.rows[0]?.[column] ?? '').replaceAll(marks.value || ' ', '').replace(comma.checked ? ',' : '.', '.')) * (sizes[columns[column]?.unit.value] ?? NaN)
    first.textContent = Number.isNaN(size) ? '' : `Then the first distance is ${metres(size)}.`
  }
  dialog.onchange = showFirst
  showFirst()
  dialog.replaceChildren(
    make('h2', { id: 'mapping-title', textContent: `What do the columns of ${name} hold?` }),
    make('p', { className: 'note', textContent: says }),
    make('div', { className: 'scroll', tabIndex: 0, role: 'group', ariaLabel: 'First rows' }, [make('table', {}, [
      make('thead', {}, [
        make('tr', {}, columns.map(({ title }) => make('th', { textContent: title, scope: 'col' }))),
        make('tr', {}, columns.map(({ field, unit }) => make('td', {}, [field, unit]))),
      ]),
      make('tbody', {}, table.rows.map(row => make('tr', {}, row.map(cell => make('td', { textContent: cell }))))),
    ])]),
    make('div', { className: 'bar' }, [
      make('label', {}, [comma, ' Decimal commas']),
      make('label', {}, ['Between thousands ', marks]),
      make('label', {}, [sorts, ' Sort the rows by time']),
      make('label', {}, ['Times that jump ', clock]),
      make('label', {}, ['Rows per second, without a time ', rate]),
      make('label', {}, ['Or the form of its lines ', pattern]),
    ]),
    first, fault,
    make('div', { className: 'bar' }, [start, button('Cancel', () => dialog.close())]),
  )
  dialog.showModal()
  start.focus()
}

/** @param {Record<string, string>} names by values @param {string} chosen */
const optionsOf = (names, chosen) => Object.entries(names).map(([value, textContent]) =>
  make('option', { value, textContent, selected: value === chosen }))

/** The content of one column: a field and a unit. */
class MappedColumn {
  /** @param {string} title @param {Table} table @param {{field: string, unit: string | null} | null} role */
  constructor(title, { units }, role) {
    this.title = title
    this.field = make('select', { ariaLabel: `Content of ${title}` }, optionsOf({ '': '–', ...fields }, role?.field ?? ''))
    this.unit = make('select', { ariaLabel: `The unit of ${title}` })
    const showUnits = (/** @type {string | null} */ chosen) => {
      const known = units[this.field.value] ?? []
      this.unit.hidden = known.length < 2
      this.unit.replaceChildren(...known.map(name => make('option', { textContent: name, selected: name === chosen })))
    }
    showUnits(role?.unit ?? null)
    this.field.addEventListener('change', () => showUnits(null))
  }
}

/** @param {MappedColumn[]} columns @returns a mapping as text: several columns of one field are several links */
function mappingOf(columns) {
  const fields = [...new Set(columns.map(({ field }) => field.value).filter(Boolean))]
  return fields.map(name => `${name}=${columns.filter(({ field }) => field.value === name).map(({ title, unit }) => {
    const text = /[,"]/.test(title) ? `"${title.replaceAll('"', '""')}"` : title
    return unit.value ? `${text}:${unit.value}` : text
  }).join('|')}`).join(',')
}
