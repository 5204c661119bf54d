// Buttons, keys and files: what a person does with the page.
import { constants } from './constants.js'
import { copyText, find, make } from './elements.js'
import { commandLine, settingsFile } from './settings.js'

/** @param {import('./page.js').Page} page */
export function listen(page) {
  const click = (/** @type {string} */ id, /** @type {(button: HTMLButtonElement) => void} */ action) => {
    const button = find(id, HTMLButtonElement)
    button.addEventListener('click', () => action(button))
  }
  const toggle = (/** @type {HTMLButtonElement} */ button) => {
    const isOn = button.ariaPressed !== 'true'
    button.ariaPressed = String(isOn)
    return isOn
  }
  click('zoom-in', () => page.chart.zoom(0.6))
  click('zoom-out', () => page.chart.zoom(1 / 0.6))
  click('show-all', () => page.chart.showAll())
  click('tracks', button => {
    page.chart.showsAll = toggle(button)
    page.chart.build()
  })
  click('next-fault', () => {
    const fault = page.chart.seekFault(1)
    if (fault) page.player.move(fault.time)
  })
  click('loop', button => {
    const { from, to } = page.chart.scale
    page.player.loop = toggle(button) ? { from, to } : null
  })
  click('reset', () => page.draft.propose(page.draft.base))
  click('undo', () => page.draft.undo())
  click('redo', () => page.draft.redo())
  click('keep', () => page.keep())
  click('remove', () => page.remove())
  click('example', () => page.playExample())
  click('choose', () => find('file', HTMLInputElement).click())
  const preset = find('preset', HTMLSelectElement)
  preset.append(make('option', { textContent: 'Begin with a preset …', value: '' }), ...constants.presets.map(
    (/** @type {{name: string, summary: string}} */ { name, summary }) =>
      make('option', { textContent: name, value: name, title: summary })))
  preset.addEventListener('change', () => {
    if (preset.value !== '') page.draft.propose({ preset: preset.value })
    preset.value = ''
  })
  const warp = find('warp', HTMLSelectElement)
  warp.addEventListener('change', () => {
    page.chart.warp = /** @type {any} */ (warp.value)
    page.chart.build()
  })
  const copy = async (/** @type {string} */ text) => {
    find('copied', HTMLElement).textContent = (await copyText(text)) ? 'Copied.' : 'Copying was refused.'
  }
  click('copy-command', () => copy(commandLine(page.moved, page.pulse)))
  click('copy-file', () => copy(settingsFile(page.moved, page.pulse)))
  const formats = find('format', HTMLSelectElement)
  formats.append(...[...constants.formats, 'wav'].map(name => make('option', { textContent: name, value: name })))
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
    const rest = document.querySelector('#changes button.more')
    if (rest instanceof HTMLButtonElement) rest.click()
    if (page.view) find('paper', HTMLElement).replaceChildren(page.chart.vector(1000))
  })
  addEventListener('afterprint', () => find('paper', HTMLElement).replaceChildren())
  document.addEventListener('keydown', event => {
    const isElsewhere = event.target instanceof HTMLElement
      && event.target.closest('input, select, button, summary, textarea, [role=slider]:not(canvas)')
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
    // What is typed and not yet taken is the browser's to undo.
    const isTyping = event.target instanceof HTMLInputElement && event.target.value !== event.target.defaultValue
    if (isUndo && !(isTyping && event.target.type !== 'range')) {
      event.preventDefault()
      return event.shiftKey ? page.draft.redo() : page.draft.undo()
    }
    if (event.key !== ' ' || isElsewhere) return
    event.preventDefault()
    page.player.toggle()
  })
}
