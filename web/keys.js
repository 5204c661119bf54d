// One step back and forward, by buttons and keys of the whole page, and play.
import { find, onClick } from './elements.js'

/** @param {Draft} draft whose steps the buttons undo and redo */
export function showSteps({ canUndo, canRedo }) {
  find('undo', HTMLButtonElement).disabled = !canUndo
  find('redo', HTMLButtonElement).disabled = !canRedo
}

/** Runs the action of a key.
 * @param {KeyboardEvent} event @param {Record<string, () => void>} actions by keys @param {string} [key] if another key is meant */
export function press(event, actions, key = event.key) {
  if (!actions[key] || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  actions[key]()
}

/** @param {() => Draft} draft the present draft @param {() => void} play */
export function listenToKeys(draft, play) {
  onClick('undo', () => draft().undo())
  onClick('redo', () => draft().redo())
  document.addEventListener('keydown', event => {
    const { target } = event
    const key = event.key.toLowerCase()
    // The browser undoes typing that is not yet applied.
    const isTyping = target instanceof HTMLInputElement && target.type !== 'range' && target.value !== target.defaultValue
    const isBack = key === 'z' && !event.shiftKey
    if ((event.ctrlKey || event.metaKey) && (isBack || key === 'z' || key === 'y') && !isTyping) {
      event.preventDefault()
      return isBack ? draft().undo() : draft().redo()
    }
    const isElsewhere = target instanceof HTMLElement && target.closest('input, select, button, summary, textarea')
    if (key !== ' ' || isElsewhere) return
    event.preventDefault()
    play()
  })
}
