// Saves a keepsake as PNG. The browser draws its texts, with letters of every script that the machine has fonts for.
import { find } from './elements.js'

/** Pixels of the PNG to one of the drawing. */
const sharpness = 2

/**
 * The drawing as PNG.
 * @param {SVGSVGElement} drawing
 * @returns {Promise<Blob | null>}
 */
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

find('save', HTMLButtonElement).addEventListener('click', async () => {
  const drawing = document.querySelector('svg')
  const picture = drawing && await pictureOf(drawing)
  if (!picture) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = 'keepsake.png'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
})
