// What the tests of pages share: node test.mjs BROWSER LUBDUB
import { fromDense } from '../../web/bytes.js'
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inflateSync } from 'node:zlib'
import { Browser } from './browser.mjs'

const [program, lubdub, ...words] = process.argv.slice(2)
export const more = words
const folder = mkdtempSync(join(tmpdir(), 'lubdub-web-'))
/** The path of a file that is there until the end of the tests. */
export const file = name => join(folder, name)
/** Runs the tool, and gives what it prints. */
export const run = (...words) => execFileSync(lubdub, words, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'pipe'] })
/** What the tool says when it refuses. */
run.refused = (...words) => spawnSync(lubdub, words, { encoding: 'utf8' }).stderr
const tests = []
/** LUBDUB_TESTS runs only the tests whose names contain it. */
export const test = (name, body) => {
  if (name.includes(process.env.LUBDUB_TESTS ?? '')) tests.push({ name, body })
}

/** The data that the tool wrote into a page. */
export function dataOf(html) {
  const text = readFileSync(html, 'utf8').split('id="data">')[1].split('</script>')[0]
  return JSON.parse(inflateSync(fromDense(text)).toString())
}

/** Writes the page of traces. */
export function page(...traces) {
  const html = file(`${tests.length}-${Math.random().toString(36).slice(2)}.html`)
  try {
    run('report', ...traces, '-o', html)
  } catch (error) {
    // 1: the page is written, though most rows were not used.
    if (error.status !== 1) throw error
  }
  return html
}

/** Opens a page, and closes the browser afterwards. */
export async function within(html, body, options = {}) {
  const browser = await Browser.start(program, options)
  try {
    const address = pathToFileURL(html).href
    await browser.open(address)
    await body(browser)
    assert.deepEqual(browser.messages, [], 'the console is silent')
    assert.deepEqual(
      browser.requests.filter(one => !/^(blob|data):/.test(one)), [address], 'nothing is loaded')
  } finally {
    await browser.close()
  }
}

/** Waits until what is shown was run with what holds. */
export const settled = browser => browser.until('lubdub.isSettled')

/** Sets a control of the page as a hand does, and waits for what comes of it. */
export async function move(browser, label, value) {
  await browser.value(`(() => {
    const control = document.querySelector('[data-setting=${JSON.stringify(label)}]')
    control.value = ${JSON.stringify(String(value))}
    control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input'))
  })()`)
  await settled(browser)
}

/** The file that the page would save. */
export const exported = (browser, format) => browser.value(
  `lubdub.source.then(source => source.export({format: '${format}'})).then(parts => new TextDecoder().decode(parts.get('file')))`)

/** Drops a file on the page, as text. */
export const drop = (browser, name, text) => browser.value(
  `lubdub.openFile(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}))`)

/** Starts a server, waits for the address of its page, and ends it afterwards. */
export async function serving(words, body) {
  const server = spawn(lubdub, ['studio', '--live', ...words], {
    stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, XDG_STATE_HOME: folder },
  })
  const ended = new Promise(done => server.once('exit', done))
  try {
    const link = await new Promise((done, fail) => {
      server.stdout.once('data', data => done(String(data).trim()))
      server.once('exit', code => fail(new Error(`the server ended with ${code}`)))
    })
    await body(link, async () => {
      server.kill('SIGINT')
      return ended
    })
  } finally {
    server.kill('SIGKILL')
  }
}

/** Runs all tests, and gives how many failed. */
export async function runAll() {
  let failures = 0
  for (const { name, body } of tests) {
    const begin = Date.now()
    try {
      await body()
      console.log(`✔ ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`)
    } catch (error) {
      failures += 1
      console.log(`✘ ${name}\n${error.stack ?? error}`)
    }
  }
  return failures
}

/** Removes the files of the tests. */
export const cleanUp = () => rmSync(folder, { recursive: true })
