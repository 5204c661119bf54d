// One setting in the page: its name, a slider with a number, a choice or a box, a sentence of help, and its key.
import { choicesOf, make, showNumber } from './elements.js'
import { settingAt, withSetting } from './settings.js'
import { labelOf, refusalInWords } from './words.js'
import { helps } from './words.json'

let made = 0

/** @param {CatalogEntry} entry @param {number | null} place in a list; null for a setting that is not a list @param {Draft} draft */
export function settingField(entry, place, draft) {
  const valueIn = (/** @type {any} */ settings) => {
    const value = settingAt(settings, entry.key)
    return place === null ? value : [value].flat()[place]
  }
  const read = () => valueIn(draft.shown)
  const name = place === null || [settingAt(draft.shown, entry.key)].flat().length === 1 ? entry.key : `${entry.key}[${place}]`
  const write = (/** @type {any} */ value) => {
    const settings = draft.from(name)
    draft.propose(withSetting(settings, entry.key, place === null ? value : [settingAt(settings, entry.key)].flat().with(place, value)), name)
  }
  made += 1
  const id = `set-${made}`
  const { controls, show } = controlOf(entry, place, read, write, () => settingAt(draft.shown, entry.key))
  const main = controls[0]
  main.id = id
  main.dataset.setting = name
  const fault = make('p', { className: 'fault', id: `${id}-fault`, hidden: true })
  const summary = /** @type {Record<string, string>} */ (helps)[entry.key] ?? `${entry.summary}${/[.!?]$/.test(entry.summary) ? '' : '.'}`
  const help = make('p', { className: 'help', id: `${id}-help` }, [summary, ' ', make('span', { className: 'key', textContent: name })])
  for (const control of controls) {
    control.setAttribute('aria-describedby', `${id}-fault ${id}-help`)
    if (control !== main) control.ariaLabel = `${labelOf(entry.key)}, as a number`
  }
  const unit = entry.unit && entry.unit.length <= 4 ? entry.unit : ''
  const row = make('div', { className: 'setting' }, [
    make('label', { htmlFor: id, textContent: labelOf(entry.key) }), main,
    ...(controls.length > 1 ? [make('span', {}, [controls[1], unit])] : []), help, fault,
  ])
  if (controls.length === 1) row.classList.add('single')
  return {
    row,
    update() {
      show()
      const { refusal } = draft
      const isRefused = refusal?.key === name
      for (const control of controls) control.ariaInvalid = isRefused ? 'true' : null
      fault.hidden = !isRefused
      fault.textContent = isRefused ? refusalInWords(refusal, draft.held.zones.names) : ''
      row.classList.toggle('idle', draft.idle === name)
      row.classList.toggle('moved', JSON.stringify(read()) !== JSON.stringify(valueIn(draft.base)))
    },
  }
}

/** The elements of a value, and a function that shows the value in them.
 * @param {CatalogEntry} entry @param {number | null} place
 * @param {() => any} read @param {(value: any) => void} write @param {() => any} whole the list of a value */
function controlOf(entry, place, read, write, whole) {
  if (entry.kind === 'flag') {
    const box = make('input', { type: 'checkbox' })
    box.addEventListener('change', () => write(box.checked))
    return { controls: [box], show: () => { box.checked = read() } }
  }
  if ((entry.kind === 'choice' || entry.kind === 'pattern') && typeof read() === 'string') {
    const select = make('select', {}, choicesOf(entry.choices ?? []))
    select.addEventListener('change', () => write(select.value))
    return { controls: [select], show: () => { select.value = read() } }
  }
  if (typeof read() === 'number') return sliderOf(entry, read, write, place === null ? [read()] : [whole()].flat())
  // A list as a whole, a pattern of events, and a number that may be missing.
  const text = make('input', { type: 'text', spellcheck: false })
  text.addEventListener('change', () => write(parsed(text.value)))
  return { controls: [text], show: () => { text.value = read() === null ? '' : JSON.stringify(read()) } }
}

/** @param {string} text */
function parsed(text) {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** @param {CatalogEntry} entry @param {() => number} read @param {(value: number) => void} write
 * @param {number[]} list whose values share one scale */
function sliderOf(entry, read, write, list) {
  const { low, high, step } = sliderRange(entry, entry.key.startsWith('heartbeat.') ? Math.max(...list) : read())
  const slider = make('input', { type: 'range', min: `${low}`, max: `${high}`, step: `${step}` })
  const number = make('input', { type: 'number', min: `${entry.minimum}`, max: `${entry.maximum}`, step: 'any', inputMode: 'decimal' })
  slider.addEventListener('input', () => write(Math.max(entry.minimum ?? -Infinity, tidy(slider.valueAsNumber))))
  number.addEventListener('change', () => {
    if (Number.isFinite(number.valueAsNumber)) write(number.valueAsNumber)
  })
  return {
    controls: [slider, number],
    show() {
      slider.value = `${read()}`
      slider.setAttribute('aria-valuetext', `${read()} ${entry.unit ?? ''}`)
      showNumber(number, read())
    },
  }
}

/** A range that is easy to aim in: the whole one if it is narrow, otherwise up to four times the value. Its ends are
 * whole steps, so that a slider's values have no odd digits.
 * @param {CatalogEntry} entry @param {number} value */
function sliderRange({ kind, minimum = 0, maximum = 1 }, value) {
  const isWide = value > 0 && maximum > 8 * value
  const high = isWide ? Math.max(value * 4, minimum) : Math.min(maximum, Math.max(1, Math.abs(value) * 8))
  const low = Math.max(minimum, value < 0 ? value * 4 : minimum < 0 ? -high : minimum)
  const rough = (high - low) / 400
  const step = kind === 'count' ? 1 : 10 ** Math.floor(Math.log10(rough || 1))
  return { low: tidy(Math.floor(low / step + 1e-9) * step), high: tidy(Math.ceil(high / step - 1e-9) * step), step: tidy(step) }
}

/** @param {number} value @returns a number of a slider without the digits that steps add up to */
const tidy = value => Number(value.toPrecision(12))
