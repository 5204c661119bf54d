// Pointers, wheels and keys on the chart: pan, zoom, choose a moment, select a stretch.
import { press } from './keys.js'

/** @param {Chart} chart */
export function listenToGestures(chart) {
  const { canvas } = chart
  const place = (/** @type {MouseEvent} */ event) => event.clientX - canvas.getBoundingClientRect().left
  const perPixel = () => (chart.scale.to - chart.scale.from) / (chart.scale.right - chart.scale.left)
  /** @type {Map<number, number>} the position of each pressed pointer */ const held = new Map()
  let hasMoved = false
  /** The start of the stretch being selected, in seconds. */ let anchor = 0
  const selects = (/** @type {PointerEvent} */ event) => held.size < 2 && (chart.isMarking || event.pointerType === 'mouse' && !event.shiftKey)
  canvas.addEventListener('pointermove', event => {
    const before = held.get(event.pointerId)
    if (before === undefined) {
      if (event.pointerType === 'mouse') chart.setCursor(chart.within(chart.scale.time(place(event))))
      return
    }
    const now = place(event)
    if (Math.abs(now - before) < 3 && !hasMoved) return
    hasMoved = true
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1]
    if (selects(event)) {
      const time = chart.within(chart.scale.time(now))
      chart.stretch = { from: Math.min(anchor, time), to: Math.max(anchor, time) }
    } else if (other === undefined) chart.scale.pan((before - now) * perPixel())
    // Two fingers: the time under each stays there.
    else chart.scale.zoom(Math.max(20, Math.abs(before - other)) / Math.max(20, Math.abs(now - other)), chart.scale.time(other))
    held.set(event.pointerId, now)
    chart.redraw()
  })
  canvas.addEventListener('pointerdown', event => {
    if (event.button !== 0) return
    if (held.size === 0) hasMoved = false
    held.set(event.pointerId, place(event))
    anchor = chart.within(chart.scale.time(place(event)))
    canvas.setPointerCapture(event.pointerId)
  })
  const release = (/** @type {PointerEvent} */ event) => held.delete(event.pointerId)
  canvas.addEventListener('pointerup', event => {
    if (held.size === 1 && !hasMoved) chart.onSeek(chart.within(chart.scale.time(place(event))), 8 * perPixel())
    else if (selects(event) && chart.stretch) chart.onSelect(false)
    release(event)
  })
  canvas.addEventListener('pointercancel', release)
  canvas.addEventListener('dblclick', () => chart.showAll())
  canvas.addEventListener('wheel', event => {
    // A pinch on a touchpad comes as a wheel with Ctrl. With Shift, some systems turn the wheel sideways.
    const zooms = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
    if (!zooms && !isSideways) return
    event.preventDefault()
    if (zooms) chart.scale.zoom(Math.exp((isSideways ? event.deltaX : event.deltaY) * 0.003), chart.scale.time(place(event)))
    else chart.scale.pan(event.deltaX * perPixel())
    chart.redraw()
  }, { passive: false })
  canvas.addEventListener('keydown', event => pressed(chart, event))
}

/** @param {Chart} chart @param {KeyboardEvent} event */
function pressed(chart, event) {
  const { scale } = chart
  const width = scale.to - scale.from
  const step = width / (event.shiftKey ? 20 : 200)
  const cursor = chart.cursor ?? (scale.from + scale.to) / 2
  const move = (/** @type {number} */ by) => {
    const time = chart.within(cursor + by)
    scale.reveal(time)
    chart.setCursor(time, true)
    if (chart.anchor !== null) chart.stretch = { from: Math.min(chart.anchor, time), to: Math.max(chart.anchor, time) }
  }
  press(event, {
    ArrowLeft: () => move(-step),
    ArrowRight: () => move(step),
    PageUp: () => move(-width),
    PageDown: () => move(width),
    Home: () => move(-scale.duration),
    End: () => move(scale.duration),
    '+': () => chart.zoom(0.7),
    '-': () => chart.zoom(1 / 0.7),
    0: () => chart.showAll(),
    n: () => chart.seekFault(1),
    p: () => chart.seekFault(-1),
    Enter: () => chart.onSeek(cursor, width / 100),
    m: () => chart.mark(cursor),
  }, event.key === '=' ? '+' : event.key)
}
