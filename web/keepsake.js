// Saves a keepsake as PNG. The browser draws its texts, with letters of every script that the machine has fonts for.
import { find, onClick, saveFile } from './elements.js'

const sharpness = 2 // pixels of the PNG to one of the drawing

/** @param {SVGSVGElement} drawing @returns {Promise<Blob | null>} */
async function pictureOf(drawing) {
  const text = new XMLSerializer().serializeToString(drawing)
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const { width, height } = drawing.viewBox.baseVal
    const canvas = Object.assign(document.createElement('canvas'), { width: sharpness * width, height: sharpness * height })
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise(done => canvas.toBlob(done, 'image/png'))
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** @param {SVGSVGElement} drawing @returns the letters that no font of this machine has: they look like one that no font has */
function missingLetters(drawing) {
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 40 })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return []
  const picture = (/** @type {string} */ letter) => {
    context.clearRect(0, 0, 40, 40)
    context.font = `24px ${drawing.getAttribute('font-family')}`
    context.fillText(letter, 4, 30)
    return context.getImageData(0, 0, 40, 40).data.join()
  }
  const none = picture('\u{10FFFF}')
  const letters = [...drawing.querySelectorAll('text')].flatMap(one => [...one.textContent ?? ''])
  return [...new Set(letters)].filter(letter => /[\p{L}\p{Co}\p{Emoji_Presentation}]/u.test(letter) && picture(letter) === none)
}

const poster = document.querySelector('svg')
const missing = poster ? missingLetters(poster) : []
if (missing.length > 0) {
  const note = find('fonts', HTMLElement)
  note.hidden = false
  note.textContent = `No font of this machine has ${missing.join(' ')}. Save the picture on one that has, such as a phone.`
}

onClick('save', async () => {
  const picture = poster && await pictureOf(poster)
  if (picture) find('said', HTMLElement).textContent = saveFile('keepsake.png', picture)
})
