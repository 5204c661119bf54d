// The settings of the page: a card for each zone, one for the beat, one for each radio, and all others by search.
import { button, make } from './elements.js'
import { settingField } from './field.js'
import { zonePlace } from './palette.js'
import { perZone, settingAt, withoutZone, withSetting, withZone } from './settings.js'

const mostFound = 12 // the maximum number of search results

export class Controls {
  /** @type {Field[]} */ #fields = []
  /** @type {Set<string>} settings of radios that no session has */ #left = new Set()
  #showsAll = false
  #search = ''
  /** The shape of the shown settings; other lengths need other controls. */ #shape = ''

  /** @type {CatalogEntry[]} all settings; empty before the engine is ready */ catalog = []

  /** @param {HTMLElement} place @param {Draft} draft */
  constructor(place, draft) {
    this.place = place
    this.draft = draft
  }

  update() {
    if (this.catalog.length === 0) return
    const shape = JSON.stringify(this.draft.shown, (_, value) =>
      (typeof value === 'number' ? 0 : value)) + [...this.#left].join() + this.#showsAll + this.#search
    if (shape !== this.#shape) {
      this.#shape = shape
      this.#build()
    }
    for (const field of this.#fields) field.update()
  }

  /** Leaves out the settings of radios that no session has.
   * @param {Set<string>} radios the radios with rows */
  showRadios(radios) {
    this.#left = new Set(this.catalog.map(({ key }) => key).filter(key => !concerns(key, radios)))
    this.update()
  }

  #build() {
    this.#fields = []
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {}
    const [name, again] = [focused.setting, focused.again]
    const open = new Set([...this.place.querySelectorAll('details')].filter(one => one.open).map(one => one.dataset.group))
    const isFirst = this.place.childElementCount === 0
    const basic = this.catalog.filter(({ level }) => level === 'basic')
    const hidden = basic.filter(({ key }) => this.#left.has(key)).length
    const groups = new Map()
    for (const entry of basic) {
      if (zoneKeys.includes(entry.key) || entry.kind === 'texts' || !this.#showsAll && this.#left.has(entry.key)) continue
      const group = groupOf(entry.key)
      groups.set(group, [...(groups.get(group) ?? []), ...this.#rows(entry)])
    }
    this.place.replaceChildren(...this.#zoneCards(),...[...groups].map(([group, rows], i) => {
        const details = make('details', { className: 'card', open: isFirst ? i < 2 : open.has(group) }, [
          make('summary', { textContent: group }), ...rows])
        details.dataset.group = group
        return details
      }),
      ...(hidden > 0 ? [this.#switch(hidden)] : []), this.#expert())
    const find = (/** @type {string} */ selector) => {
      const found = this.place.querySelector(selector)
      if (found instanceof HTMLElement) found.focus()
    }
    if (name) find(`[data-setting="${CSS.escape(name)}"]`)
    if (again) find(`[data-again="${again}"]`)
  }

  /** @param {CatalogEntry} entry @param {number | null} [place] */
  #row(entry, place = null) {
    const field = settingField(entry, place, this.draft)
    this.#fields.push(field)
    return field.row
  }

  /** @param {CatalogEntry} entry @returns {HTMLElement[]} one row, or one for each value of a short list */
  #rows(entry) {
    const value = settingAt(this.draft.shown, entry.key)
    const isList = Array.isArray(value) && value.length > 0 && value.every(one => typeof one === 'number')
    return isList ? value.map((_, i) => this.#row(entry, i)) : [this.#row(entry)]
  }

  #zoneCards() {
    const { shown } = this.draft
    const edges = [shown.zones.edges].flat()
    return /** @type {string[]} */ (shown.zones.names).map((name, zone) => {
      const id = `zone-name-${zone}`
      const input = make('input', { type: 'text', value: name, id, ariaLabel: `Name of zone ${zone + 1}` })
      input.dataset.again = id
      input.addEventListener('change', () => this.draft.propose(
        withSetting(this.draft.from('zones.names'), 'zones.names', shown.zones.names.with(zone, input.value)), 'zones.names'))
      const rows = zoneKeys.flatMap(key => {
        const entry = this.catalog.find(one => one.key === key)
        const list = [settingAt(shown, key)].flat()
        return entry && typeof list[zone] === 'number' ? [this.#row(entry, zone)] : []
      })
      const from = make('span', { className: 'note' })
      if (zone > 0) this.#fields.push({ row: from, update: () => { from.textContent = `from ${[this.draft.shown.zones.edges].flat()[zone - 1]} m` } })
      return make('fieldset', { className: `card zone zone-${zonePlace(zone, shown.zones.names.length)}` }, [
        make('legend', { className: 'unseen', textContent: `Zone ${name}` }),
        make('div', { className: 'bar' }, [
          input, from,
          this.#button('Split', `Split zone ${name} in two`, `split-${zone}`, () => withZone(this.draft.from(), zone)),
          ...(edges.length > 1 ? [this.#button('Remove', `Remove zone ${name}`, `remove-${zone}`, () => withoutZone(this.draft.from(), zone))] : []),
        ]), ...rows,
        ...(zone >= [shown.heartbeat.intervals].flat().length ? [make('p', { className: 'help', textContent: 'Silent.' })] : []),
      ])
    })
  }

  /** @param {string} text @param {string} ariaLabel @param {string} again @param {() => any} change */
  #button(text, ariaLabel, again, change) {
    const made = button(text, () => this.draft.propose(change()), { ariaLabel, className: 'small' })
    made.dataset.again = again
    return made
  }

  /** @param {number} count of the omitted settings @returns the box that shows the settings of all radios */
  #switch(count) {
    const box = make('input', { type: 'checkbox', checked: this.#showsAll })
    box.dataset.again = 'others'
    box.addEventListener('change', () => {
      this.#showsAll = box.checked
      this.update()
    })
    return make('label', { className: 'others note' }, [box, ` Settings of radios without rows (${count})`])
  }
  #expert() {
    const search = make('input', { type: 'search', value: this.#search, placeholder: 'silence, gate, velocity …', ariaLabel: 'Search all settings' })
    search.dataset.again = 'search'
    search.addEventListener('input', () => {
      this.#search = search.value
      this.update()
    })
    const words = this.#search.toLowerCase().split(/\s+/).filter(Boolean)
    const found = words.length === 0 ? [] : this.catalog.filter(({ key, summary, level }) => level !== 'basic'
      && words.every(word => `${key} ${summary}`.toLowerCase().includes(word)))
    return make('section', { className: 'card' }, [
      make('h3', { textContent: 'All other settings' }), search,
      ...(words.length === 0 ? [] : [make('p', {
        className: 'note', role: 'status',
        textContent: found.length > mostFound ? `${found.length} found, the first ${mostFound} are shown` : `${found.length} found`,
      })]),
      ...found.slice(0, mostFound).flatMap(entry => this.#rows(entry)),
    ])
  }
}

const zoneKeys = ['zones.edges', ...perZone.map(name => `heartbeat.${name}`)] // settings that have a value for each zone

/** @param {string} key of a basic setting */
function groupOf(key) {
  const [uwb, ble, gnss] = ['UWB', 'Bluetooth', 'positions'].map(radio => `How patient with ${radio}`)
  const groups = /** @type {Record<string, string>} */ ({ heartbeat: 'The beat', range: uwb, uwb, cs: uwb, rssi: ble, handOver: ble, gnss })
  const [first, second] = key.split('.')
  return groups[first] ?? groups[second] ?? 'Others'
}

/** @param {string} key @param {Set<string>} radios @returns whether a setting has an effect if there are only some radios */
function concerns(key, radios) {
  const [gnss, rssi, range] = [radios.has('gnss'), radios.has('ble'), radios.has('uwb') || radios.has('cs')]
  const effects = /** @type {Record<string, boolean>} */ ({ gnss, rssi, range, uwb: range || gnss, handOver: rssi && (range || gnss) })
  return key.split('.').every(name => effects[name] ?? true)
}
