// The chart: tracks on one time axis, on one canvas. Zoom, pan, and a cursor that reads every track.
import { make } from './elements.js'
import { faultsOf } from './faults.js'
import { feltTrack } from './felt.js'
import { listenToGestures } from './gestures.js'
import { moment } from './numbers.js'
import { palette } from './palette.js'
import { ticks, TimeScale } from './scale.js'
import { beatsTrack } from './track-beats.js'
import { ceremonyTrack } from './track-ceremony.js'
import { distanceTrack } from './track-distance.js'
import { evidenceTrack, signalTrack } from './track-evidence.js'
import { patternTracks } from './track-pattern.js'
import { pulseTrack } from './track-pulse.js'
import { zonesTrack } from './track-zones.js'
import { VectorContext } from './vector.js'

const titleHeight = 22
const axisHeight = 30
/** A narrower chart is drawn for a phone. */
const narrow = 600
/** How many seconds are seen around a moment that was chosen. */
const closeUp = 8

export class Chart {
  /** @type {import('./track.js').Track[]} */ #tracks = []
  /** @type {ReturnType<typeof distanceTrack> | null} */ #distance = null
  /** @type {import('./entry.js').View | null} */ #view = null
  /** @type {import('./faults.js').Fault[]} */ faults = []
  #isDrawn = true
  #isNarrow = false
  /** The moment of the cursor; null for none.
   * @type {number | null} */
  cursor = null
  scale = new TimeScale(1)
  /** @type {keyof typeof import('./track.js').warps} */ warp = 'square root'
  /** Whether the tracks for experts are there, too. */ showsAll = false
  /** Called after each drawing. */ onDraw = () => {}

  /** @param {HTMLCanvasElement} canvas @param {HTMLElement} readout where the values at the cursor go
   * @param {(time: number) => void} onSeek a moment was chosen */
  constructor(canvas, readout, onSeek) {
    this.canvas = canvas
    this.readout = readout
    this.onSeek = onSeek
    new ResizeObserver(() => this.#fit()).observe(canvas)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.redraw())
    listenToGestures(this)
  }

  /** @param {import('./entry.js').View} view */
  show(view) {
    if (view.name !== this.#view?.name) {
      this.scale = new TimeScale(view.duration)
      this.cursor = null
    } else {
      this.scale.setDuration(view.duration)
    }
    this.#view = view
    this.faults = view.kind === 'trace' ? faultsOf(view) : []
    this.build()
  }

  /** Makes the tracks anew: for another view, width or scale. */
  build() {
    const view = this.#view
    if (!view) return
    this.#isNarrow = this.canvas.clientWidth < narrow
    const few = !this.showsAll
    const distance = view.kind === 'trace' ? distanceTrack(view, this.warp, this.#isNarrow ? 190 : 280) : null
    this.#distance = distance
    this.#tracks = distance ? [
      distance, zonesTrack(view), feltTrack(view), beatsTrack(view, this.#isNarrow ? 48 : 80),
      ...(few ? [] : [evidenceTrack(view), signalTrack(view)]),
      ...(few && this.#isNarrow ? [] : [pulseTrack(view), ceremonyTrack(view)]),
    ].flatMap(track => track ?? []) : patternTracks(view)
    this.canvas.style.height = `${this.#height}px`
    this.#read()
    this.redraw()
  }

  #fit() {
    if (this.canvas.clientWidth < narrow !== this.#isNarrow) this.build()
    this.redraw()
  }

  get #height() {
    return this.#tracks.reduce((sum, track) => sum + titleHeight + track.height, axisHeight)
  }

  /** @param {number | null} time @param {boolean} [isRead] whether it was moved by keys, so that it is read out */
  setCursor(time, isRead = false) {
    this.cursor = time
    this.#read()
    if (isRead) this.#say()
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
    const context = this.canvas.getContext('2d')
    const { width, height } = this.canvas.getBoundingClientRect()
    if (!this.#view || !context || width === 0) return
    const ratio = window.devicePixelRatio || 1
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas.width = w
      this.canvas.height = h
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, width, height)
    this.#paint(context, width)
    this.#placeReadout()
    this.onDraw()
  }

  /** The chart as a drawing of lines and texts, for paper.
   * @param {number} width in pixels */
  vector(width) {
    const context = new VectorContext(width, this.#height)
    this.#paint(/** @type {any} */ (context), width)
    return context.root
  }

  /** @param {CanvasRenderingContext2D} context @param {number} width */
  #paint(context, width) {
    const colors = palette()
    this.scale.left = 60
    // Handles of zones stand on the right.
    this.scale.right = Math.max(this.scale.left + 20, width - (this.#distance ? this.#isNarrow ? 96 : 146 : 14))
    let top = 0
    for (const track of this.#tracks) {
      context.fillStyle = colors.text
      context.textAlign = 'left'
      context.textBaseline = 'middle'
      context.font = '600 12px system-ui, sans-serif'
      context.fillText(track.title, this.scale.left, top + titleHeight / 2)
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

  /** The pixels of distances, as the chart shows them; null where it shows none. */
  get pixels() {
    const drawing = /** @type {any} */ ({ scale: this.scale, top: titleHeight, height: this.#distance?.height })
    return this.#distance?.place(drawing) ?? null
  }

  /** Where the track of distances begins and ends, in pixels. */
  get distanceSpan() {
    return { top: titleHeight, bottom: titleHeight + (this.#distance?.height ?? 0) }
  }

  /** @param {CanvasRenderingContext2D} context @param {import('./palette.js').Palette} colors @param {number} top */
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

  /** @param {CanvasRenderingContext2D} context @param {import('./palette.js').Palette} colors @param {number} bottom */
  #drawCursor(context, colors, bottom) {
    const { scale, cursor } = this
    if (cursor === null || cursor < scale.from || cursor > scale.to) return
    context.fillStyle = colors.cursor
    context.fillRect(Math.round(scale.x(cursor)), titleHeight, 1, bottom - titleHeight + 6)
  }

  /** Writes what every track shows at the cursor, beside it. */
  #read() {
    const [time, view] = [this.cursor, this.#view]
    this.readout.hidden = time === null || !view
    if (time === null || !view) return
    const line = (/** @type {string} */ name, /** @type {string} */ text) =>
      make('div', {}, [make('dt', { textContent: name.replace(/[:,].*/, '') }), make('dd', { textContent: text })])
    this.readout.replaceChildren(
      line('Time', moment(time, view.duration)),
      ...this.#tracks.map(track => line(track.title, track.read(time))))
  }

  #placeReadout() {
    const time = this.cursor
    if (time === null) return
    const isRight = this.scale.x(time) < (this.scale.left + this.scale.right) / 2
    const { style } = this.readout
    style.left = isRight && !this.#isNarrow ? `${this.scale.x(time) + 14}px` : 'auto'
    style.right = isRight || this.#isNarrow ? 'auto' : `${this.canvas.clientWidth - this.scale.x(time) + 14}px`
  }

  /** Says to a screen reader where the cursor is. Not while it runs: nobody can listen so fast. */
  #say() {
    const { canvas, scale, cursor } = this
    canvas.setAttribute('aria-valuemax', scale.duration.toFixed(1))
    canvas.setAttribute('aria-valuenow', (cursor ?? 0).toFixed(2))
    canvas.setAttribute('aria-valuetext', [...this.readout.children].map(line =>
      `${line.firstChild?.textContent}: ${line.lastChild?.textContent}`).join('; '))
  }

  /** Moves to the next fault, or the one before.
   * @param {1 | -1} direction */
  seekFault(direction) {
    const now = this.cursor ?? (direction > 0 ? -1 : Infinity)
    const next = direction > 0 ? this.faults.find(({ time }) => time > now + 1e-6)
      : this.faults.findLast(({ time }) => time < now - 1e-6)
    const fault = next ?? this.faults.at(direction > 0 ? 0 : -1)
    if (fault) this.showMoment(fault.time)
    return fault ?? null
  }

  /** Shows a moment from close by.
   * @param {number} time */
  showMoment(time) {
    const half = Math.min(closeUp, this.scale.to - this.scale.from) / 2
    this.scale.show(time - half, time + half)
    this.setCursor(time, true)
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
  within(time) {
    return Math.min(this.scale.duration, Math.max(0, time))
  }
}
