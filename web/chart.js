// The chart: tracks on one time axis, on one canvas. Zoom, pan, and a cursor that reads every track.
import { moment } from './numbers.js'
import { palette } from './palette.js'
import { ticks, TimeScale } from './scale.js'
import { beatsTrack } from './track-beats.js'
import { ceremonyTrack } from './track-ceremony.js'
import { distanceTrack } from './track-distance.js'
import { evidenceTrack } from './track-evidence.js'
import { patternTracks } from './track-pattern.js'
import { pulseTrack } from './track-pulse.js'
import { signalTrack } from './track-signal.js'
import { zonesTrack } from './track-zones.js'

const leftMargin = 74
const rightMargin = 14
const titleHeight = 22
const axisHeight = 30

export class Chart {
  /** @type {import('./track.js').Track[]} */ #tracks = []
  /** @type {import('./view.js').View | null} */ #view = null
  #isDrawn = true
  /**
   * The moment of the cursor; null for none.
   * @type {number | null}
   */
  cursor = null
  scale = new TimeScale(1)

  /**
   * @param {HTMLCanvasElement} canvas @param {HTMLElement} readout where the values at the cursor go
   * @param {(time: number) => void} onSeek a moment was chosen
   */
  constructor(canvas, readout, onSeek) {
    this.canvas = canvas
    this.readout = readout
    this.onSeek = onSeek
    new ResizeObserver(() => this.redraw()).observe(canvas)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.redraw())
    matchMedia('print').addEventListener('change', () => this.#draw())
    this.#listen()
    this.#read()
  }

  /** @param {import('./view.js').View} view */
  show(view) {
    if (view.name !== this.#view?.name) {
      this.scale = new TimeScale(view.duration)
      this.cursor = null
    } else {
      this.scale.setDuration(view.duration)
    }
    this.#view = view
    this.#tracks = view.kind === 'pattern' ? patternTracks(view) : [
      distanceTrack(view), signalTrack(view), zonesTrack(view), evidenceTrack(view), beatsTrack(view),
      pulseTrack(view), ceremonyTrack(view),
    ].flatMap(track => track ?? [])
    const height = this.#tracks.reduce((sum, track) => sum + titleHeight + track.height, axisHeight)
    this.canvas.style.height = `${height}px`
    this.redraw()
  }

  /**
   * Moves the cursor.
   * @param {number | null} time
   */
  setCursor(time) {
    this.cursor = time
    this.#read()
    this.redraw()
  }

  /** Draws before the next frame, once. */
  redraw() {
    if (!this.#isDrawn) return
    this.#isDrawn = false
    requestAnimationFrame(() => this.#draw())
  }

  #draw() {
    this.#isDrawn = true
    const view = this.#view
    const context = this.canvas.getContext('2d')
    const { width, height } = this.canvas.getBoundingClientRect()
    if (!view || !context || width === 0) return
    const ratio = window.devicePixelRatio || 1
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas.width = w
      this.canvas.height = h
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, width, height)
    context.font = '12px system-ui, sans-serif'
    const colors = palette()
    this.scale.left = leftMargin
    this.scale.right = Math.max(leftMargin + 20, width - rightMargin)
    let top = 0
    for (const track of this.#tracks) {
      context.fillStyle = colors.text
      context.textAlign = 'left'
      context.textBaseline = 'middle'
      context.font = '600 12px system-ui, sans-serif'
      context.fillText(track.title, leftMargin, top + titleHeight / 2)
      context.font = '12px system-ui, sans-serif'
      context.save()
      context.beginPath()
      context.rect(0, top + titleHeight - 7, this.scale.right + 1, track.height + 14)
      context.clip()
      track.draw({
        context, scale: this.scale, colors, top: top + titleHeight, height: track.height,
      })
      context.restore()
      top += titleHeight + track.height
    }
    this.#drawAxis(context, colors, top)
    this.#drawCursor(context, colors, top)
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {import('./palette.js').Palette} colors
   * @param {number} top
   */
  #drawAxis(context, colors, top) {
    const { scale } = this
    context.fillStyle = colors.muted
    context.textAlign = 'center'
    context.textBaseline = 'top'
    const count = (scale.right - scale.left) / 90
    for (const time of ticks(scale.from, scale.to, count)) {
      const x = Math.round(scale.x(time)) + 0.5
      context.fillRect(x, top + 3, 1, 5)
      context.fillText(moment(time, scale.duration), x, top + 12)
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {import('./palette.js').Palette} colors
   * @param {number} bottom
   */
  #drawCursor(context, colors, bottom) {
    const { scale, cursor } = this
    if (cursor === null || cursor < scale.from || cursor > scale.to) return
    context.fillStyle = colors.cursor
    context.fillRect(Math.round(scale.x(cursor)), titleHeight, 1, bottom - titleHeight + 6)
  }

  /** Writes what every track shows at the cursor. */
  #read() {
    const time = this.cursor
    const view = this.#view
    if (time === null || !view) {
      this.readout.textContent = 'Point at the chart, or use the arrow keys, to read values.'
      return
    }
    const line = (/** @type {string} */ name, /** @type {string} */ text) => {
      const group = document.createElement('div')
      const [term, value] = [document.createElement('dt'), document.createElement('dd')]
      term.textContent = name
      value.textContent = text
      group.append(term, value)
      return group
    }
    this.readout.replaceChildren(
      line('Time', moment(time, view.duration)),
      ...this.#tracks.map(track => line(track.title, track.read(time))))
  }

  #listen() {
    const { canvas } = this
    const place = (/** @type {MouseEvent} */ event) => event.clientX - canvas.getBoundingClientRect().left
    let drag = /** @type {{x: number, moved: boolean} | null} */ (null)
    canvas.addEventListener('pointermove', event => {
      if (!drag) return this.setCursor(this.#clamped(this.scale.time(place(event))))
      const step = place(event) - drag.x
      if (Math.abs(step) < 3 && !drag.moved) return
      this.scale.pan((-step * (this.scale.to - this.scale.from)) / (this.scale.right - this.scale.left))
      drag = { x: place(event), moved: true }
      this.redraw()
    })
    canvas.addEventListener('pointerdown', event => {
      if (event.button !== 0) return
      drag = { x: place(event), moved: false }
      canvas.setPointerCapture(event.pointerId)
    })
    canvas.addEventListener('pointerup', event => {
      if (drag && !drag.moved) this.onSeek(this.#clamped(this.scale.time(place(event))))
      drag = null
    })
    canvas.addEventListener('dblclick', () => this.showAll())
    canvas.addEventListener('wheel', event => {
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
      if (!sideways && !event.ctrlKey && !event.altKey && !event.shiftKey) return
      event.preventDefault()
      const seconds = (this.scale.to - this.scale.from) / (this.scale.right - this.scale.left)
      if (sideways) this.scale.pan(event.deltaX * seconds)
      else this.scale.zoom(Math.exp(event.deltaY * 0.003), this.scale.time(place(event)))
      this.redraw()
    }, { passive: false })
    canvas.addEventListener('keydown', event => this.#press(event))
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { scale } = this
    const width = scale.to - scale.from
    const step = width / (event.shiftKey ? 20 : 200)
    const cursor = this.cursor ?? (scale.from + scale.to) / 2
    const move = (/** @type {number} */ by) => {
      const time = this.#clamped(cursor + by)
      scale.reveal(time)
      this.setCursor(time)
    }
    const keys = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => move(-step),
      ArrowRight: () => move(step),
      PageUp: () => move(-width),
      PageDown: () => move(width),
      Home: () => move(-scale.duration),
      End: () => move(scale.duration),
      '+': () => this.zoom(0.7),
      '-': () => this.zoom(1 / 0.7),
      0: () => this.showAll(),
      Enter: () => this.onSeek(cursor),
    })
    const action = keys[event.key === '=' ? '+' : event.key]
    if (!action || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    action()
  }

  /** @param {number} factor below 1 shows less time */
  zoom(factor) {
    const { scale } = this
    const center = this.cursor ?? (scale.from + scale.to) / 2
    scale.zoom(factor, Math.min(scale.to, Math.max(scale.from, center)))
    this.redraw()
  }

  showAll() {
    this.scale.showAll()
    this.redraw()
  }

  /** @param {number} time */
  #clamped(time) {
    return Math.min(this.scale.duration, Math.max(0, time))
  }
}
