// A canvas that makes a vector drawing of the chart: the canvas functions that the tracks use.

const anchors = /** @type {Record<string, string>} */ ({ left: 'start', center: 'middle', right: 'end' })
const baselines = /** @type {Record<string, string>} */ ({ top: 'hanging', middle: 'central', alphabetic: 'auto' })

let clipCount = 0

export class VectorContext {
  fillStyle = ''
  strokeStyle = ''
  lineWidth = 1
  lineJoin = ''
  globalAlpha = 1
  font = ''
  textAlign = 'left'
  textBaseline = 'alphabetic'
  #path = ''
  #dash = ''
  /** @type {SVGElement[]} */ #groups
  /** @type {number[]} the number of open groups at each `save` */ #saved = []

  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.root = vectorElement('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'The chart' })
    this.#groups = [this.root]
  }

  /** @param {string} name @param {Record<string, string | number>} attributes */
  #add(name, attributes) {
    const made = vectorElement(name, this.globalAlpha < 1 ? { ...attributes, opacity: this.globalAlpha } : attributes)
    this.#groups.at(-1)?.append(made)
    return made
  }

  save() { this.#saved.push(this.#groups.length) }
  restore() { this.#groups.length = this.#saved.pop() ?? 1 }
  clip() {
    const id = `clip-${clipCount++}`
    const clip = vectorElement('clipPath', { id })
    clip.append(vectorElement('path', { d: this.#path }))
    this.root.append(clip)
    this.#groups.push(/** @type {SVGElement} */ (this.#add('g', { 'clip-path': `url(#${id})` })))
  }
  beginPath() { this.#path = '' }
  /** @param {number} x @param {number} y */
  moveTo(x, y) { this.#path += `M${short(x)} ${short(y)}` }
  /** @param {number} x @param {number} y */
  lineTo(x, y) { this.#path += `${this.#path === '' ? 'M' : 'L'}${short(x)} ${short(y)}` }
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) { this.#path += `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z` }
  /** @param {number} x @param {number} y @param {number} r */
  arc(x, y, r) { this.#path += `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0` }
  /** @param {number[]} dash */
  setLineDash(dash) { this.#dash = dash.join(' ') }
  stroke() {
    this.#add('path', {
      d: this.#path, fill: 'none', stroke: this.strokeStyle, 'stroke-width': this.lineWidth, 'stroke-dasharray': this.#dash })
  }
  fill() { this.#add('path', { d: this.#path, fill: this.fillStyle }) }
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    if (width > 0 && height > 0) this.#add('rect', { x: short(x), y: short(y), width: short(width), height: short(height), fill: this.fillStyle })
  }
  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y) {
    this.#add('text', {
      x: short(x), y: short(y), fill: this.fillStyle, 'text-anchor': anchors[this.textAlign],
      'dominant-baseline': baselines[this.textBaseline], 'font-weight': /^600/.test(this.font) ? 600 : 400,
    }).textContent = text
  }
  /** @param {string} text */
  measureText(text) { return { width: text.length * 6.6 } }
}

/** @param {number} value */
const short = value => Number(value.toFixed(2))

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] @returns {SVGElement} */
export function vectorElement(name, attributes, text = '') {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  made.textContent = text
  for (const [key, value] of Object.entries(attributes)) if (value !== '') made.setAttribute(key, String(value))
  return made
}
