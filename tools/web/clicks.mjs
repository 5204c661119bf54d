// Tests of what a page says first, and after every click.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Browser } from './browser.mjs'
import { moment, seconds } from '../../web/numbers.js'
import { opened, pages } from './pages.mjs'
import { drop, file, move, page, run, settled, test, within } from './harness.mjs'

const text = (browser, id) => browser.value(`document.getElementById('${id}').textContent`)
const key = (browser, name) => browser.value(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '${name}', bubbles: true, cancelable: true }))`)
const findings = browser => browser.value(`[...document.querySelectorAll('#findings li')].map(one => one.firstChild.textContent)`)

/** The findings of the tool, as it prints them. */
const printed = (trace, ...words) => printedBy('run', trace, '-o', file('found.json'), ...words)
const printedBy = (...words) => run.refused(...words).split('\n')
  .flatMap(line => line.match(/^lubdub: [^:]*: (.*(?:error|warning|note): .*\[[a-z-]+\].*)$/)?.[1] ?? [])

test('The findings stand first, in the words of the tool, and follow the settings', () => {
  writeFileSync(file('below.csv'), `t_s,range_m,rssi_dbm\n${Array.from({ length: 300 }, (_, i) => `${i / 10},${i % 3 ? 1.5 : -2},`).join('\n')}\n12,x,\n`)
  return Promise.all(['datasets/bluetooth-contact.csv', file('below.csv'), 'datasets/approach.csv'].map(trace => within(page(trace), async browser => {
    assert.deepEqual((await findings(browser)).toSorted(), printed(trace).toSorted(), trace)
    assert.deepEqual(printedBy('report', trace, '-o', file('found.html')), printed(trace), 'report says the same')
    if ((await findings(browser)).length === 0) return
    const tops = await browser.value(`['sentence', 'findings', 'large'].map(id => document.getElementById(id).getBoundingClientRect().top)`)
    assert.deepEqual(tops, tops.toSorted((a, b) => a - b), 'before the figures')
    if (!trace.includes('bluetooth')) return
    assert.ok((await findings(browser)).some(one => one.includes('[untaught]')), `${await findings(browser)}`)
    await drop(browser, 'calibrated.json', '{"rssi": {"trust": "thisLink", "referencePower": -60}}')
    await settled(browser)
    const words = ['--set', 'rssi.trust=thisLink', '--set', 'rssi.referencePower=-60']
    assert.deepEqual((await findings(browser)).toSorted(), printed(trace, ...words).toSorted())
    assert.ok(!(await findings(browser)).some(one => one.includes('[untaught]')))
  })))
})

test('Beside a share stands how much of the session has a truth', () => {
  const rows = Array.from({ length: 600 }, (_, i) => `${(i / 10).toFixed(1)},${(2 + Math.sin(i / 40)).toFixed(2)},${i < 80 ? (2 + Math.sin(i / 40)).toFixed(2) : ''}`)
  writeFileSync(file('eight.csv'), `t_s,range_m,truth_m\n${rows.join('\n')}\n`)
  return within(page(file('eight.csv')), async browser => {
    const { against_truth: truth, input } = JSON.parse(run('run', file('eight.csv'), '-o', '-'))
    const known = input.duration_s - truth.unknown_s
    const said = await browser.value(`[...document.querySelectorAll('#large .coverage')].map(one => one.textContent)`)
    assert.ok(said.length >= 2)
    for (const one of said) assert.equal(one, `of ${seconds(known)} with truth, ${Math.round(1000 * known / input.duration_s) / 10}% of the session`)
    await browser.value(`lubdub.label({ from: 0, to: 60, truth: 2 })`)
    await settled(browser)
    assert.equal(await browser.value(`document.querySelectorAll('#large .coverage').length`), 0, 'a truth for all of it')
  })
})

test('A click scrolls nothing', () =>
  within(page('datasets/approach.csv'), async browser => {
    const { x, y } = await browser.value(`(() => { const { left, top } = document.getElementById('chart').getBoundingClientRect(); return { x: left + 400, y: top + 100 } })()`)
    for (const type of ['mousePressed', 'mouseReleased']) await browser.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 })
    await browser.value('lubdub.chart.select({ from: 10, to: 20 }), lubdub.details.update()')
    await browser.value('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
    assert.equal(await browser.value('scrollY'), 0)
    assert.match(await text(browser, 'chosen'), /A stretch of 10 s/)
  }))

test('A truth is marked by keys alone, and taken back', () =>
  within(page('datasets/approach.csv'), async browser => {
    const before = await text(browser, 'large')
    await browser.value(`document.getElementById('chart').focus(), lubdub.chart.setCursor(20)`)
    await key(browser, 'm')
    for (let i = 0; i < 20; i++) await key(browser, 'ArrowRight')
    await key(browser, 'm')
    assert.match(await text(browser, 'chosen'), /A stretch of [5-7](\.\d+)? s/)
    assert.equal(await browser.value('document.activeElement.closest("#chosen") !== null'), true, 'the field of the truth has the focus')
    await browser.value(`document.activeElement.value = '0.5'`)
    await key(browser, 'Enter')
    await settled(browser)
    assert.equal(await browser.value(`lubdub.shown.rows.truths[lubdub.view.rowAt(22)]`), 0.5)
    assert.notEqual(await text(browser, 'large'), before)
    await browser.value(`document.getElementById('undo').click()`)
    await settled(browser)
    assert.equal(await text(browser, 'large'), before)
  }))

test('Long times are hours and minutes', () => {
  assert.deepEqual([1377 * 60 + 18, 59, 3600, 82638].map(seconds), ['22 h 57 min', '59 s', '1 h 0 min', '22 h 57 min'])
  assert.deepEqual([moment(82638, 90000), moment(75.25, 4000, 1), moment(75.25, 300, 1)], ['22:57:18.0', '0:01:15.3', '1:15.3'])
})

test('Settings that were copied are taken back by either name, and a page says that they hold', async () => {
  const copied = '# lubdub run TRACE --config FILE\n{\n  "zones": { "edges": [0.1, 0.3, 1, 2] }\n}\n'
  await within(page('datasets/approach.csv'), async browser => {
    for (const name of ['mine.json', 'mine.yaml']) {
      await browser.value('lubdub.draft.reset()')
      await drop(browser, name, copied)
      await settled(browser)
      assert.deepEqual(await browser.value('lubdub.draft.held.zones.edges'), [0.1, 0.3, 1, 2])
      assert.match(await text(browser, 'copied'), new RegExp(`settings of ${name} apply`))
    }
  })
  run('studio', '-o', file('empty.html'))
  await within(file('empty.html'), async browser => {
    await drop(browser, 'mine.json', copied)
    assert.equal(await text(browser, 'message'), 'The settings of mine.json apply. Now drop a trace, which runs with them.')
    await drop(browser, 'approach.csv', readFileSync('datasets/approach.csv', 'utf8'))
    await settled(browser)
    assert.deepEqual(await browser.value('lubdub.view.edges'), [0.1, 0.3, 1, 2])
  })
})

test('A saved page has the labels, the settings, the variants, and the notes', () =>
  within(page('datasets/approach.csv'), async browser => {
    await move(browser, 'zones.edges[2]', 1.4)
    await browser.value(`document.querySelectorAll('#variants button')[1].click()`)
    await move(browser, 'zones.edges[2]', 1.2)
    await browser.value(`lubdub.label({ from: 5, to: 12, truth: 3 }), lubdub.label({ time: 20, note: 'Ben <waits> & "sings"' })`)
    await settled(browser)
    const said = ['large', 'figures', 'variant-figures', 'notes', 'command']
    const here = await Promise.all(said.map(id => text(browser, id)))
    assert.match(here[3], /20 s Ben <waits> & "sings"/)
    const saved = await browser.value(`(async () => {
      let last = null
      const make = URL.createObjectURL
      HTMLAnchorElement.prototype.click = () => {}
      URL.createObjectURL = blob => { last = blob; return make.call(URL, blob) }
      await lubdub.save('html')
      return last.text()
    })()`)
    assert.match(await text(browser, 'losses'), /^Saved approach.html. It holds labels, settings, and variants.$/)
    writeFileSync(file('kept.html'), saved)
    await within(file('kept.html'), async other => {
      await settled(other)
      await other.until(`document.getElementById('variant-figures').textContent !== ''`)
      assert.deepEqual(await Promise.all(said.map(id => text(other, id))), here)
    })
  }))

test('On a phone and a tablet the sentence, the distance, and the chart stand on the first screen, and every control can be reached', async () => {
  for (const [width, height, name] of [[390, 844, 'approach'], [768, 1024, 'approach'], [390, 844, 'bluetooth-contact'], [768, 1024, 'bluetooth-contact']]) {
    await within(page(`datasets/${name}.csv`), async browser => {
      const places = await browser.value(`['sentence', 'chart', 'readout'].map(id => document.getElementById(id).getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])`)
      assert.ok(places[0][0] >= 0 && places[0][1] <= places[1][0], `${places}`)
      assert.ok(places[2][1] <= height - 56, `the distance ends at ${places[2][1]} of ${height}`)
      assert.ok(places[1][1] <= places[2][0], 'below the chart')
      assert.match(await text(browser, 'readout'), /the last reading\..*Distance[\d.]+ m, from/)
      // The lines bear their names where the legend is out of sight.
      const names = await browser.value(`(async () => {
        const { fillText } = CanvasRenderingContext2D.prototype
        const names = []
        CanvasRenderingContext2D.prototype.fillText = function (text, ...place) { names.push(text); return fillText.call(this, text, ...place) }
        lubdub.chart.redraw()
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
        CanvasRenderingContext2D.prototype.fillText = fillText
        return names
      })()`)
      if (width < 600) for (const name of ['estimate', 'decided', 'contact']) assert.ok(names.includes(name), `${name} is not in ${names}`)
      for (const id of ['sound', 'speed', 'warp', 'overlay', 'loop', 'next-fault', 'tracks', 'help']) {
        assert.ok(await browser.value(`(() => { const one = document.getElementById('${id}'); one.scrollIntoView({ block: 'center' }); return one.checkVisibility() && one.getBoundingClientRect().width > 0 })()`), `${id} at ${width} pixels`)
      }
      assert.ok(await browser.value('document.documentElement.scrollWidth <= innerWidth'))
    }, { width, height, isPhone: true })
  }
})

test('An address that changes is followed', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.value(`location.hash = encodeURIComponent(JSON.stringify({ set: { 'zones.edges': [0.05, 0.2, 1.5, 2] } }))`)
    await browser.until('lubdub.draft.held.zones.edges[2] === 1.5 && lubdub.isSettled')
    assert.equal(await text(browser, 'command'), "--set 'zones.edges=[0.05,0.2,1.5,2]'")
  }))

test('A log of a device that the page cannot read names the command that can', () =>
  within(page('datasets/approach.csv'), async browser => {
    const lines = Array.from({ length: 100 }, (_, i) => `from: 83\t Range: ${(4 - i / 50).toFixed(2)} m\t RX power: -68.02 dBm`)
    writeFileSync(file('my board.log'), `${lines.join('\n')}\n`)
    await drop(browser, 'my board.log', readFileSync(file('my board.log'), 'utf8'))
    const said = await text(browser, 'mapping')
    assert.match(said, /lubdub import 'my board\.log' -o 'my board\.trace\.csv' writes a trace to drop here/)
    run('import', file('my board.log'), '-o', file('my board.trace.csv'))
    await browser.value(`document.getElementById('mapping').close()`)
    await drop(browser, 'my board.trace.csv', readFileSync(file('my board.trace.csv'), 'utf8'))
    assert.equal(await text(browser, 'name'), 'my board.trace.csv')
  }))

test('Paper has every drawing and every column', async () => {
  const upright = ['session', 'sessions', 'haptic']
  for (const name of [...upright, 'accuracy', 'zones', 'compare', 'tune', 'preview']) {
    const browser = await Browser.start(process.argv[2], { width: upright.includes(name) ? 720 : 1000 })
    try {
      await opened(name, browser, pathToFileURL(pages[name][0]()).href)
      await browser.value('dispatchEvent(new Event("beforeprint"))')
      await browser.send('Emulation.setEmulatedMedia', { media: 'print' })
      const cut = await browser.value(`[...document.querySelectorAll('td, th, svg')].filter(one => one.checkVisibility())
        .filter(one => one.getBoundingClientRect().right > innerWidth + 1).map(one => one.textContent.slice(0, 40))`)
      assert.deepEqual(cut.slice(0, 3), [], name)
      if (name === 'haptic') assert.match(await browser.value('document.getElementById("paper").textContent'), /Sharpness/)
    } finally {
      await browser.close()
    }
  }
})
