// Pictures of every kind of page, wide and narrow, light and dark: node pictures.mjs BROWSER LUBDUB FOLDER [NAME...]
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Browser } from './browser.mjs'
import { cleanUp, more, serving } from './harness.mjs'
import { opened, pages } from './pages.mjs'

const [program] = process.argv.slice(2)
const [place, ...names] = more
mkdirSync(place, { recursive: true })
const isWanted = name => names.length === 0 || names.includes(name)

async function shoot(name, address) {
  for (const width of [1440, 1280, 390]) {
    for (const dark of [false, true]) {
      const browser = await Browser.start(program, { dark, width, height: width === 390 ? 844 : 900, isPhone: width === 390 })
      try {
        await opened(name, browser, address)
        writeFileSync(join(place, `${name}-${width}-${dark ? 'dark' : 'light'}.png`), await browser.picture(true))
      } finally {
        await browser.close()
      }
    }
  }
  console.log(`${name}: six pictures`)
}

for (const [name, [write]] of Object.entries(pages)) {
  if (isWanted(name)) await shoot(name, pathToFileURL(write()).href)
}
if (isWanted('live')) await serving(['datasets/approach.csv', '--pace', '4'], link => shoot('live', link))
cleanUp()
process.exit(0)
