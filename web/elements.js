// Short ways to make elements, to copy text and to save files. Text is always set as text, so that no name becomes markup.

/** @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {Partial<HTMLElementTagNameMap[Tag]>} [properties]
 * @param {(Node | string)[]} [children] */
export function make(tag, properties = {}, children = []) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/** @template {HTMLElement} Kind @param {string} id @param {new () => Kind} kind */
export function find(id, kind) {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`the page has no element ${id}`)
  return element
}

/** @param {string} textContent @param {() => void} action @param {Partial<HTMLButtonElement>} [more] */
export function button(textContent, action, more = {}) {
  const made = make('button', { type: 'button', textContent, ...more })
  made.addEventListener('click', action)
  return made
}

/** @param {string} id of a button in the page @param {(button: HTMLButtonElement) => void} action */
export function onClick(id, action) {
  const button = find(id, HTMLButtonElement)
  button.addEventListener('click', () => action(button))
}

/** @template {HTMLInputElement | HTMLSelectElement} Kind @param {string} id @param {new () => Kind} kind @param {(control: Kind) => void} action */
export function onChange(id, kind, action) {
  const control = find(id, kind)
  control.addEventListener('change', () => action(control))
  return control
}

/** @param {HTMLButtonElement} button that is pressed or not @returns whether it is from now on */
export function toggled(button) {
  const isOn = button.ariaPressed !== 'true'
  button.ariaPressed = String(isOn)
  return isOn
}

/** Listens to the pointer that drags a handle: the main button, or a finger.
 * @param {HTMLElement} handle @param {(event: PointerEvent) => void} take @param {(event: PointerEvent) => void} move @param {() => void} drop */
export function whileHeld(handle, take, move, drop) {
  handle.addEventListener('pointerdown', event => {
    if (event.button !== 0) return
    event.preventDefault()
    handle.focus()
    handle.setPointerCapture(event.pointerId)
    take(event)
  })
  handle.addEventListener('pointermove', move)
  for (const end of ['pointerup', 'pointercancel']) handle.addEventListener(end, drop)
}

/** @param {string[]} names @returns the options of a `select` */
export const choicesOf = names => names.map(name => make('option', { textContent: name, value: name }))

/** @param {string} text above the page; empty to hide it */
export function report(text) {
  const message = find('message', HTMLElement)
  message.textContent = text
  message.hidden = text === ''
}

/** @param {string} caption @param {string[]} heads @param {string[][]} rows @returns a table with a caption for screen readers */
export function table(caption, heads, rows) {
  return make('table', {}, [
    make('caption', { textContent: caption }),
    make('thead', {}, [make('tr', {}, heads.map(head => make('th', { textContent: head, scope: 'col' })))]),
    make('tbody', {}, rows.map(row => make('tr', {}, row.map(cell => make('td', { textContent: cell }))))),
  ])
}

/** @param {string} text @returns whether it was copied, even if a page from disk must not use the clipboard directly */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = make('textarea', { value: text })
    document.body.append(area)
    area.select()
    const isDone = document.execCommand('copy')
    area.remove()
    return isDone
  }
}

/** @param {string} name of the file @param {Uint8Array | Blob} bytes @returns the message about it */
export function saveFile(name, bytes) {
  const address = URL.createObjectURL(new Blob([bytes], { type: bytes instanceof Blob && bytes.type || 'application/octet-stream' }))
  make('a', { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
  return `Saved ${name}.`
}

/** Shows a number in its field, unless a person is typing there.
 * @param {HTMLInputElement} field @param {number} value */
export function showNumber(field, value) {
  if (document.activeElement !== field || [field.defaultValue, `${value}`].includes(field.value)) field.value = `${value}`
  field.defaultValue = `${value}`
}
