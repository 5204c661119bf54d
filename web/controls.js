// The controls for basic settings: a slider with a number beside it, a choice, or a box to tick.
import { make } from './elements.js'
import { settingAt, withSetting } from './settings.js'

export class Controls {
  /** @type {any} */ #settings = {}
  /** @type {any} */ #base = {}
  /**
   * Settings of radios that no session has.
   * @type {Set<string>}
   */
  #left = new Set()
  #showsAll = false
  /**
   * Puts the present value into the control.
   * @type {(() => void)[]}
   */
  #updates = []

  /**
   * @param {HTMLElement} place
   * @param {import('./settings.js').CatalogEntry[]} catalog
   * @param {(settings: any) => void} onChange
   */
  constructor(place, catalog, onChange) {
    this.place = place
    this.catalog = catalog
    this.onChange = onChange
  }

  get settings() {
    return this.#settings
  }

  /**
   * Shows settings; what differs from them later is marked.
   * @param {any} settings
   */
  show(settings) {
    this.#settings = settings
    this.#base = settings
    this.#build()
  }

  /**
   * Leaves out the settings of radios that no session has.
   * @param {Set<number>} radios those that there are, by number
   */
  showRadios(radios) {
    const names = new Set(this.catalog.map(({ key }) => key).filter(key => !concerns(key, radios)))
    if ([...names].join() === [...this.#left].join()) return
    this.#left = names
    this.#build()
  }

  #build() {
    this.#updates = []
    const groups = new Map()
    const basic = this.catalog.filter(({ level }) => level === 'basic')
    const isLeft = (/** @type {import('./settings.js').CatalogEntry} */ { key }) => !this.#showsAll && this.#left.has(key)
    for (const entry of basic.filter(one => !isLeft(one))) {
      const name = entry.key.includes('.') ? entry.key.split('.')[0] : 'general'
      const controls = this.#controls(entry)
      if (controls.length === 0) continue
      groups.set(name, [...(groups.get(name) ?? []), ...controls])
    }
    this.place.replaceChildren(...[...groups].map(([name, controls], i) =>
      make('details', { open: i < 3 }, [
        make('summary', { textContent: groupNames[/** @type {keyof groupNames} */ (name)] ?? name }),
        ...controls,
      ])), ...this.#switch(basic.filter(({ key }) => this.#left.has(key)).length))
    for (const update of this.#updates) update()
  }

  /**
   * The box that shows the settings of all radios.
   * @param {number} count of those that are left out
   */
  #switch(count) {
    if (count === 0) return []
    const box = make('input', { type: 'checkbox', checked: this.#showsAll })
    box.addEventListener('change', () => {
      this.#showsAll = box.checked
      this.#build()
      // The box was made anew; who came by keyboard is on it still.
      const again = this.place.querySelector('.others input')
      if (again instanceof HTMLElement) again.focus()
    })
    return [make('label', { className: 'others note' }, [box, ` Settings of radios without rows (${count})`])]
  }

  /** Back to the settings that were shown first. */
  reset() {
    this.#settings = this.#base
    for (const update of this.#updates) update()
    this.onChange(this.#settings)
  }

  /** @param {import('./settings.js').CatalogEntry} entry @returns {HTMLElement[]} */
  #controls(entry) {
    const value = settingAt(this.#settings, entry.key)
    switch (entry.kind) {
      case 'number': case 'count': case 'optional':
        return typeof value === 'number' ? [this.#number(entry, null)] : []
      case 'numbers':
        return [value].flat().map((one, i) =>
          typeof one === 'number' ? this.#number(entry, i) : make('span'))
      case 'flag':
        return [this.#flag(entry)]
      case 'choice': case 'pattern':
        return typeof value === 'string' ? [this.#choice(entry)] : []
      default:
        return []
    }
  }

  /**
   * @param {import('./settings.js').CatalogEntry} entry
   * @param {number | null} place in a list; null for a single number
   */
  #number(entry, place) {
    const read = () => {
      const value = settingAt(this.#settings, entry.key)
      return /** @type {number} */ (place === null ? value : [value].flat()[place])
    }
    const list = [settingAt(this.#settings, entry.key)].flat()
    // Intervals and intensities belong to zones, and lie on one scale.
    const zone = entry.key.startsWith('heartbeat.') && list.length > 1
      ? settingAt(this.#settings, 'zones.names')[place ?? 0] ?? null : null
    const { low, high, step } = sliderRange(entry, zone === null ? read() : Math.max(...list))
    const id = `set-${entry.key}-${place ?? 0}`
    const label = list.length === 1 ? entry.key : `${entry.key}[${place}]`
    const slider = make('input', { type: 'range', id, min: `${low}`, max: `${high}`, step: `${step}` })
    const number = make('input', {
      type: 'number', min: `${entry.minimum}`, max: `${entry.maximum}`, step: 'any',
      ariaLabel: `${label} as a number`,
    })
    slider.dataset.setting = label
    const write = (/** @type {number} */ value) => {
      if (!Number.isFinite(value)) return
      const list = [settingAt(this.#settings, entry.key)].flat()
      const next = place === null ? value : list.with(place, value)
      this.#set(entry.key, next)
    }
    slider.addEventListener('input', () => write(tidy(slider.valueAsNumber)))
    number.addEventListener('change', () => write(number.valueAsNumber))
    return this.#row(entry, zone === null ? label : `${label} ${zone}`, slider, [number, (entry.unit ?? '').length > 4 ? '' : entry.unit ?? ''], () => {
      slider.value = `${read()}`
      slider.setAttribute('aria-valuetext', `${read()} ${entry.unit ?? ''}`)
      if (document.activeElement !== number) number.value = `${read()}`
      return read()
    }, place)
  }

  /** @param {import('./settings.js').CatalogEntry} entry */
  #flag(entry) {
    const box = make('input', { type: 'checkbox', id: `set-${entry.key}-0` })
    box.dataset.setting = entry.key
    box.addEventListener('change', () => this.#set(entry.key, box.checked))
    return this.#row(entry, entry.key, box, [], () => {
      box.checked = settingAt(this.#settings, entry.key)
    }, null)
  }

  /** @param {import('./settings.js').CatalogEntry} entry */
  #choice(entry) {
    const select = make('select', { id: `set-${entry.key}-0` }, (entry.choices ?? []).map(
      choice => make('option', { textContent: choice, value: choice })))
    select.dataset.setting = entry.key
    select.addEventListener('change', () => this.#set(entry.key, select.value))
    return this.#row(entry, entry.key, select, [], () => {
      select.value = settingAt(this.#settings, entry.key)
    }, null)
  }

  /**
   * @param {import('./settings.js').CatalogEntry} entry @param {string} label
   * @param {HTMLElement} control @param {(Node | string)[]} more @param {() => void} update
   * @param {number | null} place in a list
   */
  #row(entry, label, control, more, update, place) {
    const name = make('label', { htmlFor: control.id, textContent: label })
    name.title = entry.unit ? `${entry.summary}, in ${entry.unit}` : entry.summary
    const row = make('div', { className: 'setting' }, [name, control, make('span', {}, more)])
    this.#updates.push(() => {
      update()
      const at = (/** @type {any} */ settings) => {
        const value = settingAt(settings, entry.key)
        return JSON.stringify(place === null ? value : [value].flat()[place])
      }
      row.classList.toggle('moved', at(this.#settings) !== at(this.#base))
    })
    return row
  }

  /** @param {string} key @param {any} value */
  #set(key, value) {
    this.#settings = withSetting(this.#settings, key, value)
    for (const update of this.#updates) update()
    this.onChange(this.#settings)
  }
}

/**
 * Whether a setting has an effect where there are only some radios.
 * @param {string} key @param {Set<number>} radios by number, as in `kinds`
 */
function concerns(key, radios) {
  const names = key.split('.')
  const hasRange = radios.has(0) || radios.has(2) || radios.has(3)
  if (names.includes('gnss') || names.includes('position')) return radios.has(3)
  if (names[1] === 'range') return radios.has(0) || radios.has(2)
  if (names.includes('uwb')) return hasRange
  if (names.includes('rssi')) return radios.has(1)
  return names[0] !== 'handOver' || (hasRange && radios.has(1))
}

const groupNames = /** @type {Record<string, string>} */ ({
  general: 'Estimator', zones: 'Zones', heartbeat: 'Heartbeat', ceremony: 'Ceremony', uwb: 'UWB',
  rssi: 'Bluetooth', handOver: 'Hand-over',
})

/**
 * A range that a hand can aim in: the whole one where it is narrow, else up to four times the value.
 * @param {import('./settings.js').CatalogEntry} entry @param {number} value
 */
function sliderRange({ kind, minimum = 0, maximum = 1 }, value) {
  const isWide = value > 0 && maximum > 8 * value
  const high = isWide ? Math.max(value * 4, minimum) : Math.min(maximum, Math.max(1, Math.abs(value) * 8))
  const low = Math.max(minimum, value < 0 ? value * 4 : minimum < 0 ? -high : minimum)
  const rough = (high - low) / 400
  const step = kind === 'count' ? 1 : 10 ** Math.floor(Math.log10(rough || 1))
  const floor = Math.floor(low / step + 1e-9) * step
  return { low: tidy(Math.max(minimum, floor)), high: tidy(high), step: tidy(step) }
}

/**
 * A number of a slider without the digits that steps add up to.
 * @param {number} value
 */
const tidy = value => Number(value.toPrecision(12))
