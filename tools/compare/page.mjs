// Does what a page does, by the scripts and the engine of a build, and writes what it gives, a file a value:
//   page.mjs report PAGE     the sessions of a page as the tool wrote them, and as the page's engine runs them again
//   page.mjs read FILE       a file that is dropped on a page; LUBDUB_ENGINE is the engine as WebAssembly
// tools/compare-builds bundles it with the scripts of each build.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import * as bytes from 'web/bytes.js'
import { Engine, EngineError } from 'web/engine.js'
import { entriesOf, View } from 'web/entry.js'
import { figuresOf } from 'web/figures.js'
import { readDropped } from 'web/reading.js'
import { sessionOf } from 'web/session.js'

/** Pages of earlier tools hold base94 or base85. */
const decoded = bytes.fromDense ?? bytes.fromBase96 ?? bytes.fromBase94 ?? bytes.fromBase85

/** Numbers are written as a digest of their bytes. */
const shown = (key, value) => ArrayBuffer.isView(value)
  ? `${value.length} numbers, ${createHash('sha256').update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)).digest('hex')}`
  : value

const write = (name, value) => writeFileSync(`${name}.json`, JSON.stringify(value ?? null, shown, 1))

function writeSession(name, entry, session) {
  entry.session = session
  for (const [part, value] of Object.entries(session)) write(`${name}.${part}`, value)
  write(`${name}.figures`, figuresOf(new View(entry), session))
}

async function report(path) {
  const html = readFileSync(path, 'utf8')
  const section = id => html.split(`id="${id}">`)[1].split('</script>')[0]
  const data = JSON.parse(bytes.decodeText(await bytes.unpacked(decoded(section('data')), 'deflate')))
  const engine = await Engine.load(await bytes.unpacked(decoded(section('engine')), 'gzip'))
  for (const [i, entry] of entriesOf(data.sessions).entries()) {
    write(`${i}.rows`, entry.rows)
    writeSession(`${i}.tool`, entry, entry.session)
    const source = { run: options => engine.run(id, options) }
    const id = engine.hold(entry.rows)
    const settings = entry.session.document.configuration
    writeSession(`${i}.engine`, entry, sessionOf(entry.run(source, settings, 5)))
    for (const format of ['json', 'ahap', 'hjif']) write(`${i}.${format}`, engine.export(id, { format }).get('file'))
  }
}

async function read(path) {
  const engine = await Engine.load(readFileSync(process.env.LUBDUB_ENGINE))
  const file = new File([readFileSync(path)], basename(path))
  const found = await readDropped(file, {}, engine)
  for (const [part, value] of Object.entries(found)) {
    if (value instanceof Map) value.forEach((bytes, name) => write(`${part}.${name}`, bytes))
    else if (part === 'reading') value.warnings.forEach(words => console.error(words))
    if (part === 'reading') value.rejections.forEach(one => console.error(`${one.reason}: ${one.count} rows (lines …)`))
    if (!(value instanceof Map) && !['reading', 'id'].includes(part)) write(part, value)
  }
  if (found.kind === 'trace') write('figures', sessionOf(engine.run(found.id, { input: found.input })))
}

try {
  await { report, read }[process.argv[2]](process.argv[3])
} catch (error) {
  console.error(error instanceof EngineError || !error.stack ? `${error.message}` : `${error.name}: ${error.message}`)
  process.exitCode = 1
}
