// Keys of the whole page: one step back and forward, and play.

/** @param {() => Draft} draft that holds now @param {() => void} play */
export function listenToKeys(draft, play) {
  document.addEventListener('keydown', event => {
    const { target } = event
    const key = event.key.toLowerCase()
    // What is typed and not yet taken is the browser's to undo.
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
