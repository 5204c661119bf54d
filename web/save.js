// Saves what the page has made, and copies text.

/**
 * @param {string} name of the file
 * @param {Uint8Array | Blob} bytes
 */
export function saveFile(name, bytes) {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/**
 * A name without its folders and its ending.
 * @param {string} name
 */
export function stem(name) {
  return name.replace(/^.*[/\\]/, '').replace(/(\.gz)?$/, '').replace(/\.[^.]*$/, '') || 'lubdub'
}

/**
 * Copies text, also where a page from disk may not use the clipboard directly.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    const isDone = document.execCommand('copy')
    area.remove()
    return isDone
  }
}
