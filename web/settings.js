// Settings as nested objects by dotted keys and as text, and zones that are added to them and removed.
import { constants } from './constants.js'

/** @param {any} settings @param {string} key */
export function settingAt(settings, key) { return key.split('.').reduce((group, name) => group?.[name], settings) }

/** A copy with another value. A pattern brings its own time base.
 * @param {any} settings @param {string} key @param {any} value */
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

/** @param {CatalogEntry[]} catalog @param {any} settings @param {any} base @returns the settings that differ, in the order of the catalog */
export function differences(catalog, settings, base) {
  return catalog.map(({ key }) => /** @type {[string, any]} */ ([key, settingAt(settings, key)]))
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(settingAt(base, key)))
}

/** @param {[string, any][]} entries @param {string[]} [words] that come before the settings @returns one line for a shell */
export function commandLine(entries, words = []) {
  return [...words.map(shellQuoted), ...entries.map(([key, value]) => `--set ${shellQuoted(`${key}=${JSON.stringify(value)}`)}`)].join(' ')
}

/** @param {string[]} pulse the words that lend a heart @param {string} [trace] @returns {string[]} the command that runs a trace with it; empty without a heart */
export const lending = (pulse, trace = 'TRACE') => pulse.length > 0 ? ['lubdub', ...pulse, '--trace', trace] : []

/** @param {any} value of a setting @returns it as people read it */
export const valueText = value => JSON.stringify(value).replace(/^\[(.*)\]$/, '$1').replaceAll(',', ', ')

/** @param {string} text */
export function shellQuoted(text) { return /^[\w.=+:,/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'` }

/** @param {[string, any][]} entries @param {string[]} [pulse] the words that lend a heart @param {string[]} [words] beyond settings
 * @returns a settings file: JSON, which is YAML, too */
export function settingsFile(entries, pulse = [], words = []) {
  const settings = entries.reduce((settings, [key, value]) => withSetting(settings, key, value), {})
  const run = pulse.length > 0 ? lending(pulse) : ['lubdub', 'run', 'TRACE']
  const command = ['#', ...run.map(shellQuoted), '--config FILE', ...words.map(shellQuoted)].join(' ')
  return `${command}\n${JSON.stringify(settings, null, 2)}\n`
}

const mostOfSettings = 1_000_000 // settings files are smaller, in bytes

/** @param {File} file @returns {Promise<any>} null for a file of another kind @throws {Error} for YAML that is not JSON */
export async function settingsOfFile(file) {
  const isYAML = /\.ya?ml$/i.test(file.name)
  if (!isYAML && !/\.json$/i.test(file.name) || file.size > mostOfSettings) return null
  try {
    // In addition to settings, a file may contain options for reading a trace.
    const { trace, ...settings } = JSON.parse((await file.text()).replace(/^#.*/gm, ''))
    const names = ['preset', ...Object.keys(constants.defaults)]
    const found = Object.keys(settings)
    return isYAML || found.length > 0 && found.every(name => names.includes(name)) ? settings : null
  } catch {
    if (!isYAML) return null
    throw new Error(`settings are read here as JSON, as lubdub preset NAME --json prints them; lubdub report TRACE --config ${shellQuoted(file.name)} writes a page that begins with those of YAML`)
  }
}

export const perZone = ['intervals', 'intensities'] // lists of one value for each zone that beats

/** @param {any} settings @param {number} zone from the nearest @returns settings with a zone split; the outermost ends as before */
export function withZone(settings, zone) {
  const edges = [settings.zones.edges].flat()
  const [low, high] = [edges[zone - 1] ?? 0, edges[zone] ?? edges[edges.length - 1] * 2]
  const edge = zone < edges.length ? tidyEdge((low + high) / 2) : tidyEdge(high)
  const taken = new Set(settings.zones.names)
  let number = settings.zones.names.length + 1
  while (taken.has(`zone ${number}`)) number += 1
  const again = (/** @type {any[]} */ list) => list.toSpliced(zone, 0, list[Math.min(zone, list.length - 1)])
  return withZones(settings, edges.toSpliced(Math.min(zone, edges.length), 0, edge),
    settings.zones.names.toSpliced(zone + 1, 0, `zone ${number}`), again, again)
}

/** @param {any} settings @param {number} zone from the nearest @returns settings without a zone; the next zone outward begins at its inner edge */
export function withoutZone(settings, zone) {
  const edges = [settings.zones.edges].flat()
  const edge = Math.min(zone, edges.length - 1)
  const less = (/** @type {any[]} */ list) => list.toSpliced(edge, 1) // the last zone is silent and has no value
  return withZones(settings, less(edges), settings.zones.names.toSpliced(zone, 1), less, less)
}

/** Replaces zones, with the values of each zone.
 * @param {any} settings @param {number[]} edges @param {string[]} names
 * @param {(list: any[]) => any[]} ofZones changes a list of one value for each zone that beats
 * @param {(list: any[]) => any[]} ofEdges changes a list of a radio's rules that has one value for each edge, and not one for all */
function withZones(settings, edges, names, ofZones, ofEdges) {
  const next = structuredClone(settings)
  const count = [settings.zones.edges].flat().length
  for (const rules of Object.values(next.zones)) {
    for (const [name, list] of Object.entries(rules?.constructor === Object ? rules : {})) {
      if (Array.isArray(list) && list.length > 1 && list.length === count) rules[name] = ofEdges(list)
    }
  }
  Object.assign(next.zones, { edges, names })
  for (const name of perZone) next.heartbeat[name] = ofZones([next.heartbeat[name]].flat())
  return next
}

/** @param {number} metres */
const tidyEdge = metres => Number(metres.toPrecision(3))
