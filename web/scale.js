// The visible part of the time axis.

export class TimeScale {
  /** Start and end of the visible time, in seconds. */ from = 0
  to = 1
  /** Pixels of the plot's left and right end. */ left = 0
  right = 1

  /** @param {number} duration of the session in seconds */
  constructor(duration) {
    this.duration = Math.max(duration, 0.001)
    this.showAll()
  }

  showAll() {
    this.from = 0
    this.to = this.duration
  }

  /** @param {number} time @returns {number} pixel */
  x(time) { return this.left + ((time - this.from) / (this.to - this.from)) * (this.right - this.left) }

  /** The session became longer or shorter. The visible time stays; an end that was visible stays visible.
   * @param {number} seconds */
  setDuration(seconds) {
    const [before, after] = [this.duration, Math.max(seconds, 0.001)]
    if (before === after) return
    const seesAll = this.to - this.from >= before
    const seesEnd = this.to >= before
    this.duration = after
    if (seesAll) this.showAll()
    else this.#set(seesEnd ? this.from + after - before : this.from, Math.min(after, this.to - this.from))
  }

  /** @param {number} x pixel @returns {number} time */
  time(x) { return this.from + ((x - this.left) / (this.right - this.left)) * (this.to - this.from) }

  /** Shows less (factor below 1) or more time around a moment, which stays at its pixel.
   * @param {number} factor @param {number} center */
  zoom(factor, center) {
    const shortest = Math.min(0.02, this.duration)
    const width = Math.min(this.duration, Math.max(shortest, (this.to - this.from) * factor))
    const share = (center - this.from) / (this.to - this.from)
    this.#set(center - share * width, width)
  }

  /** @param {number} from @param {number} to */
  show(from, to) {
    const width = Math.min(this.duration, Math.max(Math.min(0.02, this.duration), to - from))
    this.#set((from + to - width) / 2, width)
  }

  /** @param {number} seconds to the right */
  pan(seconds) { this.#set(this.from + seconds, this.to - this.from) }

  /** @param {number} time */
  reveal(time) {
    const width = this.to - this.from
    if (time < this.from || time > this.to) this.#set(time - width * 0.1, width)
  }

  /** @param {number} from @param {number} width */
  #set(from, width) {
    this.from = Math.min(Math.max(0, from), this.duration - width)
    this.to = this.from + width
  }
}

/** @param {number} from @param {number} to @param {number} count approximate @returns round numbers between two values */
export function ticks(from, to, count) {
  const rough = (to - from) / Math.max(1, count)
  if (!(rough > 0) || !Number.isFinite(rough)) return []
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map(n => n * power).find(n => n >= rough) ?? rough
  const values = []
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++) {
    values.push(Number((i * step).toPrecision(12)))
  }
  return values
}

/** @template {object} Key @template Value @param {(key: Key) => Value} make @returns {(key: Key) => Value} the value for each key, made once and kept with it */
export function once(make) {
  /** @type {WeakMap<Key, Value>} */ const known = new WeakMap()
  return key => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}

/** @param {Float64Array} sorted @param {number} value @returns the index of the first value that is not below another, in sorted values */
export function lowerBound(sorted, value) {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}
