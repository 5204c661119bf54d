// Every kind of page is checked by axe-core, in both themes, on a desk and on a phone. LUBDUB_AXE is its script; without
// it nothing is checked.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Browser } from './browser.mjs'
import { drop, file, page, run, test } from './harness.mjs'

const place = process.env.LUBDUB_AXE ?? ''

/** What is checked: the name of a page, what writes it, and what is done with it before. */
const pages = {
  'a session': [() => page('datasets/approach.csv')],
  'a session with a refused setting': [() => page('datasets/approach.csv'), browser => browser.value(`(() => {
    const slider = document.querySelector('[data-setting="zones.edges[0]"]')
    slider.value = 0.2
    slider.dispatchEvent(new Event('input'))
  })()`)],
  'several sessions': [() => page('datasets/approach.csv', 'datasets/ceremony.csv')],
  'a haptic file': [() => page('datasets/approach.csv'), browser => {
    run('pattern', '--text', 'O.o. --==#', '-o', file('axe.ahap'))
    return drop(browser, 'axe.ahap', readFileSync(file('axe.ahap'), 'utf8'))
  }],
  'a table with other columns': [() => page('datasets/approach.csv'), browser => drop(
    browser, 'anchors.csv', `zeit_ms;Distanz_cm\n${Array.from({ length: 50 }, (_, i) => `${100 * i};${150 + i},5`).join('\n')}\n`)],
  'a keepsake': [() => written('axe-keepsake.html', 'run', 'datasets/approach.csv', '--names', 'Anna & Ben', '--poster')],
  'no session': [() => written('axe-studio.html', 'studio', '-o')],
  'accuracy': [() => written('axe-accuracy.html', 'bench', 'accuracy', 'datasets/approach.csv', '--html')],
  'a comparison': [() => written('axe-compare.html', 'compare', 'eternal-loop', 'geiger', 'datasets/approach.csv', 'datasets/walk-by.csv', '--html')],
  'a front': [() => written('axe-tune.html', 'tune', 'datasets/approach.csv', 'datasets/walk-by.csv', '--objective', 'front:range,false-changes',
    '--budget', '12', '--folds', '0', '--over', 'zones.range.falseChangeInterval=1:100', '--over', 'uwb.velocityTime=0.2:5', '--html')],
  'a preview': [() => {
    run('pattern', '--text', 'O.o. --==#', '-o', file('axe.ahap'))
    return written('axe-preview.html', 'preview', file('axe.ahap'), '-o')
  }],
}

function written(name, ...words) {
  run(...words, file(name))
  return file(name)
}

for (const [name, [write, prepare]] of Object.entries(pages)) {
  test(`axe-core finds nothing on the page of ${name}`, async () => {
    if (!existsSync(place)) return console.log('  skipped: LUBDUB_AXE names no axe.min.js')
    const address = pathToFileURL(write()).href
    for (const [dark, width] of [[false, 1440], [true, 1440], [false, 390], [true, 390]]) {
      const browser = await Browser.start(process.argv[2], { dark, width })
      try {
        await browser.send('Page.navigate', { url: address })
        await browser.until('document.readyState === "complete" && (document.documentElement.dataset.ready || !document.getElementById("packed"))')
        await prepare?.(browser)
        await browser.value('for (const one of document.querySelectorAll("details")) one.open = true')
        await browser.value(`${readFileSync(place, 'utf8')};0`)
        const found = await browser.value(`axe.run(document, {resultTypes: ['violations']}).then(({violations}) =>
          violations.map(({id, nodes}) => id + ': ' + nodes.slice(0, 3).map(one => one.html.slice(0, 120) + ' ' + one.failureSummary).join('; ')))`)
        assert.deepEqual(found, [], `${dark ? 'dark' : 'light'}, ${width} pixels`)
      } finally {
        await browser.close()
      }
    }
  })
}
