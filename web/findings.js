// The findings about a recording in the words of the tool, the gravest first.
import { make } from './elements.js'

const severities = ['error', 'warning', 'note']
const shownAtFirst = 2 // so many findings stand above the figures, the others open

/** @typedef {{severity: string, code: string, place?: string, message: string, cure?: string}} Finding */

/** @param {Finding} finding @returns it as the tool prints it */
export const textOfFinding = ({ severity, code, place, message, cure }) =>
  `${place ? `${place}: ` : ''}${severity}: ${message} [${code}]${cure ? `; ${cure}` : ''}`

/** @param {any} reading the reader's report @param {Session} session @returns {Finding[]} those about the rows and those about the run */
export const findingsOf = (reading, session) => [...reading?.findings ?? [], ...session.findings]
  .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))

/** @param {HTMLElement} place @param {Finding[]} findings */
export function showFindings(place, findings) {
  const lines = findings.map(finding => make('li', { className: finding.severity, textContent: textOfFinding(finding) }))
  const rest = lines.slice(shownAtFirst)
  const isOpen = place.querySelector('details')?.open ?? false
  place.hidden = lines.length === 0
  place.replaceChildren(make('ul', {}, lines.slice(0, shownAtFirst)), ...rest.length === 0 ? [] : [
    make('details', { open: isOpen }, [make('summary', { textContent: `${rest.length} more ${rest.length === 1 ? 'finding' : 'findings'}` }), make('ul', {}, rest)])])
}
