// Tests of what is dropped on a page, of pages with several sessions, and of long traces.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { drop, exported, file, move, page, run, test, within } from './harness.mjs'

const hostile = '<script>document.title=1<\u2044script><img src=x onerror=alert(1)>"\'&'

/** The text of an element. */
const text = (browser, id) => browser.value(`document.getElementById('${id}').textContent`)

test('An NDJSON trace and a haptic file of each kind can be dropped, and a broken one leaves the view', () =>
  within(page('datasets/approach.csv'), async browser => {
    const rows = readFileSync('datasets/nasty/good.ndjson', 'utf8')
    await drop(browser, 'good.ndjson', rows)
    assert.equal(await text(browser, 'name'), 'good.ndjson')
    assert.equal(await exported(browser, 'json'), run('run', 'datasets/nasty/good.ndjson', '-o', '-'))
    run('pattern', '--text', 'O.o. --==#  ..Ox', '-o', file('taps.ahap'))
    run('run', 'datasets/approach.csv', '-o', file('approach.json'))
    let before = ''
    for (const [name, format] of [
      ['taps.ahap'], ['taps.haptic', 'haptic'], ['taps.xml', 'android-xml'], ['taps.hjif', 'hjif'],
      ['taps.tact', 'tact'], ['taps.he', 'richtap'], ['taps.csv', 'csv'], ['taps.json', 'json'],
      ['taps.vibrate.json', 'web-vibrate'], ['taps.open.json', 'openharmony'],
    ]) {
      if (format) run('convert', file('taps.ahap'), '-o', file(name), '--as', format)
      const content = readFileSync(file(name), 'utf8')
      await drop(browser, name, content)
      assert.equal(await text(browser, 'name'), name)
      run('convert', file(name), '-o', file('there.ahap'))
      assert.equal(await exported(browser, 'ahap'), readFileSync(file('there.ahap'), 'utf8'), name)
      if (!format) {
        run('convert', file(name), file('there.wav'))
        const heard = await browser.value('lubdub.source.then(source => source.wav()).then(blob => blob.arrayBuffer()).then(bytes => [...new Uint8Array(bytes)])')
        assert.ok(Buffer.from(heard).equals(readFileSync(file('there.wav'))), `the sound of ${name}`)
      }
      before = await text(browser, 'formats-lost')
      assert.match(before, /ahap/)
    }
    await drop(browser, 'broken.ahap', '{"Version": 1, "Pattern": [{"Event": ')
    assert.match(await text(browser, 'message'), /broken\.ahap: /)
    await drop(browser, 'broken.ahap', '{"Version": 1, "Pattern": 5}')
    assert.match(await text(browser, 'message'), /broken\.ahap: /)
    assert.equal(await text(browser, 'name'), 'taps.open.json')
    assert.equal(await text(browser, 'formats-lost'), before)
    const isShown = name => browser.value(`document.getElementById('${name}').checkVisibility()`)
    assert.ok(!await isShown('settings') && !await isShown('changes') && await isShown('formats-lost'))
    await browser.value(`lubdub.show(lubdub.entries[0])`)
    assert.ok(await isShown('settings') && await isShown('changes') && !await isShown('formats-lost'))
  }))

test('The page of a haptic file shows what is doubtful in it, and what its sound loses', () =>
  within(page('datasets/approach.csv'), async browser => {
    const event = (time, intensity) => ({ Event: {
      Time: time, EventType: 'HapticTransient',
      EventParameters: [{ ParameterID: 'HapticIntensity', ParameterValue: intensity }],
    } })
    const content = JSON.stringify({ Version: 1, Metadata: { Project: 'x' }, Pattern: [event(0, 1.5), event(0.5, 1), {
      ParameterCurve: { ParameterID: 'HapticIntensityControl', Time: 0, ParameterCurveControlPoints: [
        { Time: 0, ParameterValue: 1 }, { Time: 0.4, ParameterValue: 0 }] },
    }] })
    writeFileSync(file('fading.ahap'), content)
    await drop(browser, 'fading.ahap', content)
    const reading = await text(browser, 'reading')
    const there = run('preview', file('fading.ahap'))
    for (const fact of ['HapticIntensity is 1.5 and is played as 1', 'the transient at 0.5 s is not felt']) {
      assert.ok(reading.includes(fact), reading)
      assert.ok(there.includes(fact), there)
    }
    const formats = await browser.value(
      '[...document.querySelectorAll("#formats-lost tbody tr")].map(row => row.cells[0].textContent)')
    const listed = [...there.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, name]) => name)
    assert.deepEqual(formats, listed.filter(name => formats.includes(name)))
    assert.equal(formats.at(-1), 'wav')
  }))

test('A hostile haptic file stays text when it is dropped', () =>
  within(page('datasets/approach.csv'), async browser => {
    await drop(browser, `${hostile}.ahap`, JSON.stringify({
      Version: 1, [hostile]: 1, Metadata: { [hostile]: hostile.repeat(10_000) },
      Pattern: [{ Event: { Time: 0, EventType: 'HapticTransient', EventParameters: [] } }],
    }))
    assert.equal(await text(browser, 'name'), `${hostile}.ahap`)
    assert.equal(await browser.value('document.querySelectorAll("img").length'), 0)
    assert.equal(await browser.value('document.querySelectorAll("script").length'), 5)
  }))

test('A page of several sessions shows each, runs all with the settings that are moved, and sorts their figures', () => {
  const traces = ['datasets/approach.csv', 'datasets/walk-by.csv', 'datasets/retreat.csv', file(`${hostile}.csv`)]
  writeFileSync(file(`${hostile}.csv`), readFileSync('datasets/pocket.csv'))
  return within(page(...traces), async browser => {
    const names = await browser.value('[...document.querySelectorAll("#sessions tbody button")].map(one => one.textContent)')
    assert.deepEqual(names, ['approach.csv', 'walk-by.csv', 'retreat.csv', `${hostile}.csv`])
    assert.equal(await browser.value('document.querySelectorAll("img").length'), 0)
    await move(browser, 'zones.edges[2]', 1.37)
    await browser.until('lubdub.entries.every(entry => entry.ran === lubdub.entries[0].ran)')
    for (const [i, trace] of traces.entries()) {
      await browser.value(`(() => {
        const choice = document.getElementById('choice')
        choice.selectedIndex = ${i}
        choice.dispatchEvent(new Event('change'))
      })()`)
      assert.equal(await text(browser, 'name'), names[i])
      assert.equal(
        await exported(browser, 'json'), run('run', trace, '-o', '-', '--set', 'zones.edges=[0.05,0.2,1.37,2]'), trace)
      assert.ok(await browser.value('lubdub.view.ghost !== null'), 'each has its own run before')
    }
    const beats = () => browser.value(`(() => {
      const table = document.querySelector('#sessions table')
      const place = [...table.tHead.rows[0].cells].findIndex(cell => cell.textContent === 'Beats')
      table.tHead.rows[0].cells[place].querySelector('button').click()
      return [...table.tBodies[0].rows].map(row => parseInt(row.cells[place].textContent))
    })()`)
    const upwards = await beats()
    assert.equal(upwards.length, 4)
    assert.deepEqual(upwards, upwards.toSorted((a, b) => a - b))
    assert.ok(new Set(upwards).size > 2)
    await browser.value('document.querySelector("#sessions tbody button").click()')
    assert.deepEqual(await beats(), upwards.toReversed(), 'the table stays sorted when another is shown')
    await browser.value('document.getElementById("remove").click()')
    assert.equal(await browser.value('lubdub.entries.length'), 3)
  })
})

test('Settings of a radio that no session has are left out until they are asked for', () => {
  const lines = readFileSync('datasets/approach.csv', 'utf8').split('\n')
  writeFileSync(file('uwb.csv'), lines.filter(line => !line.includes(',ble,')).join('\n'))
  return within(page(file('uwb.csv')), async browser => {
    const has = label => browser.value(`document.querySelector('[data-setting="${label}"]') !== null`)
    assert.ok(await has('uwb.bias') && !await has('rssi.exponent') && !await has('handOver.after'))
    await browser.value('document.querySelector(".others input").click()')
    assert.ok(await has('rssi.exponent') && await has('handOver.after'))
    await browser.value('document.querySelector(".others input").click()')
    await drop(browser, 'uwb-outage.csv', readFileSync('datasets/uwb-outage.csv', 'utf8'))
    assert.ok(await has('rssi.exponent') && await has('handOver.after'))
  })
})

test('A trace that grows keeps settings, the visible time and the cursor', () =>
  within(page('datasets/approach.csv'), async browser => {
    const lines = readFileSync('datasets/approach.csv', 'utf8').split('\n')
    const replace = count => browser.value(
      `lubdub.replaceTrace('approach.csv', ${JSON.stringify(`${lines.slice(0, count).join('\n')}\n`)})`)
    const visible = () => browser.value('[lubdub.chart.scale.from, lubdub.chart.scale.to]')
    assert.ok(await replace(400))
    await move(browser, 'zones.edges[2]', 1.37)
    await browser.value('lubdub.chart.zoom(0.2)')
    const before = await visible()
    assert.ok(await replace(500))
    assert.deepEqual(await visible(), before)
    assert.equal(await browser.value('lubdub.view.ghost.distance.length'), 498)
    await browser.value('lubdub.chart.scale.pan(1e9)')
    assert.ok(await replace(lines.length))
    const end = await browser.value('lubdub.chart.scale.duration')
    assert.ok(Math.abs((await visible())[1] - end) < 1e-9, 'the end stays in sight')
    assert.equal(
      await exported(browser, 'json'),
      run('run', 'datasets/approach.csv', '-o', '-', '--set', 'zones.edges=[0.05,0.2,1.37,2]'))
    await browser.value(`lubdub.replaceTrace('approach.csv', 'no trace')`)
    assert.match(await text(browser, 'message'), /approach\.csv:1: this is not a trace/)
    assert.equal(await browser.value('lubdub.view.rows.count'), 721)
  }))

test('A long trace runs in a worker, from disk, with the bytes of the tool', () => {
  run('simulate', 'hover-at-edge', '--seed', '3', '--duration', '5500', '--rate', '10', '-o', file('hour.csv'))
  return within(page(file('hour.csv')), async browser => {
    assert.ok(await browser.value('lubdub.source.then(source => source.engine !== lubdub.engines.here)'))
    await move(browser, 'zones.edges[2]', 1.37)
    await browser.until('lubdub.shown.ran.includes("1.37")')
    assert.equal(
      await exported(browser, 'json'),
      run('run', file('hour.csv'), '-o', '-', '--set', 'zones.edges=[0.05,0.2,1.37,2]'))
  })
})
