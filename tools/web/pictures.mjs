// Pictures of every kind of page, wide and narrow, light and dark, and those of docs/reference/page.md:
// node pictures.mjs BROWSER LUBDUB FOLDER [NAME...]
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Browser } from './browser.mjs'
import { cleanUp, more, serving } from './harness.mjs'
import { linksLog, opened, pages } from './pages.mjs'

const [program] = process.argv.slice(2)
const [place, ...names] = more
mkdirSync(place, { recursive: true })
const isWanted = name => names.length === 0 || names.includes(name)

async function picture(name, address, path, options, isWhole) {
  const browser = await Browser.start(program, options)
  try {
    await opened(name, browser, address)
    writeFileSync(join(place, path), await browser.picture(isWhole))
  } finally {
    await browser.close()
  }
}

async function shoot(name, address) {
  for (const width of [1440, 768, 390]) {
    for (const dark of [false, true]) {
      const isPhone = width < 1000
      await picture(name, address, `${name}-${width}-${dark ? 'dark' : 'light'}.png`, { dark, width, height: isPhone ? 844 : 900, isPhone }, true)
    }
  }
  console.log(`${name}: six pictures`)
}

/** The pictures of the guide. */
const ofGuide = { moved: ['page.png', { width: 1360, height: 900 }], preview: ['preview.png', { width: 1200, height: 1500 }] }

for (const [name, [write]] of Object.entries(pages)) {
  if (!isWanted(name)) continue
  const address = pathToFileURL(write()).href
  await shoot(name, address)
  if (ofGuide[name]) await picture(name, address, ...ofGuide[name], false)
}
if (isWanted('live')) await serving(['datasets/approach.csv', '--pace', '4'], link => shoot('live', link))
if (isWanted('links')) await serving([linksLog(), '--all-peers', '--pace', '4'], link => shoot('links', link))
cleanUp()
process.exit(0)
