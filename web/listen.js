// Buttons, keys and files: what a person does with the page.
import { find, make } from './elements.js'
import { copyText } from './save.js'
import { commandLine, yaml } from './settings.js'

/**
 * @param {object} page
 * @param {import('./chart.js').Chart} page.chart @param {import('./controls.js').Controls} page.controls
 * @param {import('./player.js').Player} page.player
 * @param {{formats: string[]}} page.data
 * @param {[string, any][]} page.moved settings that differ from the defaults
 * @param {string[]} page.pulse the words that name the heart
 * @param {() => void} page.keep @param {() => void} page.remove
 * @param {(format: string) => void} page.save @param {(file: File) => Promise<void>} page.openFile
 */
export function listen(page) {
  const click = (/** @type {string} */ id, /** @type {() => void} */ action) =>
    find(id, HTMLButtonElement).addEventListener('click', action)
  click('zoom-in', () => page.chart.zoom(0.6))
  click('zoom-out', () => page.chart.zoom(1 / 0.6))
  click('show-all', () => page.chart.showAll())
  click('reset', () => page.controls.reset())
  click('keep', () => page.keep())
  click('remove', () => page.remove())
  const copy = async (/** @type {string} */ text) => {
    find('copied', HTMLElement).textContent = (await copyText(text)) ? 'Copied.' : 'Copying was refused.'
  }
  click('copy-command', () => copy(commandLine(page.moved, page.pulse)))
  click('copy-yaml', () => copy(yaml(page.moved, page.pulse)))
  const formats = find('format', HTMLSelectElement)
  formats.append(...[...page.data.formats, 'wav'].map(name => make('option', { textContent: name, value: name })))
  click('save', () => page.save(formats.value))
  const speed = find('speed', HTMLSelectElement)
  speed.addEventListener('change', () => page.player.setSpeed(Number(speed.value)))
  find('sound', HTMLInputElement).addEventListener('change', () => page.player.listenAgain())
  const open = async (/** @type {FileList | null | undefined} */ files) => {
    for (const file of [...files ?? []]) await page.openFile(file)
  }
  const chooser = find('file', HTMLInputElement)
  chooser.addEventListener('change', () => open(chooser.files))
  document.addEventListener('dragover', event => event.preventDefault())
  document.addEventListener('drop', event => {
    event.preventDefault()
    open(event.dataTransfer?.files)
  })
  // Paper has no button to ask for the rest.
  addEventListener('beforeprint', () => {
    const rest = document.querySelector('#changes button')
    if (rest instanceof HTMLButtonElement) rest.click()
  })
  document.addEventListener('keydown', event => {
    const isElsewhere = event.target instanceof HTMLElement
      && event.target.closest('input, select, button, summary, textarea')
    if (event.key !== ' ' || isElsewhere) return
    event.preventDefault()
    page.player.toggle()
  })
}
