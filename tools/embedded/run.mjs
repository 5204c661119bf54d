// Runs a WebAssembly program whose only imports are those of WASI: node run.mjs PROGRAM.wasm
import { readFileSync } from 'node:fs'
import { WASI } from 'node:wasi'

const wasi = new WASI({ version: 'preview1', args: ['program'] })
const module = new WebAssembly.Module(readFileSync(process.argv[2]))
wasi.start(new WebAssembly.Instance(module, wasi.getImportObject()))
