// Begins the page: unpacks its data, its style, what every page holds, and its script, which the policy allows by its digest.
import { decodeText, fromBase122, inflated } from './bytes.js'

const textIn = async (/** @type {HTMLElement | null} */ element) => decodeText(await inflated(fromBase122(element?.textContent ?? '')))

const dataElement = document.getElementById('data')
Promise.all([textIn(document.getElementById('packed')), textIn(dataElement)]).then(([packed, data]) => {
  const [script, constants, style] = packed.split('\0')
  const add = (/** @type {string} */ type, /** @type {string} */ id, /** @type {string} */ text) =>
    document.body.append(Object.assign(document.createElement('script'), { type, id, textContent: text }))
  if (dataElement) dataElement.textContent = data
  document.head.append(Object.assign(document.createElement('style'), { textContent: style }))
  document.body.hidden = false
  add('application/json', 'constants', constants)
  add('module', 'script', script)
})
