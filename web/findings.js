// The findings about a recording in the words of the tool, the gravest first.
import { button, make } from './elements.js'

const severities = ['error', 'warning', 'note']
/** The number of findings above the figures; the others are expandable. */
const shownAtFirst = () => innerWidth < 640 ? 1 : 2

/** @typedef {{severity: string, code: string, place?: string, message: string, cure?: string}} Finding */

/** @param {Finding} finding @returns it as the tool prints it */
export const textOfFinding = ({ severity, code, place, message, cure }) =>
  `${place ? `${place}: ` : ''}${severity}: ${message} [${code}]${cure ? `; ${cure}` : ''}`

/** @param {any} reading the reader's report @param {Session} session @returns {Finding[]} findings about the run before findings about the rows, the gravest first */
export const findingsOf = (reading, session) => [...session.findings, ...reading?.findings ?? []]
  .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))

/** @param {HTMLElement} place @param {Finding[]} findings @param {() => void} [onTeach] opens the form that teaches signal strength */
export function showFindings(place, findings, onTeach) {
  const lines = findings.map(finding => make('li', { className: finding.severity }, [
    textOfFinding(finding), ...onTeach && finding.code === 'untaught' ? [' ', button('Teach it here', onTeach, { className: 'small' })] : []]))
  const first = lines.splice(0, shownAtFirst())
  const isOpen = place.querySelector('details')?.open ?? false
  place.hidden = first.length === 0
  place.replaceChildren(make('ul', {}, first), ...lines.length === 0 ? [] : [
    make('details', { open: isOpen }, [make('summary', { textContent: `${lines.length} more ${lines.length === 1 ? 'finding' : 'findings'}` }), make('ul', {}, lines)])])
}
