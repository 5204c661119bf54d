// Settings as nested objects by dotted keys, and as text.

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
