// Tests of the page to design a pattern on: what it saves is what the tool writes, byte for byte.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Browser } from './browser.mjs'
import { file, run, test, within } from './harness.mjs'

/** Writes the page. */
export const design = (...words) => {
  const html = file(`design-${Math.random().toString(36).slice(2)}.html`)
  run('design', ...words, '-o', html)
  return html
}
/** Waits until what is shown was written in every format. */
export const settled = async browser => {
  await new Promise(done => setTimeout(done, 100))
  await browser.until('document.querySelectorAll("#formats-lost tbody tr").length > 10 && lubdub.isSettled')
}
export const state = browser => browser.value('lubdub.design')
export const click = async (browser, id) => {
  await browser.value(`document.getElementById('${id}').click()`)
  await settled(browser)
}
/** The middle of a handle. */
export const middle = (browser, index) => browser.value(`(() => {
  const dot = document.querySelectorAll('.dot')[${index}]
  dot.scrollIntoView({ block: 'center' })
  const box = dot.getBoundingClientRect()
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
})()`)
export const pressKey = (browser, key, modifiers = 0) => browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code: key, modifiers })
  .then(() => browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key, modifiers }))

/** What the page saves in some formats, and its pattern file. */
async function saved(browser, formats) {
  return JSON.parse(await browser.value(`(async () => {
    const files = {}
    for (const format of ${JSON.stringify(formats)}) {
      const parts = await lubdub.source.export({ format })
      files[format] = [...parts].filter(([name]) => name.startsWith('file')).map(([, bytes]) => [...bytes])
    }
    const wav = await lubdub.source.wav()
    files.wav = [[...new Uint8Array(await wav.arrayBuffer())]]
    return JSON.stringify({ files, pattern: lubdub.patternText })
  })()`))
}
const formats = ['json', 'ndjson', 'ahap', 'android-waveform', 'android-xml', 'hjif', 'haptic', 'openharmony', 'web-vibrate', 'tact', 'richtap', 'haps', 'csv']

/** Holds what the page saves against what `lubdub pattern` writes of its pattern file. */
export async function compare(browser, some = formats) {
  const { files, pattern } = await saved(browser, some)
  const { bpm, beats } = await state(browser)
  writeFileSync(file('mine.pattern.json'), pattern)
  for (const [format, parts] of Object.entries(files)) {
    const target = file(`mine.${format}.out`)
    run('pattern', file('mine.pattern.json'), '--bpm', `${bpm}`, '--beats', `${beats}`, '-o', target, '--as', format)
    assert.equal(parts.length, 1)
    assert.ok(Buffer.from(parts[0]).equals(readFileSync(target)), format)
  }
}

test('A pattern that is dragged on the page to design is saved byte for byte as the tool writes it', () =>
  within(design(), async browser => {
    await settled(browser)
    assert.deepEqual((await state(browser)).events.map(one => one.time), [0, 0.15])
    await compare(browser)
    // The dub by the mouse: later and weaker.
    const { x, y } = await middle(browser, 2)
    const mouse = (type, dx, dy) => browser.send('Input.dispatchMouseEvent', { type, x: x + dx, y: y + dy, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1 })
    await mouse('mousePressed', 0, 0)
    for (let i = 1; i <= 10; i++) await mouse('mouseMoved', 6 * i, 3 * i)
    await mouse('mouseReleased', 60, 30)
    await settled(browser)
    const [, dub] = (await state(browser)).events
    assert.ok(dub.time > 0.17 && dub.time < 0.4, `${dub.time}`)
    assert.ok(Math.abs(dub.intensity - 0.5) < 0.03, `${dub.intensity}`)
    assert.equal(dub.sharpness, 0.3)
    // An envelope, a faster tempo, fewer beats.
    await click(browser, 'add-vibration')
    await click(browser, 'add-point')
    for (const [id, value] of [['field-intensity', 0.9], ['bpm', 72], ['beats', 3], ['field-sharpness', 0.8]]) {
      await browser.value(`(() => {
        const field = document.getElementById('${id}')
        field.value = ${value}
        field.dispatchEvent(new Event('change'))
      })()`)
      await settled(browser)
    }
    const { events, bpm } = await state(browser)
    assert.deepEqual([bpm, events.length, events[2].curve.length, events[2].intensity], [72, 3, 3, 0.9])
    await compare(browser)
    // Played by the rules of each format, by renderers that know nothing of the tool.
    const played = ['json', 'ahap', 'hjif', 'haptic', 'openharmony', 'richtap', 'haps', 'android-waveform']
    const python = spawnSync('python3', ['tools/bench/haptics', '--same', ...played.map(one => `${one}:${file(`mine.${one}.out`)}`)], { encoding: 'utf8' })
    if (!python.error) assert.equal(python.status, 0, `${python.stdout}${python.stderr}`)
    const text = await browser.value('document.querySelector("#formats-lost").textContent')
    assert.match(text, /web-vibrate.*without sharpness/)
  }))

test('What is saved is the pattern that is shown, however soon after its last change', () =>
  within(design(), async browser => {
    await settled(browser)
    const [text, pattern] = await browser.value(`(async () => {
      const [make, click] = [URL.createObjectURL, HTMLAnchorElement.prototype.click]
      let saved = null
      HTMLAnchorElement.prototype.click = () => {}
      URL.createObjectURL = blob => { saved = blob; return make.call(URL, blob) }
      document.getElementById('format').value = 'json'
      const bpm = document.getElementById('bpm')
      bpm.value = 97
      bpm.dispatchEvent(new Event('change'))
      document.getElementById('save').click()
      while (!saved) await new Promise(done => setTimeout(done, 5))
      URL.createObjectURL = make
      HTMLAnchorElement.prototype.click = click
      return [await saved.text(), lubdub.patternText]
    })()`)
    const { beats } = await state(browser)
    writeFileSync(file('soon.pattern.json'), pattern)
    assert.equal(text, run('pattern', file('soon.pattern.json'), '--bpm', '97', '--beats', `${beats}`, '-o', '-', '--as', 'json'))
  }))

test('The page to design is worked by keys: move, snap, delete, one step back, two variants', () =>
  within(design('geiger'), async browser => {
    await settled(browser)
    await browser.value(`document.querySelector('.dot').focus()`)
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight']) await pressKey(browser, key)
    await pressKey(browser, 'ArrowLeft', 8)
    await settled(browser)
    assert.deepEqual((await state(browser)).events, [{ time: 0.019, intensity: 0.9, sharpness: 1 }])
    assert.equal(await browser.value('document.activeElement.getAttribute("aria-valuetext")'), '0.9 at 0.019 s')
    await browser.value(`(() => {
      const grid = document.getElementById('grid')
      grid.value = '8'
      grid.dispatchEvent(new Event('change'))
    })()`)
    await click(browser, 'add-tap')
    const [, more] = (await state(browser)).events
    assert.equal(more.time % 0.125, 0)
    await browser.value(`document.querySelectorAll('.dot')[2].focus()`)
    await pressKey(browser, 'ArrowRight')
    await settled(browser)
    assert.equal((await state(browser)).events[1].time, more.time + 0.125)
    await pressKey(browser, 'Delete')
    await settled(browser)
    assert.equal((await state(browser)).events.length, 1)
    assert.equal(await browser.value('document.activeElement.className'), 'dot tap chosen', 'a handle keeps the focus')
    await pressKey(browser, 'Delete')
    assert.match(await browser.value('document.getElementById("message").textContent'), /at least one/)
    await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'z', code: 'KeyZ', modifiers: 2 })
    await settled(browser)
    assert.equal((await state(browser)).events.length, 2)
    // B begins as the page did; what A has can be copied there.
    await click(browser, 'variant-b')
    assert.deepEqual((await state(browser)).events, [{ time: 0, intensity: 1, sharpness: 1 }])
    await click(browser, 'variant-a')
    await click(browser, 'take-over')
    assert.deepEqual((await state(browser)).events.length, 2)
    assert.equal(await browser.value('document.getElementById("variant-b").ariaPressed'), 'true')
  }))

test('The page to design plays in a loop that goes on while a handle is dragged by touch', async () => {
  const html = design('--actuator', 'lra')
  const browser = await Browser.start(process.argv[2], { width: 390, height: 844, isPhone: true })
  try {
    await browser.open(`file://${html}`)
    await settled(browser)
    await browser.value('navigator.vibrate = length => { (globalThis.felt ??= []).push(length); return true }')
    await browser.value('document.getElementById("play").click()')
    await browser.until('(globalThis.felt ?? []).length >= 2')
    const { x, y } = await middle(browser, 2)
    const touch = (type, dx, dy) => browser.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx, y: y + dy }] })
    await touch('touchStart', 0, 0)
    for (let i = 1; i <= 5; i++) await touch('touchMove', 8 * i, 2 * i)
    await touch('touchEnd')
    await settled(browser)
    const [, dub] = (await state(browser)).events
    assert.ok(dub.time > 0.2, `${dub.time}`)
    const before = await browser.value('felt.length')
    await browser.until(`felt.length > ${before} + 1`)
    assert.equal(await browser.value('document.documentElement.scrollWidth <= 390'), true, 'nothing is wider than a phone')
    assert.equal(await browser.value('document.getElementById("actuator").value'), 'lra')
    assert.ok(await browser.value('document.querySelector("#drawing .signal").getAttribute("points").length') > 500)
    assert.deepEqual(browser.messages, [])
  } finally {
    await browser.close()
  }
})

test('A haptic file is designed on: the page begins with its events, and shows them as text', () => {
  writeFileSync(file('own.json'), JSON.stringify({ heartbeat: { pattern: [{ time: 0.1, intensity: 0.4, sharpness: 0.2, duration: 0.3 }] } }))
  run('pattern', '--text', 'O.o. --==#  ..Ox', '-o', file('<b>taps.ahap'))
  return within(design(file('<b>taps.ahap')), async browser => {
    await settled(browser)
    const { events, bpm } = await state(browser)
    assert.equal(events.filter(one => one.duration === undefined).length, 8)
    assert.equal(events.length, 11)
    assert.ok(60 / bpm >= 1.6 && 60 / bpm < 1.61, `${bpm}`)
    assert.equal(await browser.value('document.getElementById("name").textContent'), '<b>taps')
    assert.equal(await browser.value('document.querySelectorAll("b").length'), 0)
    await compare(browser)
    assert.ok(existsSync(design(file('own.json'))))
  })
})
