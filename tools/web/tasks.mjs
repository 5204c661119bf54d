// Tests of what somebody stumbled over who played ten tasks with the page.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { drop, file, move, page, run, settled, test, within } from './harness.mjs'

const text = (browser, id) => browser.value(`document.getElementById('${id}').textContent`)
const press = (browser, what) => browser.value(`[...document.querySelectorAll('button')].find(one => one.checkVisibility() && one.textContent === ${JSON.stringify(what)}).click()`)

/** Presses "Copy command". @returns the command, and what the page says of it */
async function copied(browser) {
  await browser.value('Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async text => { globalThis.copied = text } } })')
  await press(browser, 'Copy command')
  await browser.until('document.getElementById("copied").textContent !== ""')
  return [await browser.value('globalThis.copied'), await text(browser, 'copied')]
}

/** Runs a copied command where the files of the tests are. @returns the page that it writes */
function ran(command) {
  execFileSync('sh', ['-c', command.replace(/^lubdub/, process.argv[3])], { cwd: dirname(file('x')), stdio: 'pipe' })
  return file('page.html')
}

/** A trace as the tool has it, in the folder of the tests. */
function local(name, as = name) {
  writeFileSync(file(as), readFileSync(`datasets/${name}`))
  return file(as)
}

/** The figures, without what was better or worse. */
const figures = browser => browser.value(`[...document.querySelectorAll('#large div, #figures div')].map(one =>
  [one.firstChild.textContent, one.lastChild.firstChild.textContent].join(' '))`)

/** A table with columns of other names: semicolons and decimal commas. */
const odd = Array.from({ length: 300 }, (_, i) => `${100 * i};${(150 + 100 * Math.sin(i / 20)).toFixed(1).replace('.', ',')}`)

test('The copied command gives the figures of the page where edges were moved, and a page that says so', () =>
  within(page(local('approach.csv')), async browser => {
    await move(browser, 'zones.edges[0]', 0.1)
    const [here, note] = [await figures(browser), await text(browser, 'true-edges')]
    assert.ok(await browser.value('document.getElementById("true-edges").checkVisibility()'), 'it stands beside the figures')
    const [command] = await copied(browser)
    assert.match(command, /^lubdub report approach\.csv --truth-edges 0\.05,0\.2,1,2 --set 'zones\.edges=\[0\.1,0\.2,1,2\]' -o page\.html$/)
    await within(ran(command), async other => {
      assert.deepEqual((await figures(other)).toSorted(), here.toSorted())
      assert.equal(await text(other, 'true-edges'), note)
      // And so does what is moved there.
      await move(other, 'zones.edges[0]', 0.05)
      assert.match((await figures(other)).join(), /Contact felt at 52\.6 s/)
    })
  }))

test('A file that is dropped is judged by the true zones of those that are there', () =>
  within(page(local('approach.csv')), async browser => {
    await move(browser, 'zones.edges[0]', 0.1)
    const here = await figures(browser)
    await drop(browser, 'again.csv', readFileSync('datasets/approach.csv', 'utf8'))
    assert.deepEqual((await figures(browser)).toSorted(), here.toSorted())
  }))

test('The copied command reads the columns as the page has read them, and says where one command cannot', () => {
  writeFileSync(file('odd.csv'), `timestamp_ms;Distanz_cm\n${odd.join('\n')}\n`)
  const columns = ['--columns', 't=timestamp_ms:ms,range=Distanz_cm:cm', '--decimal', ',']
  run('report', file('odd.csv'), ...columns, '-o', file('odd.html'))
  return within(file('odd.html'), async browser => {
    const command = "lubdub report odd.csv --columns t=timestamp_ms:ms,range=Distanz_cm:cm --decimal , -o page.html"
    assert.equal((await copied(browser))[0], command)
    const here = await figures(browser)
    await within(ran(command), async other => assert.deepEqual(await figures(other), here))
    // The same through the dialog; and another file beside it.
    await drop(browser, 'odd.csv', readFileSync(file('odd.csv'), 'utf8'))
    await press(browser, 'Read')
    await browser.until('!document.getElementById("mapping").open')
    const [again, fine] = await copied(browser)
    await within(ran(again), async other => assert.deepEqual(await figures(other), here))
    assert.equal(fine, 'Copied.')
    await drop(browser, 'approach.csv', readFileSync(local('approach.csv'), 'utf8'))
    const [alone, note] = await copied(browser)
    assert.equal(alone, 'lubdub report approach.csv -o page.html')
    assert.match(note, /It is for approach\.csv alone: the files are read in different ways/)
  })
})

test('Where the truth is not known nothing is called false, in the chart as in the figures', () => {
  const rows = Array.from({ length: 600 }, (_, i) => {
    const distance = 3 - 1.7 * (Math.sin(i / 30) > 0 ? 1 : 0)
    return `${(i / 10).toFixed(1)},${distance.toFixed(2)},${i < 90 || i > 500 ? '3.00' : ''}`
  })
  writeFileSync(file('gap.csv'), `t_s,range_m,truth_m\n${rows.join('\n')}\n`)
  return within(page(file('gap.csv')), async browser => {
    const marks = async () => [await browser.value(`lubdub.chart.faults.filter(({ kind }) => kind === 'false').length`),
      Number((await figures(browser)).join(';').match(/False changes (\d+)/)[1]), (await text(browser, 'changes')).match(/false/g)?.length ?? 0]
    const before = await marks()
    const moves = await browser.value(`lubdub.view.session.document.zone_changes.filter(({ from, to }) => from !== null && from !== to).length`)
    assert.ok(before[0] < moves, `${before} of ${moves} changes`)
    assert.deepEqual(before, Array(3).fill(before[0]))
    assert.equal(await browser.value('document.getElementById("next-fault").disabled'), before[0] === 0)
    const hidden = await browser.value(`lubdub.view.session.document.zone_changes.find(({ t_s, from, to }) => t_s > 15 && from !== null && from !== to).t_s`)
    await browser.value(`lubdub.details.choose(${hidden})`)
    assert.match(await text(browser, 'chosen'), /neither as right nor as false/)
  })
})

test('Every save is confirmed by name, and what a format does not hold stands line by line', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.value('HTMLAnchorElement.prototype.click = () => {}')
    const save = async format => {
      await browser.value(`lubdub.save('${format}')`)
      return (await browser.value('document.getElementById("losses").innerText')).split('\n')
    }
    assert.deepEqual(await save('wav'), ['Saved approach.wav.'])
    assert.deepEqual(await save('json'), ['Saved approach.json. Nothing is lost.'])
    const [first, second, ...lines] = await save('ahap')
    assert.deepEqual([first, second], ['Saved approach.ahap.', 'ahap does not store:'])
    assert.match(lines[0], /^names of beats are left out; each beat is felt \(\d+\)$/)
    assert.ok(lines.length > 1 && lines.every(line => !/dropped|: .*: /.test(line)), lines.join('; '))
    await browser.value('lubdub.chart.select({ from: 10, to: 12 }), lubdub.details.update()')
    await press(browser, 'Save the whole trace')
    assert.match(await text(browser, 'chosen'), /Saved approach\.truth\.csv\. It has all 721 rows/)
  }))

test('A change says why its limit is not the edge, and what the wait has cost', () =>
  within(page('datasets/approach.csv'), async browser => {
    await press(browser, '52.6 s')
    assert.match(await text(browser, 'chosen'), /The edge is at 0\.05 m, and this limit farther out: a radio that errs/)
    assert.match(await text(browser, 'chosen'), /It waited 1\.1 s until .*: without the wait it would have come at 51\.5 s\./)
    await press(browser, '32.2 s')
    assert.match(await text(browser, 'chosen'), /The limit is the edge and the half band around it, 2 m − 0\.12 m/)
  }))

test('Paper has the preset, the settings that were moved, and the command', () =>
  within(page('datasets/approach.csv'), async browser => {
    const printed = async () => {
      await browser.value('dispatchEvent(new Event("beforeprint"))')
      const seen = await text(browser, 'paper-settings')
      await browser.value('dispatchEvent(new Event("afterprint"))')
      return seen
    }
    assert.match(await printed(), /Preset eternal-loop as it is\.lubdub report approach\.csv -o page\.html/)
    await move(browser, 'zones.edges[0]', 0.1)
    assert.match(await printed(), /Ends at \(zones\.edges\): 0\.1, 0\.2, 1, 2 m, instead of 0\.05, 0\.2, 1, 2.*--set 'zones\.edges=/)
    await browser.value(`lubdub.draft.propose({ preset: 'geiger' })`)
    await settled(browser)
    assert.match(await printed(), /Preset geiger as it is/)
    assert.equal(await text(browser, 'paper-settings'), '')
  }))

test('Names in strips keep their ends, the line at the cursor has them whole, and a session has its own count of rows', () =>
  within(page(local('approach.csv'), local('retreat.csv', 'approach-phone.csv'), local('walk-by.csv', 'approach-watch.csv')), async browser => {
    await browser.value(`(() => {
      const overlay = document.getElementById('overlay')
      overlay.value = 'sessions'
      overlay.dispatchEvent(new Event('change'))
      lubdub.chart.setCursor(20)
    })()`)
    assert.match(await text(browser, 'readout'), /approach-phone\.csv \w+, approach-watch\.csv \w+/)
    const drawn = await browser.value('[...lubdub.chart.vector(800).querySelectorAll("text")].map(one => one.textContent)')
    assert.ok(drawn.includes('appr…hone') && drawn.includes('appr…atch'), drawn.join())
    await browser.value('lubdub.show(lubdub.entries[1])')
    assert.doesNotMatch(await text(browser, 'spent'), /721/)
  }))

test('At a change the beat is that of the zone which begins, also where the address leads there', () =>
  within(page('datasets/approach.csv'), async browser => {
    await move(browser, 'zones.edges[0]', 0.1)
    const changes = await browser.value('lubdub.view.session.document.zone_changes.map(({ t_s, to }) => [t_s, to])')
    const [time] = changes.find(([, to]) => to === 0)
    await browser.value(`lubdub.chart.showMoment(${time})`)
    assert.match(await text(browser, 'readout'), /decided contact.*one every 0\.2 s, strength 1/)
    await browser.until('/cursor/.test(decodeURIComponent(location.hash))')
    const { cursor } = JSON.parse(decodeURIComponent(await browser.value('location.hash.slice(1)')))
    assert.ok(Math.abs(cursor - time) < 1e-6, `${cursor} for ${time}`)
  }))

test('Without a truth the page still leads with when contact was felt', () => {
  const lines = readFileSync('datasets/approach.csv', 'utf8').trim().split('\n').map(line => line.split(',').toSpliced(4, 1).join(','))
  writeFileSync(file('untrue.csv'), `${lines.join('\n')}\n`)
  return within(page(file('untrue.csv')), async browser => {
    assert.match(await text(browser, 'large'), /Contact feltat 52\.6 s/)
  })
})

test('On a phone the line at the cursor holds the truth, and what goes on at the right fades away', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.value('lubdub.chart.setCursor(20)')
    const cut = await browser.value(`[...document.querySelectorAll('#readout dd')].slice(0, 2).filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)`)
    assert.deepEqual(cut, [])
    await browser.value('document.getElementById("edit").click()')
    const masks = await browser.value(`[...document.querySelectorAll('#settings > .bar')].map(one => getComputedStyle(one).maskImage)`)
    assert.ok(masks.every(mask => mask.includes('gradient')), `${masks}`)
  }, { width: 390, height: 844, isPhone: true }))
