// What a haptic file has lost while it was read, and what each format would lose of it.
import { decodeText } from './bytes.js'
import { constants } from './constants.js'
import { find, make, table } from './elements.js'
import { EngineError } from './engine.js'
import { feltTables } from './felt.js'

/** The losses of every format, as rows of a table.
 * @param {import('./engines.js').Source} source */
export async function lossesOf(source) {
  const rows = []
  for (const format of constants.formats) rows.push(await lossOf(source, format))
  return rows
}

/** What a format loses, as a row of that table.
 * @param {import('./engines.js').Source} source @param {string} format */
export async function lossOf(source, format) {
  try {
    const parts = await source.export({ format })
    return [format, decodeText(parts.get('lossText') ?? new Uint8Array()) || 'nothing']
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return [format, `cannot hold it: ${error.message}`]
  }
}

/** @param {HTMLElement} place @param {string[][]} rows */
export function showLosses(place, rows) {
  place.replaceChildren(table('What each format loses', ['Format', 'What it loses'], rows))
}

/** What was lost while the file was read.
 * @param {HTMLElement} place @param {import('./entry.js').Entry} entry */
export function showReading(place, { reading, session }) {
  const { kind, loss, findings } = /** @type {{kind: string, loss: any[], findings: string[]}} */ (reading)
  const lines = loss.map(({ subject, loss: what, count }) => `${what}: ${count} (${subject})`)
  place.replaceChildren(
    make('p', { textContent: `Read as ${kind}.` }),
    lines.length === 0 ? make('p', { textContent: 'Nothing was lost while it was read.' })
      : table('Lost while reading', ['Lost while reading'], lines.map(line => [line])),
    ...findings.map(textContent => make('p', { textContent })), ...feltTables(session.document.felt ?? []))
}

/** Shows how far the reading of a large file is.
 * @param {string} text empty for the end of it @param {() => void} [cancel] */
export function showProgress(text, cancel = () => {}) {
  const place = find('reading-file', HTMLElement)
  place.hidden = text === ''
  if (text !== '' && place.firstChild instanceof Text) {
    place.firstChild.data = text
    return
  }
  const button = make('button', { type: 'button', textContent: 'Cancel' })
  button.addEventListener('click', cancel)
  place.replaceChildren(...(text === '' ? [] : [text, button]))
}
