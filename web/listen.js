// Buttons, keys and files: the inputs of a person on the page.
import { constants } from './constants.js'
import { copyText, find, make, onChange, onClick as click, toggled } from './elements.js'
import { commandOf, linkOf } from './fragment.js'
import { listenToKeys } from './keys.js'
import { listenToPrinter } from './paper.js'
import { commandLine, lending, settingsFile } from './settings.js'
import { term } from './words.js'
import { formats as uses } from './words.json'

/** @param {Page} page */
export function listen(page) {
  click('zoom-in', () => page.chart.zoom(0.6))
  click('zoom-out', () => page.chart.zoom(1 / 0.6))
  click('show-all', () => page.chart.showAll())
  click('tracks', button => {
    page.chart.showsAll = toggled(button)
    page.chart.build()
  })
  click('next-fault', () => page.chart.seekFault(1))
  click('more', () => {
    find('details', HTMLElement).scrollIntoView()
    find('details', HTMLElement).focus({ preventScroll: true })
  })
  click('loop', button => {
    const { from, to } = page.chart.scale
    page.player.loop = toggled(button) ? { from, to } : null
  })
  click('fit', () => page.fitZones())
  click('dead-end-fit', () => page.fitZones())
  click('mark', button => { page.chart.isMarking = toggled(button) })
  const sheet = (/** @type {HTMLButtonElement} */ button, /** @type {string} */ place) => {
    const { dataset } = document.documentElement
    const isOpen = dataset.sheet === place
    if (isOpen) delete dataset.sheet
    else dataset.sheet = place
    for (const id of ['edit', 'take']) find(id, HTMLButtonElement).ariaExpanded = String(!isOpen && button.id === id)
    if (!isOpen) find(place, HTMLElement).scrollIntoView()
    page.chart.redraw()
  }
  click('edit', button => sheet(button, 'settings'))
  click('take', button => sheet(button, 'files'))
  onChange('overlay', HTMLSelectElement, overlay => page.setOverlay(overlay.value))
  onChange('keys', HTMLInputElement, keys => {
    if (keys.checked) document.documentElement.dataset.keys = 'true'
    else delete document.documentElement.dataset.keys
    page.controls.update()
    if (page.draft.refusal) page.settingsChanged()
  })
  const isServed = location.protocol.startsWith('http')
  find('copy-link', HTMLButtonElement).textContent = isServed ? 'Copy link' : 'Copy command'
  page.chart.onSelect = byKeys => {
    page.details.update()
    const distance = document.querySelector('#chosen input')
    if (byKeys && distance instanceof HTMLInputElement) distance.select()
  }
  for (const word of document.querySelectorAll('.legend li')) word.replaceChildren(term(word.textContent ?? ''))
  const forget = () => { find('meaning', HTMLElement).hidden = true }
  document.addEventListener('click', event => {
    if (!(event.target instanceof Element && event.target.closest('.term, #meaning'))) forget()
  })
  addEventListener('scroll', forget)
  click('reset', () => page.draft.reset())
  click('keep', () => page.keep())
  click('remove', () => page.remove())
  click('example', () => page.playExample())
  for (const id of ['choose', 'open']) click(id, () => find('file', HTMLInputElement).click())
  onChange('preset', HTMLSelectElement, preset => {
    if (preset.value !== '') page.draft.propose({ preset: preset.value })
    preset.value = ''
  }).append(make('option', { textContent: 'Begin with a preset …', value: '' }), ...constants.presets.map(
    (/** @type {{name: string, summary: string}} */ { name, summary }) => make('option', { textContent: name, value: name, title: summary })))
  onChange('warp', HTMLSelectElement, warp => {
    page.chart.warp = /** @type {any} */ (warp.value)
    page.chart.build()
  })
  const copy = async (/** @type {string} */ text, note = '') => {
    find('copied', HTMLElement).textContent = (await copyText(text)) ? `Copied.${note}` : 'Copying was blocked.'
  }
  // A served page has a link to its state; elsewhere, a command writes the page with these settings.
  click('copy-link', () => isServed ? copy(linkOf(page)) : copy(...commandOf(page)))
  click('copy-command', () => copy(commandLine(page.moved, [...lending(page.pulse), ...page.words])))
  click('copy-file', () => copy(settingsFile(page.moved, page.pulse, page.words)))
  const formats = find('format', HTMLSelectElement)
  formats.append(...[...new Set([...Object.keys(uses), ...constants.formats])].map(name => make('option', { textContent: `${name}${/** @type {Record<string, string>} */ (uses)[name] ?? ''}`, value: name })))
  click('save', () => page.save(formats.value))
  const speed = find('speed', HTMLSelectElement)
  for (const control of [speed, find('sound', HTMLInputElement)]) {
    control.addEventListener('change', () => {
      page.player.speed = Number(speed.value)
      page.player.beginSound()
    })
  }
  const open = async (/** @type {FileList | null | undefined} */ files) => {
    for (const file of [...files ?? []]) await page.openFile(file)
  }
  onChange('file', HTMLInputElement, ({ files }) => open(files))
  const distance = find('teach-distance', HTMLInputElement)
  find('teach', HTMLFormElement).addEventListener('submit', event => {
    event.preventDefault()
    page.teach(distance.valueAsNumber)
  })
  document.addEventListener('dragover', event => event.preventDefault())
  document.addEventListener('drop', event => {
    event.preventDefault()
    open(event.dataTransfer?.files)
  })
  listenToPrinter(page)
  // A field for numbers drops a decimal comma, and 0,9 would become 9.
  document.addEventListener('beforeinput', event => {
    if (event.data !== ',' || !(event.target instanceof HTMLInputElement) || event.target.type !== 'number') return
    event.preventDefault()
    document.execCommand('insertText', false, '.')
  })
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    forget()
    const { sheet } = document.documentElement.dataset
    if (sheet) find(sheet === 'settings' ? 'edit' : 'take', HTMLButtonElement).click()
    page.chart.select(null)
  })
  listenToKeys(() => page.draft, () => page.player.toggle())
}
