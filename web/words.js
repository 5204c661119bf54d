// Words for people: a glossary that opens from each word, names of settings, and refusals without keys.
import { button, find, make } from './elements.js'
import { labels } from './words.json'

/** Meanings by words, from the list in the page. */
const glossary = new Map(typeof document === 'undefined' ? [] : [...document.querySelectorAll('#glossary dt')].map(one =>
  [one.textContent, one.nextElementSibling?.textContent ?? '']))

/** @param {string} word @returns {HTMLElement | string} a word that opens its meaning, if the glossary has one */
export function term(word) {
  const meaning = glossary.get(word.toLowerCase())
  if (!meaning) return word
  const made = button(word, () => {
    const place = find('meaning', HTMLElement)
    const isSame = !place.hidden && place.dataset.word === word
    place.hidden = isSame
    place.dataset.word = word
    place.replaceChildren(make('strong', { textContent: `${word}: ` }), meaning)
    const { left, bottom } = made.getBoundingClientRect()
    place.style.top = `${Math.min(bottom + 4, innerHeight - 120)}px`
    place.style.left = `${Math.max(8, Math.min(left, innerWidth - 340))}px`
  }, { className: 'term', title: 'What is this?' })
  return made
}

/** @param {string} key */
export const labelOf = key => /** @type {Record<string, string>} */ (labels)[key]
  ?? (key.split('.').at(-1) ?? key).replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).replace(/^./, one => one.toUpperCase())

/** @param {string} name @returns a name of a phase, a cue or an event as words: `manualTriggerPressed` as manual trigger pressed */
export const spoken = name => name.replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

/** The reason why settings are rejected, without keys: the name of the control, and its rule.
 * @param {Refusal} refusal @param {string[]} names of the zones */
export function refusalInWords({ key, message }, names) {
  if (document.documentElement.dataset.keys) return message
  const nameOf = (/** @type {string} */ path) => {
    const [, base, place] = path.match(/^(.*?)(?:\[(\d+)\])?$/) ?? []
    return place !== undefined && names[+place] ? `“${labelOf(base)}” of ${names[+place]}` : `“${labelOf(base)}”`
  }
  const list = message.match(/^([\w.]+)(?:\[\d+\])? is (\S+), expected a list of numbers(?: in (\S+))?, each from (\S+) to ([^\s,]+)/)
  if (list) {
    const [, base, value, unit, low, high] = list
    const of = key.startsWith(base) ? key : base
    return `${nameOf(of)} is ${value}${unit ? ` ${unit}` : ''}. It can be from ${low} to ${high}${unit ? ` ${unit}` : ''}.`
  }
  const before = message.match(/^zones\.edges\[(\d+)\] is (.*), expected more than the edge before it, (.*)$/)
  if (before) return `${nameOf(`zones.edges[${before[1]}]`)} is ${before[2]}. It has to be more than that of ${names[+before[1] - 1] ?? 'the zone before'}, ${before[3]}.`
  return message.replace(/\b[a-z]\w*(?:\.[a-z]\w*)+(?:\[\d+\])?/g, path => path.replace(/\[\d+\]$/, '') in labels ? nameOf(path) : path)
}

/** @param {string} text @returns a name without the marks that turn the direction of writing: no name reads backwards */
export const plainName = text => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
