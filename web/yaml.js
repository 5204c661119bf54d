// Settings files: the part of YAML that lubdub writes, which is groups by indentation, lists in brackets, and values.

/**
 * The settings of a file, as nested objects.
 * @param {string} text
 * @returns {any}
 * @throws {Error} for what is no such file
 */
export function settingsOfYAML(text) {
  const whole = {}
  /** The groups that are open, each with the indentation of its members; -1 where none has come yet. */
  const open = [{ indent: 0, group: /** @type {Record<string, any>} */ (whole) }]
  text.split(/\r?\n/).forEach((line, i) => {
    const bare = line.replace(/^#.*|\s+#.*$/, '').trimEnd()
    if (bare === '' || bare === '---') return
    const found = /^( *)([\w.-]+):(?: +(.*))?$/.exec(bare)
    if (!found) throw new Error(`line ${i + 1} is no setting, expected a name, a colon and a value, such as bias: 0.05`)
    const [, { length: indent }, name, value] = found
    const last = open[open.length - 1]
    if (last.indent < 0) last.indent = indent
    while (open.length > 1 && open[open.length - 1].indent > indent) open.pop()
    const { indent: expected, group } = open[open.length - 1]
    if (indent !== expected) throw new Error(`line ${i + 1} is indented by ${indent}, expected ${expected}`)
    if (value === undefined) open.push({ indent: -1, group: group[name] = {} })
    else group[name] = valueOf(value, i + 1)
  })
  return whole
}

/** @param {string} text @param {number} line @returns {any} */
function valueOf(text, line) {
  if (text === '~') return null
  try {
    return JSON.parse(text)
  } catch {
    if (/^\[.*\]$/.test(text)) return text.slice(1, -1).split(',').map(one => valueOf(one.trim(), line))
    if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'")
    if (/^[\w .\/-]+$/.test(text)) return text
    throw new Error(`line ${line}: the value ${text} is not read here; write it as JSON`)
  }
}
