// Settings as nested objects by dotted keys and as text, and zones that are added to them and removed.

/**
 * @typedef {object} CatalogEntry
 * @property {string} key @property {string} summary @property {string | null} unit
 * @property {'basic' | 'expert'} level
 * @property {'number' | 'optional' | 'count' | 'numbers' | 'flag' | 'choice' | 'texts' | 'pattern'} kind
 * @property {number} [minimum] @property {number} [maximum] @property {string[]} [choices]
 */

/** @param {any} settings @param {string} key */
export function settingAt(settings, key) {
  return key.split('.').reduce((group, name) => group?.[name], settings)
}

/**
 * A copy with another value. A pattern brings what its times are measured in.
 * @param {any} settings @param {string} key @param {any} value
 */
export function withSetting(settings, key, value) {
  const copy = structuredClone(settings)
  const names = key.split('.')
  const last = /** @type {string} */ (names.pop())
  let group = copy
  for (const name of names) group = group[name] ??= {}
  group[last] = value
  if (key === 'heartbeat.pattern') delete copy.heartbeat.timeBase
  return copy
}

/**
 * The settings that differ, in the order of the catalog.
 * @param {CatalogEntry[]} catalog @param {any} settings @param {any} base
 * @returns {[string, any][]}
 */
export function differences(catalog, settings, base) {
  return catalog
    .map(({ key }) => /** @type {[string, any]} */ ([key, settingAt(settings, key)]))
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(settingAt(base, key)))
}

/**
 * One line for a shell.
 * @param {[string, any][]} entries @param {string[]} [words] that come before the settings
 */
export function commandLine(entries, words = []) {
  return [
    ...words.map(shellQuoted),
    ...entries.map(([key, value]) => `--set ${shellQuoted(`${key}=${JSON.stringify(value)}`)}`),
  ].join(' ')
}

/** @param {string} text */
function shellQuoted(text) {
  return /^[\w.=+:,/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/**
 * A settings file; JSON values are YAML, too.
 * @param {[string, any][]} entries @param {string[]} [words] that settings cannot say
 */
export function yaml(entries, words = []) {
  const lines = [['# lubdub run TRACE --config FILE', ...words.map(shellQuoted)].join(' ')]
  /** @type {string[]} */ let open = []
  for (const [key, value] of entries) {
    const names = key.split('.')
    const groups = names.slice(0, -1)
    let depth = 0
    while (depth < groups.length && depth < open.length && groups[depth] === open[depth]) depth += 1
    for (; depth < groups.length; depth++) lines.push(`${'  '.repeat(depth)}${groups[depth]}:`)
    lines.push(`${'  '.repeat(groups.length)}${names.at(-1)}: ${JSON.stringify(value)}`)
    open = groups
  }
  return `${lines.join('\n')}\n`
}

/** Lists of one value for each zone that beats. */
const perZone = ['intervals', 'intensities']

/**
 * Splits a zone in two; the outermost one ends where it was.
 * @param {any} settings @param {number} zone from the nearest
 */
export function withZone(settings, zone) {
  const next = structuredClone(settings)
  const { zones, heartbeat } = next
  const edges = [zones.edges].flat()
  const [low, high] = [edges[zone - 1] ?? 0, edges[zone] ?? edges[edges.length - 1] * 2]
  const edge = zone < edges.length ? tidyEdge((low + high) / 2) : tidyEdge(high)
  zones.edges = edges.toSpliced(Math.min(zone, edges.length), 0, edge)
  const taken = new Set(zones.names)
  let number = zones.names.length + 1
  while (taken.has(`zone ${number}`)) number += 1
  zones.names = zones.names.toSpliced(zone + 1, 0, `zone ${number}`)
  for (const name of perZone) {
    const list = [heartbeat[name]].flat()
    heartbeat[name] = list.toSpliced(zone, 0, list[Math.min(zone, list.length - 1)])
  }
  eachPerEdge(zones, edges.length, list => list.toSpliced(zone, 0, list[Math.min(zone, list.length - 1)]))
  return next
}

/**
 * Takes a zone away; the next one farther out reaches in to where it began.
 * @param {any} settings @param {number} zone from the nearest
 */
export function withoutZone(settings, zone) {
  const next = structuredClone(settings)
  const { zones, heartbeat } = next
  const edges = [zones.edges].flat()
  const edge = Math.min(zone, edges.length - 1)
  zones.edges = edges.toSpliced(edge, 1)
  zones.names = zones.names.toSpliced(zone, 1)
  for (const name of perZone) heartbeat[name] = [heartbeat[name]].flat().toSpliced(zone, 1)
  eachPerEdge(zones, edges.length, list => list.toSpliced(edge, 1))
  return next
}

/**
 * Changes the lists of the rules that have one value for each edge; others have one for all.
 * @param {any} zones @param {number} count of edges before @param {(list: number[]) => number[]} change
 */
function eachPerEdge(zones, count, change) {
  for (const rule of Object.values(zones)) {
    if (typeof rule !== 'object' || Array.isArray(rule)) continue
    for (const [name, list] of Object.entries(rule)) {
      if (Array.isArray(list) && list.length > 1 && list.length === count) rule[name] = change(list)
    }
  }
}

/** @param {number} metres */
const tidyEdge = metres => Number(metres.toPrecision(3))

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
