// Begins the page: unpacks its script, which the policy allows by its digest, and what every page holds.
import { decodeText, fromBase91, unpacked } from './bytes.js'

const packedText = document.getElementById('packed')?.textContent ?? ''
unpacked(fromBase91(packedText), 'deflate').then(bytes => {
  const [script, constants] = decodeText(bytes).split('\0')
  const add = (/** @type {string} */ type, /** @type {string} */ id, /** @type {string} */ text) =>
    document.body.append(Object.assign(document.createElement('script'), { type, id, textContent: text }))
  add('application/json', 'constants', constants)
  add('module', 'script', script)
})
