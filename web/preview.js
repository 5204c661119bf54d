// A preview of haptic files: a cursor that follows the sound, and a click in the drawing that moves it.
import { vectorElement } from './vector.js'

/** The cursor of one pattern.
 * @param {SVGSVGElement} drawing @param {HTMLAudioElement} audio
 * @param {{left: number, right: number, span: number, lead: number}} scale where the axis of time begins and ends in the drawing, its length in seconds, and by how much the sound starts before it */
function followSound(drawing, audio, { left, right, span, lead }) {
  const cursor = vectorElement('line', { class: 'cursor', y1: 0, y2: '100%' })
  drawing.append(cursor)

  const show = () => {
    const x = String(left + (right - left) * Math.min(1, Math.max(0, (audio.currentTime - lead) / span)))
    cursor.setAttribute('x1', x)
    cursor.setAttribute('x2', x)
    if (!audio.paused) requestAnimationFrame(show)
  }
  for (const name of ['play', 'seeked', 'pause', 'loadedmetadata']) audio.addEventListener(name, show)
  drawing.addEventListener('click', event => {
    const box = drawing.getBoundingClientRect()
    const x = (event.clientX - box.left) / box.width * drawing.viewBox.baseVal.width
    audio.currentTime = Math.max(0, (x - left) / (right - left) * span + lead)
  })
  show()
}

const sounds = [...document.querySelectorAll('audio')]
for (const audio of sounds) {
  // One pattern is heard at a time.
  audio.addEventListener('play', () => {
    for (const other of sounds) if (other !== audio) other.pause()
  })
  const pattern = /** @type {HTMLElement} */ (audio.closest('[data-span]'))
  const { left, right, span, lead } = pattern.dataset
  const drawing = /** @type {SVGSVGElement} */ (pattern.querySelector('svg'))
  followSound(drawing, audio, { left: Number(left), right: Number(right), span: Number(span), lead: Number(lead) })
}
document.documentElement.dataset.ready = 'true'
