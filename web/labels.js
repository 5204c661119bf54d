// Labels that people give a recording: the truth of a stretch, a distance that teaches, or a note.
import { withTruth } from './stretch.js'
import { withTeaching } from './teach.js'

/** @param {Rows} rows as they were read @param {Label[]} labels in order of creation @returns {Rows} with labels applied */
export const withLabels = (rows, labels) => labels.reduce((rows, label) =>
  'taught' in label ? withTeaching(rows, label) : 'truth' in label ? withTruth(rows, label) : rows, rows)

/** @param {any} labels of an address or a saved page, by the names of recordings @returns {Record<string, Label[]>} only valid labels */
export const labelsIn = labels => Object.fromEntries(Object.entries(labels ?? {}).map(([name, list]) =>
  [name, [list].flat().filter(one => one && typeof one === 'object')]))

/** @param {Label[]} labels @returns {Label[]} the labels that change a figure */
export const counting = labels => labels.filter(label => !('note' in label))

/** @param {Label} label @param {number} start the time of the first row @returns the moment at which it begins, in seconds since the first row */
export const beginOf = (label, start) => 'truth' in label ? label.from : 'taught' in label ? label.time - start : label.time

/** @param {Label[]} labels @param {Label} label @returns {Label[]} with one more, which replaces the labels that it covers; a note without text removes one */
export function withLabel(labels, label) {
  const rest = labels.filter(one => !('truth' in one && 'truth' in label && one.from >= label.from && one.to <= label.to
    || 'note' in one && 'note' in label && one.time === label.time))
  return 'note' in label && label.note === '' ? rest : [...rest, label]
}
