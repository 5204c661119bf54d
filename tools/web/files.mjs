// Tests of files that the page reads by the reader of the tool, such as tables with columns of other names, and of what
// a person does with several sessions.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { Browser } from './browser.mjs'
import { drop, exported, file, move, page, run, settled, test, within } from './harness.mjs'

const text = (browser, id) => browser.value(`document.getElementById('${id}').textContent`)

/** Tables as other programs write them, and the words that the tool reads them with. */
const foreign = {
  'anchors.csv': ['timestamp_ms;Distanz_cm;RSSI', i => `${100 * i};${(150 + 100 * Math.sin(i / 20)).toFixed(1).replace('.', ',')};-6${i % 10}`],
  'log.ndjson': ['', i => JSON.stringify({ time: i / 10, data: { distance_mm: 1500 + Math.round(1000 * Math.sin(i / 30)) }, peer: 'desk' })],
  'plain.txt': ['', i => `${(i / 10).toFixed(1)} ${(2 + Math.sin(i / 25)).toFixed(3)}`],
}

test('A table with columns of other names is asked about, and read as the tool reads it', () =>
  within(page('datasets/approach.csv'), async browser => {
    for (const [name, [header, row]] of Object.entries(foreign)) {
      const lines = Array.from({ length: 300 }, (_, i) => row(i))
      writeFileSync(file(name), `${header ? `${header}\n` : ''}${lines.join('\n')}\n`)
      await browser.choose(file(name))
      await browser.until('document.getElementById("mapping").open')
      const words = run.refused('run', file(name), '-o', '-').match(/--columns .*?(?=\n|$)/)?.[0]
      assert.ok(words, `${name}: the tool proposes columns`)
      assert.equal(await browser.value('document.activeElement.textContent'), 'Read')
      await browser.value('document.activeElement.click()')
      await browser.until(`lubdub.view.name === '${name}'`)
      assert.ok(!await browser.value('document.getElementById("mapping").open'))
      const options = words.split(/ (?=--)/).flatMap(word => word.split(/ (.*)/s, 2)).map(word => word.replace(/^'|'$/g, ''))
      assert.equal(await exported(browser, 'json'), run('run', file(name), '-o', '-', ...options), name)
    }
    // What is done about times that leap is chosen there, too.
    const leaping = Array.from({ length: 300 }, (_, i) => `${100 * i + (i === 100 ? 5000 : 0)},${(2 + Math.sin(i / 30)).toFixed(3)}`)
    await drop(browser, 'leap.csv', `time_ms,range\n${leaping.join('\n')}\n`)
    await browser.value(`[...document.querySelectorAll('#mapping label')].find(one => one.textContent.startsWith('Times that jump'))
      .querySelector('select').value = 'keep'`)
    await browser.value('[...document.querySelectorAll("#mapping button")].find(one => one.textContent === "Read").click()')
    await browser.until('lubdub.view.name === "leap.csv"')
    writeFileSync(file('leap.csv'), `time_ms,range\n${leaping.join('\n')}\n`)
    const kept = run('run', file('leap.csv'), '-o', '-', '--columns', 't=time_ms,range=range', '--mend-clock', 'keep')
    assert.equal(await exported(browser, 'json'), kept)
    assert.notEqual(kept, run('run', file('leap.csv'), '-o', '-', '--columns', 't=time_ms,range=range'))
    // What is chosen wrongly is refused there, and nothing is lost.
    await drop(browser, 'strange.csv', 'a,b\n1,2\n3,4\n')
    await browser.value('[...document.querySelectorAll("#mapping button")].find(one => one.textContent === "Read").click()')
    await browser.until('document.querySelector("#mapping .fault").textContent !== ""')
    await browser.value('[...document.querySelectorAll("#mapping button")].find(one => one.textContent === "Cancel").click()')
    assert.equal(await text(browser, 'name'), 'leap.csv')
  }))

test('Decimal commas and UTF-16 give the rows of the tool', () =>
  within(page('datasets/approach.csv'), async browser => {
    const comma = readFileSync('datasets/approach.csv', 'utf8').replaceAll(',', ';').replaceAll('.', ',')
    writeFileSync(file('comma.csv'), comma)
    await drop(browser, 'comma.csv', comma)
    await browser.until('document.getElementById("mapping").open')
    await browser.value('[...document.querySelectorAll("#mapping button")].find(one => one.textContent === "Read").click()')
    await browser.until('lubdub.view.name === "comma.csv"')
    assert.equal(await browser.value('lubdub.view.rows.count'), 721)
    for (const [name, encoding] of [['wide.csv', 'utf16le'], ['wider.csv', 'swapped']]) {
      const bytes = Buffer.from(`\ufeff${readFileSync('datasets/approach.csv', 'utf8')}`, 'utf16le')
      if (encoding === 'swapped') bytes.swap16()
      writeFileSync(file(name), bytes)
      await browser.choose(file(name))
      await browser.until(`lubdub.view.name === '${name}'`)
      assert.equal(await exported(browser, 'json'), run('run', file(name), '-o', '-'), name)
    }
  }))

test('The next fault, a loop, the totals of sessions and variants by ear', () =>
  within(page('datasets/approach.csv', 'datasets/uwb-outage.csv', 'datasets/walk-by.csv'), async browser => {
    // With half a metre taken off, changes are missed and others false: faults.
    await move(browser, 'uwb.bias', 0.5)
    await browser.until('lubdub.entries.every(entry => entry.ran === lubdub.entries[0].ran) && lubdub.chart.faults.length > 1')
    const faults = await browser.value('lubdub.chart.faults.map(one => one.time)')
    await browser.value('document.getElementById("next-fault").click()')
    assert.ok(Math.abs(await browser.value('lubdub.chart.cursor') - faults[0]) < 0.01)
    await browser.value('document.getElementById("chart").focus()')
    await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'n', text: 'n' })
    assert.ok(Math.abs(await browser.value('lubdub.chart.cursor') - faults[1]) < 0.01)
    await move(browser, 'uwb.bias', 0)
    await browser.value('lubdub.chart.scale.show(20, 20.5), lubdub.chart.redraw()')
    await browser.value('document.getElementById("loop").click()')
    await browser.value('document.getElementById("play").click()')
    const places = []
    for (let i = 0; i < 12; i++) {
      await new Promise(done => setTimeout(done, 150))
      places.push(await browser.value('lubdub.chart.cursor'))
    }
    await browser.value('document.getElementById("play").click()')
    assert.ok(places.every(time => time >= 20 && time <= 20.5), `${places}`)
    assert.ok(places.some((time, i) => i > 0 && time < places[i - 1]), 'it comes around')
    const totals = await browser.value(`(() => {
      const table = document.querySelector('#sessions table')
      const place = [...table.tHead.rows[0].cells].findIndex(cell => cell.textContent === 'Beats')
      return [table.tFoot.rows[0].cells[place].textContent, ...[...table.tBodies[0].rows].map(row => row.cells[place].textContent)]
        .map(text => parseInt(text))
    })()`)
    assert.equal(totals[0], totals.slice(1).reduce((sum, one) => sum + one, 0))
    // A variant that is chosen while it plays goes on at the same moment.
    await browser.value('document.getElementById("loop").click()')
    await browser.value('lubdub.player.seek(30)')
    await browser.value('document.getElementById("play").getAttribute("aria-pressed") === "true" || document.getElementById("play").click()')
    await browser.value('document.querySelectorAll("#variants button")[1].click()')
    await move(browser, 'zones.edges[2]', 1.37)
    const [before, after] = await browser.value(`(() => {
      const before = lubdub.chart.cursor
      document.querySelectorAll('#variants button')[0].click()
      return [before, lubdub.chart.cursor]
    })()`)
    assert.equal(after, before)
    await browser.until(`lubdub.chart.cursor > ${before} && document.getElementById("play").textContent === "Pause"`)
  }))

test('Each link of a log is a session, and the busiest is shown', () => {
  const lines = ['t_s,range_m,peer']
  for (let i = 0; i < 600; i++) {
    lines.push(`${(i / 10).toFixed(1)},${(1.5 + Math.sin(i / 60)).toFixed(3)},desk`)
    if (i % 2) lines.push(`${(i / 10).toFixed(1)},${(1.5 - Math.sin(i / 60)).toFixed(3)},door`)
  }
  writeFileSync(file('links.csv'), `${lines.join('\n')}\n`)
  return within(page('datasets/approach.csv'), async browser => {
    await drop(browser, 'links.csv', readFileSync(file('links.csv'), 'utf8'))
    assert.deepEqual(await browser.value('lubdub.entries.map(one => one.name)'), ['approach.csv', 'links.csv', 'links.csv: door'])
    assert.match(await text(browser, 'findings'), /2 links: desk \(600 rows\), door \(300 rows\); using desk/)
    assert.equal(await exported(browser, 'json'), run('run', file('links.csv'), '-o', '-'))
    await browser.value('lubdub.show(lubdub.entries[2])')
    await settled(browser)
    const door = JSON.parse(run('run', file('links.csv'), '--peer', 'door', '-o', '-'))
    assert.deepEqual(JSON.parse(await exported(browser, 'json')).beats, door.beats)
  })
})

test('A keepsake is saved as PNG, twice as large as it is drawn', async () => {
  run('keepsake', 'datasets/approach.csv', '--names', '安娜 & Ben', '-o', file('keepsake.html'))
  const browser = await Browser.start(process.argv[2])
  try {
    await browser.send('Page.navigate', { url: `file://${file('keepsake.html')}` })
    await browser.until('document.readyState === "complete"')
    const size = await browser.value(`(async () => {
      let picture = null
      const make = URL.createObjectURL
      URL.createObjectURL = blob => { picture = blob; return make.call(URL, blob) }
      HTMLAnchorElement.prototype.click = function () { globalThis.saved = this.download }
      document.getElementById('save').click()
      while (!globalThis.saved) await new Promise(done => setTimeout(done, 50))
      const { width, height } = await createImageBitmap(picture)
      return [picture.type, width, height, saved]
    })()`)
    assert.deepEqual(size, ['image/png', 2160, 3840, 'keepsake.png'])
    assert.equal(await text(browser, 'said'), 'Saved keepsake.png.')
    // A letter for private use is in no font; Latin ones are.
    run('keepsake', 'datasets/approach.csv', '--names', 'Ana \u{F0000}', '-o', file('boxes.html'))
    await browser.send('Page.navigate', { url: `file://${file('boxes.html')}` })
    await browser.until('document.getElementById("fonts")?.hidden === false')
    assert.match(await text(browser, 'fonts'), /^No font of this machine has \u{F0000}\. Save/u)
    assert.deepEqual(browser.messages, [])
  } finally {
    await browser.close()
  }
})
