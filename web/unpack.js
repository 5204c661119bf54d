// Starts the script of a packed page: gzip reduces it to less than half of its bytes.
import { decodeText, fromDense, unpacked } from './bytes.js'

// The page before any change, for saving it.
Object.assign(globalThis, { pageAsWritten: document.documentElement.outerHTML })
const packed = document.getElementById('packed')
const script = Object.assign(document.createElement('script'), { id: 'script' })
unpacked(fromDense(packed?.textContent ?? ''), 'gzip').then(bytes => {
  script.textContent = decodeText(bytes)
  packed?.replaceWith(script)
})
