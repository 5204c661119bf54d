// Every kind of page is checked by axe-core, in both themes, on a desk and on a phone. LUBDUB_AXE is its script; without
// it nothing is checked.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Browser } from './browser.mjs'
import { test } from './harness.mjs'
import { opened, pages } from './pages.mjs'

const place = process.env.LUBDUB_AXE ?? ''

// The guides are there after tools/docs; tools/test --thorough runs this then.
if (existsSync('out/docs/index.html')) test('axe-core finds nothing serious on the front page of the guides', async () => {
  if (!existsSync(place)) return console.log('  skipped: LUBDUB_AXE names no axe.min.js')
  for (const dark of [false, true]) {
    const browser = await Browser.start(process.argv[2], { dark })
    try {
      await browser.send('Page.navigate', { url: pathToFileURL('out/docs/index.html').href })
      await browser.until('document.readyState === "complete" && document.querySelector(".md-content")')
      await browser.value(`${readFileSync(place, 'utf8')};0`)
      const found = await browser.value(`axe.run({exclude: [['iframe']]}, {resultTypes: ['violations']}).then(({violations}) =>
        violations.filter(one => one.impact !== 'moderate' && one.impact !== 'minor').map(({id, nodes}) => id + ': ' + nodes[0].html.slice(0, 120) + nodes[0].failureSummary))`)
      assert.deepEqual(found, [], dark ? 'dark' : 'light')
    } finally {
      await browser.close()
    }
  }
})

for (const [name, [write]] of Object.entries(pages)) {
  test(`axe-core finds nothing on the page ${name}`, async () => {
    if (!existsSync(place)) return console.log('  skipped: LUBDUB_AXE names no axe.min.js')
    const address = pathToFileURL(write()).href
    for (const [dark, width] of [[false, 1440], [true, 1440], [false, 390], [true, 390]]) {
      const browser = await Browser.start(process.argv[2], { dark, width })
      try {
        await opened(name, browser, address)
        await browser.value('for (const one of document.querySelectorAll("details")) one.open = true')
        await browser.value(`${readFileSync(place, 'utf8')};0`)
        // A handle of a drawing stands where its value is: such a place is essential (WCAG 2.2, 2.5.8).
        const found = await browser.value(`axe.run(document, {rules: {'target-size': {enabled: true}}, resultTypes: ['violations'], selectors: false}).then(({violations}) =>
          violations.map(({id, nodes}) => ({id, nodes: nodes.filter(one => id !== 'target-size' || !one.html.includes('class="dot'))}))
          .filter(({nodes}) => nodes.length > 0).map(({id, nodes}) => id + ': ' + nodes.slice(0, 3).map(one => one.html.slice(0, 120) + ' ' + one.failureSummary).join('; ')))`)
        assert.deepEqual(found, [], `${dark ? 'dark' : 'light'}, ${width} pixels`)
      } finally {
        await browser.close()
      }
    }
  })
}
