// Short ways to make elements. Text is always set as text, so that no name becomes markup.

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} [properties]
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties = {}, children = []) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/**
 * The element of an id.
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function find(id, kind) {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`the page has no element ${id}`)
  return element
}

/**
 * A table with a caption for screen readers.
 * @param {string} caption @param {string[]} heads @param {string[][]} rows
 * @returns {HTMLTableElement}
 */
export function table(caption, heads, rows) {
  return make('table', {}, [
    make('caption', { textContent: caption }),
    make('thead', {}, [
      make('tr', {}, heads.map(head => make('th', { textContent: head, scope: 'col' }))),
    ]),
    make('tbody', {}, rows.map(row =>
      make('tr', {}, row.map(cell => make('td', { textContent: cell }))))),
  ])
}
