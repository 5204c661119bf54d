// Logs as people have them: the engine of the page reads them as the tool does.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Engine } from '../../web/engine.js'
import { readTrace } from '../../web/trace.js'
import { file, run, test } from './harness.mjs'

const lines = (count, line) => `${Array.from({ length: count }, (_, i) => line(i)).join('\n')}\n`
const minute = i => `${10 + Math.floor(i / 60)}:${String(i % 60).padStart(2, '0')}`

/** Variants of the kinds in the folder of cases. */
const own = {
  'arduino.log': lines(100, i => `from: 83\t Range: ${(4 - i / 50).toFixed(2)} m\t RX power: -68.02 dBm`),
  'monitor.log': lines(100, i => `12:${minute(i)}.250 -> from: 84\t Range: ${(4 - i / 50).toFixed(2)} m\t RX power: -71.5 dBm`),
  'makerfabs.log': lines(60, i => `AT+RANGE=tid:1,mask:01,seq:${i},range:(${400 - i},0,0,0,0,0,0,0),rssi:(-70.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00)`),
  'console.log': lines(9, i => `[00:00:0${i}.000,000] app: Distance: ifft: ${(4 - i / 5).toFixed(2)}, rtt: nan`),
  'scan.csv': `t_s,source,rssi_dbm\n${lines(60, i => `${i},ble,-60\n${i + 0.0006},ble,-61`)}`,
  'headerless.csv': lines(41, i => `${100 * i},${((40 - i) / 20 - 0.02).toFixed(2)},-75.5`),
  'german.csv': `t_s;range_m\n${lines(60, i => `${i},5;${(4 - i / 50).toFixed(2)}`).replaceAll('.', ',')}`,
  'thousands.csv': `time_ms;dist_mm\n${lines(60, i => `1.${500 + i},0;4.${100 + i},5`)}`,
  'truth.csv': `epoch_s,dev,dst_raw,gt\n${lines(60, i => `${1.7e9 + i / 5},a,${(4 - i / 50).toFixed(2)},${(3.9 - i / 50).toFixed(2)}`)}`,
}
const cases = join(process.env.LUBDUB_RECORDINGS ?? '../shared', 'cases')
const texts = new Set(['.csv', '.ndjson', '.json', '.log', '.txt'])
const given = !existsSync(cases) ? [] : readdirSync(cases, { recursive: true })
  .filter(name => /^\d+-[^/]*\/[^/]*$/.test(name) && texts.has(extname(name))).sort().map(name => join(cases, name))

const rounded = value => (Number.isNaN(value) ? null : Math.round(value * 1e6) / 1e6)
/** Times since the first row to the microsecond, ranges, and levels, without rows that measure nothing. */
const measured = rows => rows.map(([time, ...values]) => [rounded(time - rows[0][0]), ...values]).filter(([, ...values]) => values.some(value => value !== null))

/** The rows that the tool imports, and the options that it proposes where it has none. */
function imported(name, words) {
  const out = file('rows.csv')
  writeFileSync(out, '')
  const said = run.refused('import', name, '-o', out, ...words)
  const [header = '', ...rows] = readFileSync(out, 'utf8').split('\n').filter(line => line && !line.startsWith('#'))
  const places = ['t_s', 'range_m', 'rssi_dbm'].map(column => header.split(',').indexOf(column))
  // A line of options, in quotes where the shell needs them; an example with NAME is none.
  const proposed = said.match(/--(?:columns|pattern) (?:'[^\n]*?'|\S+)(?: --\w+ (?:'[^\n]*?'|[^\s(]+))*/)?.[0] ?? ''
  return {
    rows: measured(rows.map(row => row.split(',')).map(row => places.map(place => rounded(parseFloat(row[place] ?? ''))))),
    words: proposed.includes('NAME') ? [] : proposed.split(/ (?=--)/).filter(Boolean).flatMap(word => word.split(/ (.*)/s, 2)).map(word => word.replace(/^'|'$/g, '')),
  }
}

/** The options of a page for the words of a command. */
function optionsOf(words) {
  const value = name => words[words.indexOf(name) + 1]
  const has = name => words.includes(name)
  return {
    all: true, ...has('--columns') && { columns: value('--columns') }, ...has('--pattern') && { pattern: value('--pattern') },
    ...has('--decimal') && { decimalComma: value('--decimal')[0] === ',', thousands: value('--decimal')[1] ?? '' },
    ...has('--rate') && { rate: Number(value('--rate')) }, ...has('--reorder') && { sort: true },
  }
}

test('Logs of many kinds have the same rows on the page and in the tool', async () => {
  const engine = await Engine.load(readFileSync('web/engine/engine.wasm'))
  for (const [name, text] of Object.entries(own)) writeFileSync(file(name), text)
  const counts = { asItIs: 0, proposed: 0, onlyInTool: 0 }
  for (const name of [...Object.keys(own).map(file), ...given]) {
    const { rows: there, words } = imported(name, [])
    const read = async options => {
      const { rows } = await readTrace(engine, new Blob([readFileSync(name)]), options)
      return measured([...rows.sinceStart].map((time, i) => [time, rows.ranges[i], rows.powers[i]].map(rounded)))
    }
    const here = await read({ all: true }).catch(() => [])
    if (here.length) {
      assert.deepEqual(here, there, name)
      counts.asItIs++
    } else if (words.length) {
      assert.deepEqual(await read(optionsOf(words)), imported(name, words).rows, `${name} ${words.join(' ')}`)
      counts.proposed++
    } else counts.onlyInTool += there.length > 0
  }
  console.log(`  ${counts.asItIs} logs as they are, ${counts.proposed} as proposed, ${counts.onlyInTool} by the tool alone`)
  assert.ok(counts.asItIs >= 1 && counts.proposed >= 4, JSON.stringify(counts))
})
