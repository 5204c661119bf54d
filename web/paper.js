// The replacement of controls on paper: the chart as a drawing, the settings, and the command for this result.
import { constants } from './constants.js'
import { find, make } from './elements.js'
import { commandOf } from './fragment.js'
import { differences, settingAt, valueText } from './settings.js'
import { labelOf } from './words.js'

/** @param {Page} page */
export function listenToPrinter(page) {
  const figures = find('all-figures', HTMLDetailsElement)
  const [chart, settings] = ['paper', 'paper-settings'].map(id => find(id, HTMLElement))
  let wasOpen = false
  addEventListener('beforeprint', () => {
    const rest = document.querySelector('#changes button.more')
    if (rest instanceof HTMLButtonElement) rest.click()
    if (page.view) chart.replaceChildren(page.chart.vector(1000))
    if (page.view?.kind === 'trace') settings.replaceChildren(...settingsOf(page))
    wasOpen = figures.open
    figures.open = true
  })
  addEventListener('afterprint', () => {
    for (const place of [chart, settings]) place.replaceChildren()
    figures.open = wasOpen
  })
}

/** @param {Page} page @returns the preset closest to the settings, the differences, and the command */
function settingsOf(page) {
  const { engines, draft, controls: { catalog } } = page
  const [{ name, all, moved }] = constants.presets.map(({ name }) => {
    const all = engines?.here.complete({ preset: name }) ?? constants.defaults
    return { name, all, moved: differences(catalog, draft.held, all) }
  }).sort((a, b) => a.moved.length - b.moved.length)
  return [make('h2', { textContent: 'Settings' }),
    make('p', { textContent: `Preset ${name}${moved.length === 0 ? ' as it is.' : ', with these settings changed:'}` }),
    make('ul', {}, moved.map(([key, value]) => make('li', { textContent: `${labelOf(key)} (${key}): ${valueText(value)} ${
      catalog.find(one => one.key === key)?.unit ?? ''}, instead of ${valueText(settingAt(all, key))}` }))),
    make('code', { textContent: commandOf(page)[0] })]
}
