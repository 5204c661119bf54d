// A preview of haptic files: a cursor that follows the sound, a click in the drawing that moves it, and strokes that are
// drawn as the sound goes.
import { lowerBound } from './scale.js'
import { vectorElement } from './vector.js'

/** Draws during playback, and after seeking.
 * @param {HTMLAudioElement} audio @param {() => void} draw */
function asSoundGoes(audio, draw) {
  const show = () => {
    draw()
    if (!audio.paused) requestAnimationFrame(show)
  }
  for (const name of ['play', 'seeked', 'pause', 'loadedmetadata']) audio.addEventListener(name, show)
  show()
}

/** The cursor of one pattern.
 * @param {SVGSVGElement} drawing @param {HTMLAudioElement} audio
 * @param {{left: number, right: number, span: number, lead: number}} scale the ends of the time axis in the drawing, its length in seconds, and the time by which the sound starts before it */
function followSound(drawing, audio, { left, right, span, lead }) {
  const cursor = vectorElement('line', { class: 'cursor', y1: 0, y2: '100%' })
  drawing.append(cursor)
  asSoundGoes(audio, () => {
    const x = String(left + (right - left) * Math.min(1, Math.max(0, (audio.currentTime - lead) / span)))
    for (const end of ['x1', 'x2']) cursor.setAttribute(end, x)
  })
  drawing.addEventListener('click', event => {
    const box = drawing.getBoundingClientRect()
    const x = (event.clientX - box.left) / box.width * drawing.viewBox.baseVal.width
    audio.currentTime = Math.max(0, (x - left) / (right - left) * span + lead)
  })
}

/** Draws strokes up to the position of the sound, over faint complete ones; completely if reduced motion is preferred.
 * @param {SVGSVGElement} trace @param {HTMLAudioElement} audio @param {number} lead the time by which the sound starts earlier, in seconds */
function drawWithSound(trace, audio, lead) {
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  const strokes = [...trace.querySelectorAll('polyline')].map(line => {
    const faint = /** @type {Element} */ (line.cloneNode())
    faint.setAttribute('class', 'faint')
    trace.prepend(faint)
    return { line, points: line.getAttribute('points')?.split(' ') ?? [], times: Float64Array.from((line.dataset.times ?? '').split(' '), Number) }
  })
  const draw = () => {
    const time = still.matches ? Infinity : audio.currentTime - lead
    for (const { line, points, times } of strokes) line.setAttribute('points', points.slice(0, lowerBound(times, time)).join(' '))
  }
  asSoundGoes(audio, draw)
  still.addEventListener('change', draw)
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
  const trace = /** @type {SVGSVGElement | null} */ (pattern.querySelector('.trace'))
  if (trace) drawWithSound(trace, audio, Number(lead))
}
document.documentElement.dataset.ready = 'true'
