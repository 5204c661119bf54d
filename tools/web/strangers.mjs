// Tests of what stopped somebody who saw the page for the first time.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { drop, file, move, page, run, settled, test, within } from './harness.mjs'
import { pages } from './pages.mjs'

const text = (browser, id) => browser.value(`document.getElementById('${id}').textContent`)
const press = (browser, id) => browser.value(`document.getElementById('${id}').click()`)
const phone = { width: 390, height: 844, isPhone: true }

/** The text of the file that an action saves. */
const savedBy = (browser, action) => browser.value(`(async () => {
  const [make, click] = [URL.createObjectURL, HTMLAnchorElement.prototype.click]
  let last = null
  HTMLAnchorElement.prototype.click = () => {}
  URL.createObjectURL = blob => { last = blob; return make.call(URL, blob) }
  ${action}
  HTMLAnchorElement.prototype.click = click
  URL.createObjectURL = make
  return last.text()
})()`)

test('The first screen opens files, saves in what phones play, prints, and copies', () =>
  within(page('datasets/approach.csv'), async browser => {
    const places = await browser.value(`['open', 'format', 'save', 'copy-link', 'copy-file'].map(id => document.getElementById(id).getBoundingClientRect().bottom)`)
    assert.deepEqual(places.filter(bottom => !(bottom > 0 && bottom < 400)), [], `${places}`)
    const formats = await browser.value(`[...document.getElementById('format').options].map(one => one.textContent)`)
    assert.deepEqual(formats.slice(0, 5), ['ahap (iPhone)', 'android-waveform (Android)', 'android-xml (Android 16)', 'wav (sound)', 'pdf (paper)'])
    assert.equal(new Set(formats).size, formats.length)
    const done = await browser.value(`(async () => {
      const done = []
      HTMLInputElement.prototype.click = () => done.push('chooses')
      window.print = () => done.push('prints')
      document.getElementById('open').click()
      await lubdub.save('pdf')
      return done
    })()`)
    assert.deepEqual(done, ['chooses', 'prints'])
  }))

test('The time at which contact was felt leads to what happened', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.value(`[...document.querySelectorAll('#large button')].find(one => /^at /.test(one.textContent)).click()`)
    assert.match(await text(browser, 'chosen'), /52\.6 s: touch → contact.*The true distance crossed 0\.05 m at 51\.9 s/)
    await browser.until(`document.getElementById('chosen').getBoundingClientRect().bottom <= innerHeight`)
  }))

test('Ctrl and Y is one step forward, as Ctrl, Shift and Z is', () =>
  within(page('datasets/approach.csv'), async browser => {
    const edge = () => browser.value('lubdub.draft.held.zones.edges[2]')
    const strike = (key, shiftKey = false) => browser.value(`document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: '${key}', shiftKey: ${shiftKey}, ctrlKey: true, bubbles: true, cancelable: true }))`)
    await move(browser, 'zones.edges[2]', 1.4)
    // The next zone begins where the moved edge is.
    await browser.until(`[...document.querySelectorAll('.card .note')].some(one => one.textContent === 'from 1.4 m')`)
    for (const [key, isShifted] of [['y', false], ['Z', true]]) {
      await strike('z')
      assert.equal(await edge(), 1)
      await strike(key, isShifted)
      assert.equal(await edge(), 1.4)
    }
  }))

test('A meaning that is open goes when the page is scrolled away from its word', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.value(`[...document.querySelectorAll('#large .term')][0].click()`)
    assert.equal(await browser.value('document.getElementById("meaning").hidden'), false)
    await browser.value('scrollTo(0, 300)')
    await browser.until('document.getElementById("meaning").hidden')
  }))

test('Enter marks a truth, and an empty field gives back what was recorded', () =>
  within(page('datasets/bluetooth-contact.csv'), async browser => {
    const truths = () => browser.value('[...lubdub.shown.rows.truths].filter((truth, i) => lubdub.shown.times[i] >= 10 && lubdub.shown.times[i] <= 12 && truth !== 1.25).length')
    const mark = async value => {
      await browser.value(`(() => {
        lubdub.chart.select({ from: 10, to: 12 })
        lubdub.details.update()
        const field = document.querySelector('#chosen input')
        field.value = '${value}'
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      })()`)
    }
    const all = () => browser.value('[...lubdub.shown.rows.truths].map(String).join()')
    const recorded = await all()
    await mark('1.25')
    await browser.until('[...lubdub.shown.rows.truths].includes(1.25)')
    assert.equal(await truths(), 0)
    await mark('')
    await browser.until('![...lubdub.shown.rows.truths].includes(1.25)')
    assert.equal(await all(), recorded)
  }))

test('The dialog about columns says how far the first distance would be', () =>
  within(page('datasets/approach.csv'), async browser => {
    await drop(browser, 'own.csv', `Zeit;Abstand\n${Array.from({ length: 50 }, (_, i) => `${100 * i};${(420.6 - i).toFixed(1).replace('.', ',')}`).join('\n')}\n`)
    const says = () => browser.value(`[...document.querySelectorAll('#mapping p')].map(one => one.textContent).find(one => /^So the/.test(one))`)
    assert.equal(await says(), 'So the first distance is 421 m.')
    await browser.value(`(() => {
      const unit = document.querySelector('#mapping select[aria-label="The unit of Abstand"]')
      unit.value = 'cm'
      unit.dispatchEvent(new Event('change', { bubbles: true }))
    })()`)
    assert.equal(await says(), 'So the first distance is 4.21 m.')
  }))

test('Whoever stands still teaches signal strength, sees what it changed, and the saved trace runs the same', () =>
  within(page('datasets/bluetooth-contact.csv'), async browser => {
    const { count, distance } = await browser.value('({ count: lubdub.shown.rows.count, distance: lubdub.shown.session.distance.at(-1) })')
    await browser.value(`(() => {
      lubdub.chart.select({ from: 8, to: 18 })
      lubdub.details.update()
      document.getElementById('teach-distance').value = '3'
      document.getElementById('teach').requestSubmit()
    })()`)
    await browser.until('document.getElementById("taught").textContent !== ""')
    assert.match(await text(browser, 'teach-when'), /^At 18 s I was standing at$/)
    assert.match(await text(browser, 'taught'), /^Taught: the distance is (2\.\d+|3(\.\d+)?) m now, was \d/)
    assert.equal(await browser.value('lubdub.shown.rows.count'), count + 1)
    assert.notEqual(await browser.value('lubdub.shown.session.distance.at(-1)'), distance)
    writeFileSync(file('taught.csv'), await savedBy(browser, 'lubdub.saveTrace()'))
    assert.match(readFileSync(file('taught.csv'), 'utf8'), /^18(\.\d+)?,ble,3,,,at,/m)
    const changes = JSON.stringify(JSON.parse(run('run', file('taught.csv'), '-o', '-')).zone_changes.map(({ t_s, to }) => [t_s.toFixed(6), to]))
    assert.equal(await browser.value('JSON.stringify(lubdub.shown.session.document.zone_changes.map(({ t_s, to }) => [t_s.toFixed(6), to]))'), changes)
    // Where ranges know better it changes nothing, and says so.
    await drop(browser, 'ranges.csv', readFileSync('datasets/approach.csv', 'utf8'))
    await settled(browser)
    assert.ok(await browser.value('document.getElementById("teach").hidden'))
    await browser.value(`(document.getElementById('teach-distance').value = '5', document.getElementById('teach').requestSubmit())`)
    await browser.until('/^It changed nothing/.test(document.getElementById("taught").textContent)')
  }))

test('Paper has the legend, all figures and readable names, and no buttons', () =>
  within(page('datasets/approach.csv', 'datasets/walk-by.csv'), async browser => {
    await browser.send('Emulation.setDeviceMetricsOverride', { width: 720, height: 1000, deviceScaleFactor: 1, mobile: false })
    await browser.value('dispatchEvent(new Event("beforeprint"))')
    await browser.send('Emulation.setEmulatedMedia', { media: 'print' })
    const isSeen = selector => browser.value(`[...document.querySelectorAll('${selector}')].some(one => one.checkVisibility())`)
    for (const selector of ['#thumb', '#take', '#play', '#overlay', 'aside', '#zones-title']) assert.equal(await isSeen(selector), false, selector)
    for (const selector of ['#stage .legend .truth', '#figures', '#paper svg', '#sessions td', '#changes td']) assert.equal(await isSeen(selector), true, selector)
    // A name on a dark zone is light, on white paper also where the screen is dark.
    const fills = await browser.value(`[...document.querySelectorAll('#paper text')].filter(one => one.textContent === 'near').map(one => one.getAttribute('fill'))`)
    assert.ok(fills.includes('var(--text)') && fills.includes('var(--on-zone2)'), `${fills}`)
    await browser.send('Emulation.setEmulatedMedia', { media: '' })
    await browser.value('dispatchEvent(new Event("afterprint"))')
    assert.equal(await isSeen('#figures'), false, 'what was closed is closed again')
  }))

test('On a phone every edge is in sight above the settings, which say what a move has changed', () =>
  within(page('datasets/approach.csv'), async browser => {
    await press(browser, 'edit')
    await browser.until('lubdub.chart.scale.right < 300')
    await settled(browser)
    const [lowest, sheet, files] = await browser.value(`[Math.max(...[...document.querySelectorAll('.grip')].map(one => one.getBoundingClientRect().bottom)),
      document.querySelector('aside').getBoundingClientRect().top, document.getElementById('files').checkVisibility()]`)
    assert.ok(lowest <= sheet, `${lowest} ${sheet}`)
    assert.equal(files, false)
    const slider = await browser.value(`document.querySelector('[data-setting="zones.edges[0]"]').getBoundingClientRect().bottom`)
    assert.ok(slider < 788, `the first edge is in the sheet: ${slider}`)
    await move(browser, 'zones.edges[0]', 0.1)
    await browser.until('/^Contact felt/.test(document.getElementById("spent").textContent)')
    assert.match(await text(browser, 'spent'), /^Contact felt at 5[12]\.\d s ▼ .* earlier$/)
    await press(browser, 'take')
    assert.deepEqual(await browser.value(`['files', 'settings'].map(id => document.getElementById(id).checkVisibility())`), [true, false])
    assert.ok(await browser.value('document.getElementById("save").getBoundingClientRect().bottom < 788'))
    assert.match(await text(browser, 'readout'), /Tap the chart/)
  }, phone))

test('On a phone the page to design has its fields and its way to save', () =>
  within(pages.design[0](), async browser => {
    const seen = await browser.value(`['field-time', 'save', 'actuator', 'play'].map(id => {
      const one = document.getElementById(id)
      return one.checkVisibility({ checkVisibilityCSS: true }) && getComputedStyle(one).position
    })`)
    assert.deepEqual(seen, Array(4).fill('static'))
    assert.ok(await browser.value('document.documentElement.scrollWidth <= 390'))
    assert.match(await browser.value('document.body.innerText'), /The pattern file is for lubdub pattern, and/)
  }, phone))

for (const name of ['accuracy', 'zones', 'compare', 'tune', 'sessions', 'haptic', 'preview']) {
  test(`On a phone wide tables scroll in their own box, and rows keep their names: ${name}`, () =>
    within(pages[name][0](), async browser => {
      await pages[name][1]?.(browser)
      assert.equal(await browser.value('document.documentElement.scrollWidth'), 390)
      const faults = await browser.value(`[...document.querySelectorAll('table')].filter(one => one.checkVisibility()).flatMap(table => {
        const box = table.closest('.scroll')
        if (table.scrollWidth <= (box ?? table.parentElement).clientWidth + 1) return []
        if (!box || !/auto|scroll/.test(getComputedStyle(box).overflowX)) return ['cut: ' + table.caption?.textContent]
        box.scrollLeft = 1000
        const cell = table.tBodies[0].rows[0]?.cells[0]
        const isThere = !table.matches('.sortable') || !cell || Math.abs(cell.getBoundingClientRect().left - box.getBoundingClientRect().left) < 2
        return isThere ? [] : ['the names are out of sight: ' + table.caption?.textContent]
      })`)
      assert.deepEqual(faults, [])
    }, phone))
}

test('What formats lose is said with no more digits than a person reads', () =>
  within(page('datasets/approach.csv'), async browser => {
    await drop(browser, 'taps.ahap', run('pattern', '--text', 'O.o. --==#  ..Ox', '-o', '-', '--as', 'ahap'))
    const losses = await text(browser, 'formats-lost')
    assert.match(losses, /taps: without sharpness/)
    assert.doesNotMatch(losses, /\d\.\d{4}/)
  }))
