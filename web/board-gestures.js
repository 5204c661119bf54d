// Pointers, wheels and keys on the drawing of a pattern: a frame that selects, zoom, pan.
import { press } from './keys.js'

/** @param {import('./board.js').Board} board */
export function listenToBoard(board) {
  const { place } = board
  const at = (/** @type {MouseEvent} */ event) => {
    const box = place.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  /** @type {{x: number, y: number} | null} */ let corner = null
  const frameTo = (/** @type {{x: number, y: number}} */ from, /** @type {PointerEvent} */ event) => {
    const { x, y } = at(event)
    return { left: Math.min(from.x, x), right: Math.max(from.x, x), top: Math.min(from.y, y), bottom: Math.max(from.y, y) }
  }
  place.addEventListener('pointerdown', event => {
    // A finger outside the handles scrolls the page.
    if (event.button !== 0 || event.pointerType === 'touch' || event.target instanceof Element && event.target.closest('.dot')) return
    corner = at(event)
  })
  place.addEventListener('pointermove', event => {
    if (!corner) return
    // A button that was released outside ends the frame.
    if (event.buttons === 0) return cancel()
    const frame = frameTo(corner, event)
    // A press without movement is a click.
    if (!isFrame(frame)) return
    place.setPointerCapture(event.pointerId)
    board.showFrame(frame)
  })
  place.addEventListener('pointerup', event => {
    if (!corner) return
    const frame = frameTo(corner, event)
    corner = null
    board.showFrame(null)
    if (isFrame(frame)) board.pickWithin(frame)
    else board.pickNone()
  })
  const cancel = () => {
    corner = null
    board.showFrame(null)
  }
  place.addEventListener('pointercancel', cancel)
  place.addEventListener('wheel', event => {
    // A pinch on a touchpad comes as a wheel with Ctrl.
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
    if (!event.ctrlKey && !event.metaKey && !isSideways) return
    event.preventDefault()
    const { left, right } = board.scale
    if (isSideways) board.pan((event.deltaX || event.deltaY) / (right - left))
    else board.zoom(Math.exp(event.deltaY * 0.003), board.scale.time(at(event).x))
  }, { passive: false })
  place.addEventListener('keydown', event => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault()
      return board.pickAll()
    }
    press(event, {
      '+': () => board.zoom(0.7),
      '-': () => board.zoom(1 / 0.7),
      0: () => board.showAll(),
      PageUp: () => board.pan(-0.8),
      PageDown: () => board.pan(0.8),
    }, event.key === '=' ? '+' : event.key)
  })
}

/** @param {{left: number, right: number, top: number, bottom: number}} frame @returns whether it is larger than the movement of an unsteady press */
const isFrame = ({ left, right, top, bottom }) => right - left > 3 || bottom - top > 3
