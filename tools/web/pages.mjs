// Every kind of page: its name, what writes it, and what is done with it before it is looked at.
import { readFileSync, writeFileSync } from 'node:fs'
import { drop, file, move, page, run } from './harness.mjs'

function written(name, ...words) {
  run(...words, file(name))
  return file(name)
}

function taps() {
  run('pattern', '--text', 'O.o. --==#  ..Ox', '-o', file('taps.ahap'))
  return file('taps.ahap')
}

/** @type {Record<string, [() => string, ((browser: any) => Promise<any>)?]>} */
export const pages = {
  'session': [() => page('datasets/approach.csv')],
  'moved': [() => page('datasets/approach.csv'), async browser => {
    await move(browser, 'zones.edges[2]', 1.4)
    await browser.value('lubdub.chart.setCursor(21)')
  }],
  'refused': [() => page('datasets/approach.csv'), browser => browser.value(`(() => {
    const slider = document.querySelector('[data-setting="zones.edges[0]"]')
    slider.value = 0.2
    slider.dispatchEvent(new Event('input'))
  })()`)],
  'sessions': [() => page('datasets/approach.csv', 'datasets/ceremony.csv', 'datasets/walk-by.csv')],
  'haptic': [() => page('datasets/approach.csv'), browser => drop(browser, 'taps.ahap', readFileSync(taps(), 'utf8'))],
  'mapping': [() => page('datasets/approach.csv'), browser => drop(
    browser, 'anchors.csv', `zeit_ms;Distanz_cm\n${Array.from({ length: 50 }, (_, i) => `${100 * i};${150 + i},5`).join('\n')}\n`)],
  'studio': [() => written('studio.html', 'studio', '-o')],
  'accuracy': [() => written('accuracy.html', 'bench', 'accuracy', 'datasets/approach.csv', '-o')],
  'zones': [() => written('zones.html', 'bench', 'zones', 'datasets/approach.csv', '--estimator', 'fusion', '-o')],
  'compare': [() => written('compare.html', 'compare', 'eternal-loop', 'geiger', 'datasets/approach.csv', 'datasets/walk-by.csv', '-o')],
  'tune': [() => written('tune.html', 'tune', 'datasets/approach.csv', 'datasets/walk-by.csv', '--objective', 'front:range,false-changes',
    '--budget', '12', '--over', 'zones.range.falseChangeInterval=1:100', '--over', 'uwb.velocityTime=0.2:5', '-o')],
  'preview': [() => {
    run('edit', taps(), '--gain', '0.8', '-o', file('softer.ahap'))
    return written('preview.html', 'preview', file('taps.ahap'), file('softer.ahap'), '-o')
  }],
  'design': [() => written('design.html', 'design', 'breath', '-o'), async browser => {
    await browser.value(`(() => {
      for (const id of ['add-tap', 'add-tap', 'play']) document.getElementById(id).click()
      const grid = document.getElementById('grid')
      grid.value = '8'
      grid.dispatchEvent(new Event('change'))
    })()`)
    await browser.until('document.querySelectorAll("#formats-lost tbody tr").length > 10 && lubdub.isSettled')
  }],
  'keepsake': [() => written('keepsake.html', 'keepsake', 'datasets/approach.csv', '--names', 'Anna & Ben', '--title', 'Our first meeting',
    '--message', 'Closer than ever.', '--date', '14 February', '-o')],
}

/** A log of three links, the third of which comes later; and a row that names none. */
export function linksLog() {
  const rows = Array.from({ length: 900 }, (_, i) => [
    ['Anna', 1.5 + Math.sin(i / 60)], ['Ben', 1.5 - Math.sin(i / 60)], ['Cleo', 1.2 + 0.4 * Math.sin(i / 35)],
  ].filter(([name]) => name !== 'Cleo' || i > 200).map(([name, range]) => `${(i / 10).toFixed(1)},${range.toFixed(3)},${name}\n`)).flat()
  writeFileSync(file('links.csv'), `t_s,range_m,peer\n${rows.join('')}90,1,\n`)
  return file('links.csv')
}

/** Waits until a page is ready, and does what is done with it. @param {string} name @param {any} browser @param {string} address */
export async function opened(name, browser, address) {
  await browser.send('Page.navigate', { url: address })
  await browser.until('document.readyState === "complete" && (document.documentElement.dataset.ready || !document.getElementById("data"))')
  await pages[name]?.[1]?.(browser)
  await new Promise(done => setTimeout(done, 400))
}
