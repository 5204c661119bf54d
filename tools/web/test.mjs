// The tests of the page: node test.mjs BROWSER LUBDUB
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Engine } from '../../web/engine.js'
import { eachColumn } from '../../web/columns.js'
import { bytesOf, rowsOf } from '../../web/rows.js'
import { commandLine, settingsFile } from '../../web/settings.js'
import { readTrace } from '../../web/trace.js'
import { cleanUp, dataOf, drop, exported, file, more, move, page, run, runAll, test, within } from './harness.mjs'
import './axe.mjs'
import './clicks.mjs'
import './design.mjs'
import './faults.mjs'
import './files.mjs'
import './people.mjs'
import './history.mjs'
import './logs.mjs'
import './sessions.mjs'
import './strangers.mjs'
import './studio.mjs'
import './tasks.mjs'
import './truths.mjs'

test('The engine gives the timelines of the tool, byte for byte, on every dataset', async () => {
  const engine = await Engine.load(readFileSync('web/engine/engine.wasm'))
  let count = 0
  for (const name of readdirSync('datasets').filter(name => name.endsWith('.csv'))) {
    const trace = join('datasets', name)
    const [session] = dataOf(page(trace)).sessions
    const id = engine.hold(rowsOf(column => bytesOf(session.rows[column] ?? '')))
    for (const settings of [{}, { preset: 'geiger' }, { heartbeat: { contact: 'continuous' } }]) {
      engine.run(id, { settings, input: session.input })
      const [key, value] = Object.entries(settings)[0] ?? []
      const words = !key ? [] : key === 'preset' ? ['--preset', value] : ['--set', 'heartbeat.contact=continuous']
      const here = new TextDecoder().decode(engine.export(id, { format: 'json' }).get('file'))
      assert.equal(here, run('run', trace, '-o', '-', ...words), `${name} ${words}`)
      count += 1
    }
  }
  assert.ok(count >= 30)
})

test('A heart in the page gives the tempo, byte for byte as the tool has it, while settings are moved', async () => {
  const engine = await Engine.load(readFileSync('web/engine/engine.wasm'))
  const trace = 'datasets/approach.csv'
  const heart = ['pulse', 'datasets/pulse/rr.txt', '--trace', trace]
  run(...heart, '-o', file('heart.html'))
  const [session] = dataOf(file('heart.html')).sessions
  const id = engine.hold(rowsOf(column => bytesOf(session.rows[column] ?? '')))
  for (const silence of [5, 2]) {
    const settings = { heartbeat: { policy: 'pulse', pulseTimeout: silence } }
    engine.run(id, { settings, input: session.input, heart: session.heart })
    const here = new TextDecoder().decode(engine.export(id, { format: 'json' }).get('file'))
    const words = ['-o', '-', '--as', 'json', '--set', `heartbeat.pulseTimeout=${silence}`]
    assert.equal(here, run(...heart, ...words))
  }
})

test('A heart is seen over time and described in words, and the download names it', async () => {
  run('pulse', 'datasets/pulse/rr.txt', '--trace', 'datasets/approach.csv', '--shift', '-20', '-o', file('hearts.html'))
  await within(file('hearts.html'), async browser => {
    await move(browser, 'heartbeat.intensities[0]', 0.7)
    const [command, label, figures, readout] = await browser.value(`(() => {
      lubdub.chart.setCursor(40)
      return ['command', 'chart', 'figures', 'readout'].map(id => document.getElementById(id))
        .map(one => one.id === 'chart' ? one.ariaLabel : one.textContent)
    })()`)
    assert.match(command, /^lubdub pulse rr\.txt --shift -20 --trace TRACE --set /)
    const shown = await browser.value(`[document.getElementById('pulse').checkVisibility(), lubdub.view.rate !== null]`)
    assert.deepEqual(shown, [true, true], 'the legend names the pulse')
    assert.match(label, /pulse \d+ beats\/min \(\d+ to \d+\)/)
    assert.match(figures, /Pulse\d+ beats\/min/)
    assert.match(readout, /Pulse\d+ beats\/min/)
    // Its words give the beats of the page.
    const words = command.replace('rr.txt', 'datasets/pulse/rr.txt').replace('TRACE', 'datasets/approach.csv').replaceAll("'", '').split(' ').slice(1)
    assert.equal(await exported(browser, 'json'), run(...words, '-o', '-', '--as', 'json'))
    await browser.value(`navigator.clipboard.writeText = text => { globalThis.copied = text; return Promise.resolve() },
      document.getElementById('copy-file').click()`)
    assert.match(await browser.value('copied'), /^# lubdub pulse rr\.txt --shift -20 --trace TRACE --config FILE\n/)
  })
})

test('On twenty recordings the engine gives the documents of the tool, byte for byte but for a last digit', async () => {
  const traces = join(process.env.LUBDUB_RECORDINGS ?? '../shared', 'traces')
  if (!existsSync(traces)) return console.log(`  skipped: there are no recordings in ${traces}`)
  const all = readdirSync(traces, { recursive: true }).filter(name => name.endsWith('.csv')).sort()
  const engine = await Engine.load(readFileSync('web/engine/engine.wasm'))
  const step = Math.max(1, Math.floor(all.length / 20))
  let count = 0
  const differing = []
  for (const name of all.filter((_, i) => i % step === 0).slice(0, 20)) {
    const trace = join(traces, name)
    let html
    try {
      html = page(trace)
    } catch {
      continue // Several links: a page shows one.
    }
    const [session] = dataOf(html).sessions
    const id = engine.hold(rowsOf(column => bytesOf(session.rows[column] ?? '')))
    engine.run(id, { settings: {}, input: session.input })
    const here = new TextDecoder().decode(engine.export(id, { format: 'json' }).get('file'))
    const there = run('run', trace, '-o', '-')
    // Exponentials of two C libraries may differ in the last place, which a rounded digit shows once in some hundred thousand.
    if (here !== there) {
      const [left, right] = [here, there].map(text => text.split('\n'))
      assert.equal(left.length, right.length, name)
      const other = left.flatMap((line, i) => line === right[i] ? [] : [[line, right[i]]])
      for (const [one, two] of other) {
        assert.equal(one.replace(/-?[0-9.]+/g, '#'), two.replace(/-?[0-9.]+/g, '#'), name)
        assert.ok(Math.abs(parseFloat(one.match(/-?[0-9.]+/)) - parseFloat(two.match(/-?[0-9.]+/))) < 2e-9, `${name}: ${one}, ${two}`)
      }
      assert.ok(other.length <= 3, `${name}: ${other.length} lines differ`)
      differing.push(name)
    }
    engine.release(id)
    count += 1
  }
  assert.ok(differing.length <= 1, differing.join())
  if (differing.length > 0) console.log(`  last digits differ: ${differing.join()}`)
  console.log(`  ${count} recordings`)
  assert.ok(count >= Math.min(15, all.length / 2))
})

/** Lines that only some readers of JSON take, and lines with two faults. */
const oddLines = [
  '{"t_s": 0, "range_m": 2, "sd_m": 0.1, "channel": 9, "more": {"t_s": 1, "x": [1, {"x": 2}]}}',
  '{"t_s": 0.1, "range_m": NaN, "rssi_dbm": -60.5, "note": "NaN and {\\"t_s\\": 1}"}',
  '{"t_s": 0.2, "range_m": 1e400}', '{"t_s": 0.2, "range_m": Infinity}', '{"t_s": NaN, "range_m": 1}',
  '{"t_s": 0.2, "range_m": 1.5, "more": {"x": 1, "x": 2}}', '{"t_s": 0.3, "source": 5, "range_m": 1}',
  '{"t_s": 0.3, "source": [], "event": "none"}', '{"range_m": "abc"}', '{"t_s": 0.4, "range_m": 01}',
  '{"t_s": 0.4, "range_m": 1.5, "event": "touched", "channel": NaN}', '{"t_s": 0.5, "rssi_dbm": -0, "truth_m": -1}',
  '{"t_s": 0.5, "range_m": -0, "truth_m": null, "channel": 256}', '# a comment', '', '{"t_s": 0.6, "range_m": 1,}',
  '{"t_s": 0.6, "range_m": -0, "fp_power_dbm": -80, "event": ""}', '{"t_s": 0.7, "range_m": 1.25}',
].join('\n')

test('The page reads a dropped trace as the tool does', async () => {
  const engine = await Engine.load(readFileSync('web/engine/engine.wasm'))
  const read = bytes => readTrace(engine, new Blob([bytes]), {})
  const nasty = readdirSync('datasets/nasty').filter(name => /\.(csv|ndjson)$/.test(name))
  const refused = []
  writeFileSync(file('both.csv'), 't_s,range_m,rssi_dbm,truth_m,event,channel\n'
    + '0,1,<NA>,1,connected,5\n1,na,-60,<na>,touched,37\n2,,,2,released,\n3,-1,,,disconnected,\n')
  const names = [...nasty.map(one => `nasty/${one}`), 'ceremony.csv', 'uwb-outage.csv']
  writeFileSync(file('odd.ndjson'), oddLines)
  for (const name of [...names.map(one => join('datasets', one)), file('both.csv'), file('odd.ndjson')]) {
    const bytes = readFileSync(name)
    let session
    try {
      [session] = dataOf(page(name)).sessions
    } catch {
      await assert.rejects(read(bytes), undefined, `${name} is refused`)
      refused.push(name)
      continue
    }
    const { rows, reading, input } = await read(bytes)
    const there = rowsOf(column => bytesOf(session.rows[column] ?? ''))
    for (const column of Object.keys(rows)) assert.deepEqual(rows[column], there[column], `${name} ${column}`)
    assert.deepEqual(reading, session.reading, name)
    assert.deepEqual({ ...input, name: session.input.name }, session.input, name)
  }
  assert.ok(refused.length >= 2)
})

test('The page reads tables by the rules of the tool', async () => {
  const engine = await Engine.load(readFileSync('web/engine/engine.wasm'))
  const cases = JSON.parse(readFileSync('Tests/LubdubTraces/table-cases.json', 'utf8'))
  assert.ok(cases.length > 20)
  for (const { name, text, rows: expected, rejected = [], options: { decimal, columns } = {} } of cases) {
    // Of a trace, a quote that is not closed rejects the record.
    if (name.startsWith('a quote that is')) continue
    const options = { all: true, decimalComma: decimal === ',', ...columns && { columns } }
    const { rows, reading } = await readTrace(engine, new Blob([text]), options)
    assert.equal(rows.count, expected.length, name)
    const found = { t_s: rows.times, range_m: rows.ranges, rssi_dbm: rows.powers }
    expected.forEach((row, i) => {
      for (const [column, values] of Object.entries(found)) {
        if (column in row) assert.deepEqual(values[i], row[column] ?? NaN, `${name}: ${column} of row ${i}`)
      }
    })
    const lines = reading.rejections.flatMap(one => one.lines.map(line => ({ line, reason: one.reason })))
    assert.deepEqual(lines.sort((a, b) => a.line - b.line), rejected, name)
  }
})

test('Settings that were copied give the same settings on the command line', () => {
  const entries = [
    ['zones.edges', [0.1, 0.25, 1, 2.5]], ['heartbeat.contact', 'continuous'], ['uwb.bias', -0.07],
  ]
  writeFileSync(file('copied.yaml'), settingsFile(entries))
  const words = commandLine(entries).split(' --set ').map(word => word.replace(/^--set /, '').replace(/^'|'$/g, ''))
  const byWords = run('run', 'datasets/approach.csv', '-o', '-', ...words.flatMap(word => ['--set', word]))
  assert.equal(run('run', 'datasets/approach.csv', '-o', '-', '--config', file('copied.yaml')), byWords)
})

test('A slider moves the beats to exactly those of lubdub run --set', () =>
  within(page('datasets/approach.csv'), async browser => {
    const before = await exported(browser, 'json')
    assert.equal(before, run('run', 'datasets/approach.csv', '-o', '-'))
    await move(browser, 'zones.edges[2]', 1.37)
    await move(browser, 'heartbeat.intervals[1]', 0.4)
    const now = await exported(browser, 'json')
    assert.notEqual(now, before)
    const words = await browser.value('document.getElementById("command").textContent')
    assert.equal(words, "--set 'zones.edges=[0.05,0.2,1.37,2]' --set 'heartbeat.intervals=[0.2,0.4,1,2]'")
    const settings = ['--set', 'zones.edges=[0.05,0.2,1.37,2]', '--set', 'heartbeat.intervals=[0.2,0.4,1,2]']
    assert.equal(now, run('run', 'datasets/approach.csv', '-o', '-', ...settings))
    // The document holds times in whole nanoseconds.
    const shown = await browser.value(
      '[...lubdub.view.session.beats.time].map(time => Math.round(time * 1e9) / 1e9)')
    assert.deepEqual(shown, JSON.parse(now).beats.map(beat => beat.t_s))
    assert.ok(await browser.value('lubdub.view.ghost !== null'), 'the run before stays to compare')
    assert.match(await browser.value('document.getElementById("figures").textContent'), /was/)
    writeFileSync(file('now.json'), now)
    for (const format of ['ahap', 'android-xml', 'haptic', 'web-vibrate']) {
      run('convert', file('now.json'), '-o', file('there'), '--as', format)
      assert.equal(await exported(browser, format), readFileSync(file('there'), 'utf8'), format)
    }
  }))

test('A setting that contradicts another is reported, and the view stays', () =>
  within(page('datasets/approach.csv'), async browser => {
    const before = await browser.value('document.getElementById("figures").textContent')
    await move(browser, 'zones.edges[0]', 0.2)
    assert.equal(await browser.value('document.getElementById("message").textContent'), '“Ends at” of touch is 0.2 m. It has to be more than that of contact, 0.2 m.')
    assert.equal(await browser.value('document.getElementById("figures").textContent'), before)
    const taken = () => browser.value('[document.getElementById("command").textContent, lubdub.moved.length]')
    assert.deepEqual(await taken(), ['the defaults', 0], 'what was refused is not taken along')
    await move(browser, 'zones.edges[0]', 0.1)
    assert.deepEqual(await taken(), ["--set 'zones.edges=[0.1,0.2,1,2]'", 1])
    await move(browser, 'zones.edges[2]', 0.1)
    assert.deepEqual(await taken(), ["--set 'zones.edges=[0.1,0.2,1,2]'", 1])
    await drop(browser, 'walk-by.csv', readFileSync('datasets/walk-by.csv', 'utf8'))
    assert.equal(await browser.value('lubdub.view.name'), 'walk-by.csv', 'another trace runs with what holds')
    assert.deepEqual(await taken(), ["--set 'zones.edges=[0.1,0.2,1,2]'", 1])
    await browser.value('document.getElementById("reset").click()')
    await browser.until('document.getElementById("message").hidden')
  }))

test('Words of a head stay whole, settings name their zone, and a length is that of the summary', () =>
  within(page('datasets/approach.csv'), async browser => {
    assert.ok(await browser.value(`document.getElementById('pulse').hidden`), 'the legend names no pulse')
    const broken = await browser.value(`[...document.querySelectorAll('#changes th')].flatMap(head => {
      const text = head.firstChild
      return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return range.getClientRects().length > 1
      }).map(([word]) => word)
    })`)
    assert.deepEqual(broken, [])
    const lines = await browser.value(`[...document.querySelectorAll('#changes td:first-child')].map(cell => {
      const range = document.createRange()
      range.selectNodeContents(cell.querySelector('button'))
      return range.getClientRects().length
    })`)
    assert.deepEqual(lines, lines.map(() => 1), 'a moment stands on one line')
    const row = label => browser.value(`(() => {
      const control = document.querySelector('[data-setting="${label}"]')
      return [control.labels[0].textContent, Number(control.max)]
    })()`)
    assert.deepEqual(await row('heartbeat.intervals[0]'), ['A beat every', 8])
    assert.deepEqual(await row('heartbeat.intervals[3]'), ['A beat every', 8])
    assert.deepEqual(await row('zones.edges[0]'), ['Ends at', 0.2])
    const figures = await browser.value('document.getElementById("figures").textContent')
    const [, length] = run('run', 'datasets/approach.csv').match(/: (\S+ s), /)
    assert.ok(figures.includes(`Duration${length}Longest`), `${length}: ${figures}`)
  }, { width: 1440, height: 900 }))

test('The settings beside the engine are those that it knows', async () => {
  const none = new Proxy({}, { get: () => () => 8 })
  const { instance: { exports } } = await WebAssembly.instantiate(
    readFileSync('web/engine/engine.wasm'), new Proxy({}, { get: () => none }))
  const result = exports.lubdub_settings(0, 0)
  const bytes = (from, to) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer).slice(from, to))
  const place = exports.lubdub_allocate(4)
  const parts = new Map(Array.from({ length: exports.lubdub_part_count(result) }, (_, i) => {
    const name = exports.lubdub_part_name(result, i)
    const start = exports.lubdub_part_bytes(result, i, place)
    const count = new Uint32Array(exports.memory.buffer, place, 1)[0]
    return [bytes(name, name + 16).split('\0')[0], bytes(start, start + count)]
  }))
  assert.deepEqual(JSON.parse(readFileSync('web/engine/settings.json', 'utf8')), JSON.parse(parts.get('catalog')))
})

test('Another trace can be dropped, and a broken one leaves the view', () =>
  within(page('datasets/approach.csv'), async browser => {
    await drop(browser, 'broken.csv', 'no,header\n1,2\n')
    assert.match(await browser.value('document.getElementById("mapping").textContent'), /broken\.csv:1: this is not a trace/)
    await browser.value('document.getElementById("mapping").close()')
    await drop(browser, 'broken.bin', 'no\0thing')
    assert.match(await browser.value('document.getElementById("message").textContent'), /broken\.bin: this page does not read binary logs\./)
    assert.equal(await browser.value('document.getElementById("name").textContent'), 'approach.csv')
    await drop(browser, 'ceremony.csv', readFileSync('datasets/ceremony.csv', 'utf8'))
    assert.equal(await browser.value('document.getElementById("name").textContent'), 'ceremony.csv')
    assert.equal(await exported(browser, 'json'), run('run', 'datasets/ceremony.csv', '-o', '-'))
  }))

test('A page without a session opens the trace that is dropped on it', () => {
  run('studio', '-o', file('studio.html'))
  return within(file('studio.html'), async browser => {
    const isShown = name => browser.value(`document.getElementById('${name}').checkVisibility()`)
    assert.ok(await isShown('choose'))
    assert.ok(!await isShown('chart') && !await isShown('settings') && !await isShown('play'))
    const text = readFileSync('datasets/approach.csv', 'utf8')
    await drop(browser, 'approach.csv', text)
    assert.ok(await isShown('chart') && await isShown('settings') && await isShown('play'))
    assert.equal(await exported(browser, 'json'), run('run', 'datasets/approach.csv', '-o', '-'))
    await move(browser, 'zones.edges[2]', 1.37)
    assert.equal(
      await exported(browser, 'json'),
      run('run', 'datasets/approach.csv', '-o', '-', '--set', 'zones.edges=[0.05,0.2,1.37,2]'))
  })
})

test('A hostile name stays text', () => {
  const name = '<script>document.title=1<\u2044script><img src=x onerror=alert(1)>"\'&.csv'
  writeFileSync(file(name), readFileSync('datasets/approach.csv'))
  return within(page(file(name)), async browser => {
    assert.equal(await browser.value('document.getElementById("name").textContent'), name)
    assert.equal(await browser.value('document.querySelectorAll("img").length'), 0)
    assert.equal(await browser.value('document.querySelectorAll("script").length'), 5)
  })
})

test('Keys and the play button work, and the heart beats', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.value('document.getElementById("chart").focus()')
    for (const key of ['End', 'ArrowLeft', '+', '+']) {
      await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key === '+' ? key : undefined })
    }
    assert.match(await browser.value('document.getElementById("readout").textContent'), /contact/)
    assert.ok(await browser.value('lubdub.chart.scale.to - lubdub.chart.scale.from < 31'))
    await browser.value('lubdub.player.seek(53)')
    await browser.value('document.getElementById("play").click()')
    await browser.until('document.getElementById("heart").getAnimations().length > 0 && document.getElementById("play").textContent === "Pause"')
    await browser.value('document.getElementById("play").click()')
  }))

test('A page of two hours opens, and a slider on 72,000 rows answers', async () => {
  run('simulate', 'hover-at-edge', '--seed', '3', '--duration', '7200', '--rate', '10', '-o', file('long.csv'))
  const html = page(file('long.csv'))
  assert.ok(statSync(html).size < 2_100_000, `${statSync(html).size} bytes`)
  await within(html, async browser => {
    await move(browser, 'zones.edges[2]', 1.2)
    assert.ok(await browser.value('lubdub.shown.ran.includes("1.2")'))
  })
})

test('The page plays the samples of the WAV file', () =>
  within(page('datasets/ceremony.csv'), async browser => {
    run('run', 'datasets/ceremony.csv', '-o', file('there.wav'))
    const here = await browser.value(`(async () => {
      const bytes = new Uint8Array(await (await (await lubdub.source).wav()).arrayBuffer())
      let text = ''
      for (const byte of bytes) text += String.fromCharCode(byte)
      return btoa(text)
    })()`)
    assert.ok(Buffer.from(here, 'base64').equals(readFileSync(file('there.wav'))), 'byte for byte')
  }))

test('What a pixel column shows is the same by blocks of rows as row by row', () => {
  let seed = 1
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647
  const count = 200_000
  let time = 0
  const times = Float64Array.from({ length: count }, () => (time += random() < 0.001 ? 30 : random() * 0.1))
  const values = Float64Array.from({ length: count }, () => (random() < 0.1 ? NaN : random()))
  for (let i = 4000; i < 4600; i++) values[i] = NaN
  for (const [from, to] of [[0, time], [time * 0.2, time * 0.9], [time * 0.31, time * 0.315]]) {
    const scale = { left: 74, right: 274, from, to }
    const seen = []
    eachColumn(times, values, scale, (x, low, high, last, index) => seen.push([x, low, high, last, index]))
    const columns = new Map()
    const perSecond = 200 / (to - from)
    const first = Math.max(0, times.findIndex(one => one >= from) - 1)
    const end = Math.min(count, [...times, Infinity].findIndex(one => one >= to) + 1)
    for (let i = first; i < end; i++) {
      if (Number.isNaN(values[i])) continue
      const x = 74 + (times[i] - from) * perSecond
      const [, low, high] = columns.get(Math.floor(x)) ?? [0, Infinity, -Infinity]
      columns.set(Math.floor(x), [x, Math.min(low, values[i]), Math.max(high, values[i]), values[i], i])
    }
    assert.deepEqual(seen, [...columns.values()])
  }
})

test('A page of a comparison has the figures of the report, sorts them, and shows the settings of a point', async () => {
  const traces = ['datasets/approach.csv', 'datasets/walk-by.csv', 'datasets/retreat.csv']
  const [html, csv] = [file('compare.html'), file('compare.csv')]
  run('compare', 'eternal-loop', 'geiger', ...traces, '-o', html, '-o', csv)
  await within(html, async browser => {
    const cells = (column, table) => browser.value(
      `[...document.querySelectorAll('table')[${table}].tBodies[0].rows].map(row => row.cells[${column}].textContent)`)
    const lines = readFileSync(csv, 'utf8').trim().split('\n').map(line => line.split(','))
    const place = lines[0].indexOf('wrong_zone_share')
    assert.deepEqual(
      (await cells(place, 1)).map(Number), lines.slice(1).map(line => Math.round(line[place] * 1e3) / 1e3))
    const sort = () => browser.value(
      `document.querySelectorAll('table')[1].tHead.rows[0].cells[${place}].querySelector('button').click()`)
    const asWritten = await cells(place, 1)
    await sort()
    const upwards = (await cells(place, 1)).map(Number)
    assert.deepEqual(upwards, [...upwards].sort((a, b) => a - b))
    await sort()
    assert.deepEqual((await cells(place, 1)).map(Number), upwards.toReversed())
    await sort()
    assert.deepEqual(await cells(place, 1), asWritten)
  })
})

test('A page of a front has a mark for each point, which shows the settings of its file', async () => {
  const [html, front] = [file('tune.html'), file('front')]
  run(
    'tune', 'datasets/approach.csv', 'datasets/walk-by.csv', '--objective', 'front:range,false-changes', '--budget', '12',
    '--over', 'zones.range.falseChangeInterval=1:100', '--over', 'uwb.velocityTime=0.2:5', '-o', html, '-o', `${front}/`)
  const files = readdirSync(front).filter(name => name.endsWith('.yaml')).sort()
  await within(html, async browser => {
    const readouts = await browser.value(`[...document.querySelectorAll('circle')].slice(0, ${files.length}).map(mark => {
      mark.dispatchEvent(new Event('focus'))
      return document.querySelector('pre').textContent
    })`)
    files.forEach((name, i) => {
      const settings = readFileSync(join(front, name), 'utf8').split('\n').filter(line => !line.startsWith('#')).join('\n')
      assert.ok(readouts[i].includes(settings.trim()), name)
    })
  })
})

test('A page of accuracy shows every table that the tool prints', async () => {
  const html = file('accuracy.html')
  const text = run('bench', 'accuracy', 'datasets/approach.csv', '--estimator', 'fusion', '--estimator', 'median-3', '-o', html)
  await within(html, async browser => {
    assert.equal(await browser.value('document.querySelector("section h2").textContent'), 'Advice')
    const titles = await browser.value(`[...document.querySelectorAll('section:has(table) h2')].map(head => head.textContent)`)
    assert.ok(titles.length > 0)
    for (const title of titles) assert.ok(text.includes(title), title)
  })
})

test('A preview shows two haptic files, its cursor follows the sound, and a click moves it', () => {
  run('pattern', '--text', 'O.o. --==#  ..Ox', '-o', file('taps.ahap'))
  run('edit', file('taps.ahap'), '--gain', '0.5', '-o', file('softer.ahap'))
  run('preview', file('taps.ahap'), file('softer.ahap'), '-o', file('preview.html'))
  run('convert', file('taps.ahap'), file('taps.wav'))
  return within(file('preview.html'), async browser => {
    assert.equal(await browser.value('document.querySelectorAll("section svg").length'), 2)
    assert.equal(await browser.value('document.querySelectorAll("table").length'), 2)
    const sound = await browser.value('document.querySelector("audio").src')
    assert.ok(Buffer.from(sound.split(',')[1], 'base64').equals(readFileSync(file('taps.wav'))), 'byte for byte')
    await browser.until('document.querySelector("audio").readyState >= 1')
    const seconds = await browser.value(`(() => {
      const drawing = document.querySelector('svg')
      const { left, width, top } = drawing.getBoundingClientRect()
      drawing.dispatchEvent(new MouseEvent('click', { clientX: left + width * 564 / 1080, clientY: top + 9 }))
      return document.querySelector('audio').currentTime
    })()`)
    const span = Number(await browser.value('document.querySelector("[data-span]").dataset.span'))
    assert.ok(Math.abs(seconds - span / 2) < 0.01, `${seconds} of ${span}`)
    await browser.until('Number(document.querySelector(".cursor").getAttribute("x1")) > 555')
  })
})

test('Strokes are drawn as the sound goes, and stand whole where motion is unwelcome', () => {
  run('stroke', '--template', 'circle', '--delay', '1', '-o', file('replay.html'))
  return within(file('replay.html'), async browser => {
    const drawn = 'document.querySelector(".trace polyline:not(.faint)").getAttribute("points").split(" ").length'
    const all = await browser.value('document.querySelector(".trace .faint").getAttribute("points").split(" ").length')
    assert.ok(all > 50)
    assert.equal(await browser.value(drawn), 1, 'nothing is drawn yet')
    await browser.until('document.querySelector("audio").readyState >= 1')
    await browser.value('document.querySelector("audio").currentTime = 4')
    await browser.until(`${drawn} > ${all / 3} && ${drawn} < ${all * 2 / 3}`)
    await browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] })
    await browser.until(`${drawn} === ${all}`)
  })
})

test('A haptic file with a hostile name and hostile keys stays text in a preview', () => {
  const hostile = '<script>document.title=1<\u2044script><img src=x onerror=alert(1)>"\'&'
  const name = `${hostile}.ahap`
  writeFileSync(file(name), JSON.stringify({
    Version: 1, [hostile]: 1,
    Pattern: [{ Event: { Time: 0, EventType: 'HapticTransient', EventParameters: [] } }],
  }))
  run('preview', file(name), '-o', file('hostile.html'))
  return within(file('hostile.html'), async browser => {
    assert.equal(await browser.value('document.querySelector("h2").textContent'), name)
    assert.ok((await browser.value('document.querySelector("li").parentElement.textContent')).includes(hostile))
    assert.equal(await browser.value('document.querySelectorAll("img").length'), 0)
    assert.equal(await browser.value('document.querySelectorAll("script").length'), 1)
  })
})

test('No scripts import each other in a circle', () => {
  const imports = new Map(readdirSync('web').filter(name => name.endsWith('.js')).map(name => [
    name, [...readFileSync(join('web', name), 'utf8').matchAll(/^import .* from '\.\/(.*)'$/gm)].map(([, other]) => other)]))
  const check = (name, path) => {
    assert.ok(!path.includes(name), [...path, name].join(' → '))
    for (const other of imports.get(name) ?? []) check(other, [...path, name])
  }
  for (const page of ['page.js', 'design.js']) check(page, [])
})

const failures = await runAll()
cleanUp()
process.exit(failures === 0 ? 0 : 1)
