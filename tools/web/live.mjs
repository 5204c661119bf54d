// The tests of a session that is still going on: node live.mjs BROWSER LUBDUB
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Browser } from './browser.mjs'
import { cleanUp, file, serving, settled } from './harness.mjs'
import { linksLog } from './pages.mjs'

const [program, lubdub] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'lubdub-live-'))
const trace = join(folder, 'walk <b>.csv')
const lines = readFileSync('datasets/approach.csv', 'utf8').trimEnd().split('\n')
const half = Math.floor(lines.length / 2)

const browser = await Browser.start(program)
try {
  writeFileSync(trace, `${lines.slice(0, half).join('\n')}\n`)
  await serving([trace, '--follow'], async (link, end) => {
    assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/)
    const status = async path => (await fetch(new URL(path, link))).status
    assert.deepEqual(
      await Promise.all([status('/'), status('/rows'), status(`/${'0'.repeat(32)}/`), status('.')]),
      [404, 404, 404, 200], 'nothing is served to those who do not know the address')

    await browser.open(link)
    const count = () => browser.value('lubdub.view?.rows.count ?? 0')
    await browser.until('lubdub.view?.rows.count > 300')
    const before = await count()
    await browser.value(`(() => {
      globalThis.pulses = 0
      const animate = HTMLElement.prototype.animate
      HTMLElement.prototype.animate = function (...how) { pulses += 1; return animate.apply(this, how) }
    })()`)
    // The half of a line is not a row yet.
    appendFileSync(trace, `${lines.slice(half, -1).join('\n')}\n99,uwb,-3,,,,,,\n${lines.at(-1).slice(0, 5)}`)
    await browser.until(`lubdub.view.rows.count > ${before + 300}`)
    appendFileSync(trace, `${lines.at(-1).slice(5)}\n`)
    const rows = lines.filter(line => /^\d/.test(line)).length
    await browser.until(`lubdub.view.rows.count === ${rows}`)
    await browser.until('pulses > 4')
    // What is now stands first and large: distance, zone, beat, and how old the last reading is.
    const now = id => browser.value(`document.getElementById('now-${id}').textContent`)
    await browser.until('document.getElementById("now-zone").textContent === "contact"')
    assert.match(await now('distance'), /^0(\.\d+)? m$/)
    const felt = [await now('beat'), await now('state')]
    if (!['lost', 'silent'].includes(felt[1])) assert.deepEqual(felt, ['0.2 s', 'contact'])
    assert.ok(await browser.value('parseFloat(getComputedStyle(document.getElementById("now-distance")).fontSize) >= 64'))
    assert.ok(await browser.value('document.getElementById("now").getBoundingClientRect().top < document.getElementById("chart").getBoundingClientRect().top'))
    // No more rows come: after the silence that the settings allow, the page raises an alarm, once.
    await browser.until('/No reading for more than 3 s/.test(document.getElementById("alarm").textContent)')
    assert.deepEqual([await now('state'), await now('zone'), await now('beat')], ['silent', 'no zone', 'no beat'])
    assert.match(await browser.value('document.querySelector("footer").innerText'), /^Written by lubdub [\d.]+\. Its rows come from the command that serves it, and nothing goes elsewhere\./)
    assert.match(await now('age'), /^\d+ s ago$/)
    assert.equal(await browser.value('document.getElementById("name").textContent'), 'walk <b>.csv')
    assert.match(await browser.value('document.getElementById("rejections").textContent'), /negative-range/)
    assert.equal(await browser.value('document.getElementById("live-state").textContent'), 'live')

    // The run over all rows is that of the tool; and so is the next one, after a slider was moved.
    const beats = text => JSON.parse(text).beats
    const here = () => browser.value(
      `lubdub.source.then(source => source.export({format: 'json'}))
        .then(parts => new TextDecoder().decode(parts.get('file')))`)
    const there = (...words) => execFileSync(lubdub, ['run', trace, '-o', '-', ...words], { encoding: 'utf8', stdio: 'pipe' })
    assert.deepEqual(beats(await here()), beats(there()))
    await browser.value(`(() => {
      const control = document.querySelector('[data-setting="zones.edges[3]"]')
      control.value = '2.8'
      control.dispatchEvent(new Event('input'))
    })()`)
    await settled(browser)
    const moved = (await browser.value('document.getElementById("command").textContent')).replaceAll("'", '').split(' ')
    assert.match(moved[1], /^zones\.edges=/)
    assert.deepEqual(beats(await here()), beats(there(...moved)))
    // The link that is copied shows the same settings.
    await browser.value(`navigator.clipboard.writeText = text => { globalThis.copied = text; return Promise.resolve() },
      document.getElementById('copy-link').click()`)
    const copied = await browser.value('copied')
    assert.ok(copied.startsWith(`${link}#`), copied)
    assert.deepEqual(JSON.parse(decodeURIComponent(new URL(copied).hash.slice(1))).set, { 'zones.edges': [0.05, 0.2, 1, 2.8] })
    assert.deepEqual(browser.messages, [], 'the console is silent')
    assert.deepEqual([...new Set(browser.requests)], [link, `${link}rows`], 'only the server is asked')

    assert.equal(await end(), 0, 'Ctrl-C is the usual end')
    await browser.until('/lost|ended/.test(document.getElementById("live-state").textContent)')
    assert.equal(await count(), rows, 'the view stays')
    await browser.until('/ended|connection|does not answer/.test(document.getElementById("alarm").textContent)')
    assert.equal(await now('beat'), 'no beat')
    assert.match(await now('state'), /ended|not connected/)
  })
  await serving(['datasets/walk-by.csv', '--pace', '1000', '--preset', 'geiger'], async link => {
    await browser.open(link)
    await browser.until('document.getElementById("live-state").textContent === "ended"')
    assert.equal(
      await browser.value('lubdub.view.session.document.configuration.zones.edges.length'),
      JSON.parse(execFileSync(lubdub, ['run', 'datasets/walk-by.csv', '--preset', 'geiger', '-o', '-'], { stdio: 'pipe' }))
        .configuration.zones.edges.length)
  })
  // Whoever stands still teaches the level while rows come, and the newer rows keep it.
  await serving(['datasets/bluetooth-contact.csv', '--pace', '20'], async link => {
    await browser.open(link)
    await browser.until('lubdub.view?.rows.count > 40')
    assert.match(await browser.value('document.getElementById("findings").textContent'), /neither calibrated nor taught, and mostly wrong \[untaught\]/)
    const tops = await browser.value(`['now', 'findings', 'chart'].map(id => document.getElementById(id).getBoundingClientRect().top)`)
    assert.deepEqual(tops, tops.toSorted((a, b) => a - b), 'what is now, the findings, and then the chart')
    await browser.value(`(document.getElementById('teach-distance').value = '2', document.getElementById('teach').requestSubmit())`)
    await browser.until('/^Taught: the distance is/.test(document.getElementById("taught").textContent)')
    assert.match(await browser.value('document.getElementById("teach-when").textContent'), /^I am standing at$/)
    await browser.until('document.getElementById("live-state").textContent === "ended"')
    assert.deepEqual(await browser.value('[lubdub.view.rows.count, [...lubdub.view.rows.kinds].filter(kind => (kind & 127) >> 2 > 0).length]'), [318, 1])
  })
  // On a phone and a tablet the distance that is now, the sentence, and the chart stand on the first screen.
  await serving(['datasets/approach.csv', '--pace', '2'], async link => {
    for (const [width, height] of [[390, 844], [768, 1024]]) {
      const phone = await Browser.start(program, { width, height, isPhone: true })
      try {
        await phone.open(link)
        await phone.until('lubdub.view?.rows.count > 40 && document.getElementById("alarm").textContent === ""')
        const [now, sentence, chart] = await phone.value(`['now-distance', 'sentence', 'chart'].map(id => document.getElementById(id).getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])`)
        assert.ok(now[0] >= 0 && now[1] <= sentence[0] && sentence[1] <= chart[0] && chart[1] <= height - 56, `${width}: ${now}; ${sentence}; ${chart}`)
      } finally {
        await phone.close()
      }
    }
  })
  // Several links: each is a session, with the beats that the tool finds for it. The one that came first stays in view.
  const links = linksLog()
  await serving([links, '--pace', '15', '--all-peers'], async link => {
    await browser.open(link)
    await browser.until('document.getElementById("live-state").textContent === "ended"')
    await browser.until('lubdub.entries[2].rows.count === 699')
    const [names, counts, shown] = await browser.value('[lubdub.entries.map(one => one.name), lubdub.entries.map(one => one.rows.count), lubdub.shown.name]')
    assert.deepEqual([names, counts, shown], [['Anna', 'Ben', 'Cleo'], [900, 900, 699], 'Anna'])
    assert.ok(await browser.value('lubdub.entries.every(({ times }) => times.every((time, i) => i === 0 || time >= times[i - 1]))'))
    for (const [i, name] of names.entries()) {
      const { beats } = JSON.parse(execFileSync(lubdub, ['run', links, '--peer', name, '-o', '-'], { encoding: 'utf8', stdio: 'pipe' }))
      const times = await browser.value(`[...lubdub.entries[${i}].session.beats.time]`)
      assert.ok(beats.length > 5 && beats.length === times.length, `${name}: ${beats.length}, ${times.length}`)
      beats.forEach((beat, place) => assert.ok(Math.abs(beat.t_s - times[place]) < 1e-8, `${name}, beat ${place}`))
    }
  })
  // Before the first row the page says so. When the command is started again with its token and port, the page goes on.
  const growing = join(folder, 'growing.csv')
  const [head] = lines.filter(line => /^t_s/.test(line))
  const some = lines.filter(line => /^\d/.test(line))
  writeFileSync(growing, `${head}\n`)
  const words = [growing, '--follow', '--token', '0123456789abcdefghij', '--port']
  let port = '0'
  const shows = text => browser.until(`document.getElementById('live-state').textContent === ${JSON.stringify(text)}`)
  await serving([...words, port], async link => {
    port = new URL(link).port
    assert.equal(new URL(link).pathname, '/0123456789abcdefghij/')
    await browser.send('Page.navigate', { url: link })
    await browser.until('document.documentElement.dataset.ready === "true"')
    await shows('waiting for the first row')
    assert.deepEqual(
      await browser.value(`['.welcome', '#files', '#live'].map(one => document.querySelector(one).checkVisibility())`), [false, false, true])
    appendFileSync(growing, `${some.slice(0, 300).join('\n')}\n`)
    await browser.until('lubdub.view?.rows.count === 300')
    await shows('live')
  })
  await shows('connection lost, trying again')
  writeFileSync(growing, `${head}\n${some.slice(0, 500).join('\n')}\n`)
  await serving([...words, port], async () => {
    await browser.until('lubdub.view?.rows.count === 500')
    await shows('live')
  })
  // Without options a trace keeps its address, and the page that was left open says how long it was away.
  let first = ''
  await serving([growing, '--follow'], async link => {
    first = link
    await browser.send('Page.navigate', { url: link })
    await browser.until('lubdub.view?.rows.count === 500')
  })
  await browser.until('document.getElementById("alarm").textContent.startsWith("The connection to the command is lost.")')
  await serving([growing, '--follow'], async link => {
    assert.equal(link, first)
    await browser.until('/^live again, after \\d+ s away$/.test(document.getElementById("live-state").textContent)')
    await browser.until('!/connection|command/.test(document.getElementById("alarm").textContent)')
  })
  // A session whose times begin anew is as old as its last row.
  writeFileSync(growing, `${head}\n`)
  await serving([growing, '--follow'], async () => {
    appendFileSync(growing, `${some.slice(0, 30).join('\n')}\n`)
    await browser.until('lubdub.view?.rows.count === 30')
    await browser.until('document.getElementById("now-age").textContent === "just now"')
  })
  const kept = file('lubdub/studio')
  assert.deepEqual([...new Set(readdirSync(kept).map(name => statSync(join(kept, name)).mode & 0o777))], [0o600], 'other users cannot read the token')
  console.log('a session that goes on: passed')
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
  cleanUp()
}
