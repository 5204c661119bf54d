// The losses of a haptic file in reading, and the losses that each format would have.
import { textOf } from './bytes.js'
import { constants } from './constants.js'
import { button, find, make, table } from './elements.js'
import { EngineError } from './engine.js'
import { rounded, seconds } from './numbers.js'
import { losses, lossSubjects } from './words.json'

const [known, subjects] = /** @type {Record<string, string>[]} */ ([losses, lossSubjects])

/** @param {string} subject @param {string} loss @returns the subject and its loss, for people */
const lost = (subject, loss) => known[`${subject}: ${loss}`] ?? `${subjects[subject] ?? subject}: ${
  loss.replace('dropped-', 'without ').replace('dropped', 'left out').replace('rounded-', 'rounded ').replaceAll('-', ' ')}`

/** @param {Parts} parts @param {string} name @returns the losses in words, one per line, with only the digits that a person reads */
export const lossText = (parts, name) => textOf(parts, name).replace(/\d+\.\d{3,}(e-\d+)?/g, digits => rounded(Math.max(0.001, Number(digits)), 3))
  .replace(/(\w+): ([a-z-]+) (?=\()/g, (_, subject, loss) => `${lost(subject, loss)} `)
  .replaceAll(/, not felt(: the format has no labels for beats; their events stay)?/g, (_, beats) => beats ? '' : ', not felt') || 'nothing lost'

/** @param {Source} source @returns the losses of every format, as rows of a table */
export async function lossesOf(source) {
  const rows = []
  for (const format of constants.formats) rows.push(await lossOf(source, format))
  return rows
}

/** The losses of a format, as a row of the table.
 * @param {Source} source @param {string} format */
export async function lossOf(source, format) {
  try {
    return [format, lossText(await source.export({ format }), 'lossText')]
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return [format, `cannot store it: ${error.message}`]
  }
}

/** @param {HTMLElement} place @param {string[][]} rows */
export function showLosses(place, rows) {
  place.replaceChildren(table('Losses of each format', ['Format', 'Losses'], rows))
}

/** @param {HTMLElement} place @param {Entry} entry */
export function showReading(place, { reading, session }) {
  const { kind, loss, findings } = /** @type {{kind: string, loss: any[], findings: string[]}} */ (reading)
  const lines = loss.map(({ subject, loss: what, count }) => `${lost(subject, what)} (${count})`)
  place.replaceChildren(
    make('p', { textContent: `Read as ${kind}.` }),
    lines.length === 0 ? make('p', { textContent: 'Nothing was lost while it was read.' })
      : table('Lost while reading', ['Lost while reading'], lines.map(line => [line])),
    ...findings.map(textContent => make('p', { textContent })))
}

/** Shows the progress of reading a large file.
 * @param {string} text empty for the end of it @param {() => void} [cancel] */
export function showProgress(text, cancel = () => {}) {
  const place = find('reading-file', HTMLElement)
  place.hidden = text === ''
  if (text !== '' && place.firstChild instanceof Text) {
    place.firstChild.data = text
    return
  }
  place.replaceChildren(...(text === '' ? [] : [text, button('Cancel', cancel)]))
}
