// Types of the values that the scripts of the page pass to each other.

type Engine = import('./engine.js').Engine
type Engines = import('./engines.js').Engines
type Source = import('./engines.js').Source
type RemoteEngine = import('./worker.js').RemoteEngine
type AnyEngine = Engine | RemoteEngine
type Entry = import('./entry.js').Entry
type View = import('./entry.js').View
type Page = import('./page.js').Page
type Chart = import('./chart.js').Chart
type Draft = import('./draft.js').Draft
/** A label of a recording, distances in metres: where the peer truly was in a stretch, in seconds since the first row,
 * null for what was recorded; at a moment of the trace's clock, which teaches the level of signal strength; or a note on a moment. */
type Label = { from: number, to: number, truth: number | null } | { time: number, taught: number } | { time: number, note: string }
/** The document of the page, between whose versions undo and redo move: everything that changes a figure. */
interface Step {
  /** The settings, complete. */ held: any
  /** The edges that the truth of every trace is cut by; null for those that each trace came with. */ truth: number[] | null
  /** The settings that figures are compared with; null for those at first. */ reference: any
  /** The edges that the truth of that run is cut by; null for those of the document. */ against: number[] | null
  /** By the names of recordings. */ labels: Record<string, Label[]>
  /** The name of these settings. */ variant: string
  /** The settings of the other variants. */ variants: Record<string, any>
}
type TimeScale = import('./scale.js').TimeScale
type LiveHeart = import('./live.js').LiveHeart

/** Of a pattern that is designed, times in seconds since the beat, of a point of a curve since its event. A tap has no duration. */
type Point = { time: number, intensity: number, sharpness: number }
type PatternEvent = Point & { duration?: number, curve?: Point[], /** On the body; everywhere without it. */ place?: string }
/** A sound that is traced over; its envelope from 0 to 1. */
type Backing = { name: string, duration: number, samples: Float32Array, envelope: Series }
/** A pattern that is designed. A change makes a copy. */
type Design = { events: PatternEvent[], bpm: number, beats: number, /** Whether a format that has loops repeats it. */ loops?: boolean, /** Of the file that it was opened from. */ name?: string }
/** A handle: the tap, the ends of a vibration, or a point of its curve. */
type Place = { event: number, point: number }
type PlaceValue = 'intensity' | 'sharpness'
/** The actions of the handles of a pattern. */
interface BoardActions {
  move: (place: Place, change: Partial<Point>) => void
  choose: (place: Place) => void
  add: (time: number, intensity: number) => void
  remove: (place: Place) => void
}

/** The named parts of a result, copied out of the engine. */
type Parts = Map<string, Uint8Array>

/** The rows of a trace. Numbers are NaN, and channels -1, where there are none. */
interface Rows {
  count: number
  /** Seconds on the trace's own clock. */ times: Float64Array
  /** The same, counted from the first row. */ sinceStart: Float64Array
  /** See lubdub.h. */ kinds: Uint8Array
  /** In metres. */ ranges: Float64Array
  /** In dBm. */ powers: Float64Array
  /** In dBm. */ firstPathPowers: Float64Array
  channels: Int16Array
  /** In metres. */ truths: Float64Array
  /** Before any was marked by hand. */ recorded?: Float64Array
  /** In metres. */ deviations: Float64Array
}

/** Values over time. */
type Series = { times: Float64Array, values: Float64Array }
type Events = { time: Float64Array, duration: Float64Array, intensity: Float64Array, sharpness: Float64Array }
/** A true change of zone; its delay is NaN for one that was missed. */
type TrueChange = { time: number, edge: number, isOutward: boolean, delay: number }

/** The result of a run of the rows, ready to draw. */
interface Session {
  /** Median, low and high after each row, in meters, NaN for none. */ distance: Float64Array
  low: Float64Array
  high: Float64Array
  status: Uint8Array
  radio: Uint8Array
  /** After each row; 255 for none. */ zone: Uint8Array
  beats: { time: Float64Array, interval: Float64Array, intensity: Float64Array, zone: Float64Array }
  events: Events
  /** The events that follow if no more rows come; empty if they were not requested. */ planned: Events
  /** Points of the courses of continuous events, which belong to the event of that index. */
  curves: { event: Float64Array, time: Float64Array, intensity: Float64Array, sharpness: Float64Array }
  /** Of a haptic file: what the actuator does. */ acceleration?: Series
  trueChanges: TrueChange[]
  /** The times of false changes, once for each edge. */ falseTimes: Float64Array
  bands: { low: number, high: number }[]
  /** The findings of the run. */ findings: import('./findings.js').Finding[]
  /** Every considered change of zone, taken or not. */ considerations: any[]
  /** The scores against a truth that is cut by other edges than those of the settings. */ fixedTruth?: any
  /** Everything of the timeline document but beats and events. */ document: any
}

/** Another run that is drawn behind the one that is shown, in a colour of the palette. */
type Overlay = { name: string, times: Float64Array, session: Session, color: string }
/** The reader's report on the lines of a trace; with its links if rows name them. */
interface Reading {
  accepted: number
  rejected: number
  rejections: { reason: string, count: number, lines: number[], example: string }[]
  warnings: string[]
  findings?: import('./findings.js').Finding[]
  peers?: { name: string, rows: number }[]
}
/** The options for reading a trace, as in `lubdub_trace` of lubdub_bench.h. */
type Options = { name?: string, peer?: string, columns?: string, pattern?: string, decimalComma?: boolean, thousands?: string, rate?: number,
  sort?: boolean, mendClock?: string, lag?: string }
/** The content of a file, as the page shows it. */
interface EntryContent {
  kind: 'trace' | 'pattern'
  /** Of the file. */ name: string
  /** None of a haptic file. */ rows: Rows
  session: Session
  /** The report on the lines, or the losses of a haptic file. */ reading: any
  /** The trace's part of a document. */ input: any
  /** That gives the tempo. */ heart?: any
  /** The words that name the heart on the command line. */ pulse?: string[]
  /** The name of the file, where it is not that of the entry. */ file?: string
  /** The words that read it so on the command line. */ words?: string[]
  /** The edges that cut the truth. */ trueEdges?: number[] | null
}
/** A trace, and what a document says about it. */
type Trace = { rows: Rows, reading: Reading, input: any }
/** A table with columns of other names, as `lubdub_reading_preview` sees it. */
interface Table {
  titles: string[]
  rows: string[][]
  /** The proposed content of each column. */ roles: ({ field: string, unit: string | null } | null)[]
  /** Of each field. */ units: Record<string, string[]>
  proposal: { decimalComma: boolean, sort: boolean, needsRate: boolean, thousands: string | null, notes: string[] } | null
}
type DroppedTrace = Trace & { kind: 'trace', id: number }
/** The kind of a dropped file: a trace or a haptic file, which the engine holds under `id`; or a table whose columns a person
 * has to name, and the reason. */
type Dropped = DroppedTrace | { kind: 'pattern', id: number, parts: Parts } | { kind: 'table', table: Table, reason: string }

interface CatalogEntry {
  key: string
  summary: string
  unit: string | null
  level: 'basic' | 'expert'
  kind: 'number' | 'optional' | 'count' | 'numbers' | 'flag' | 'choice' | 'texts' | 'pattern'
  minimum?: number
  maximum?: number
  choices?: string[]
}
/** The control that was moved last, and the reason why the engine refuses its value. */
type Refusal = { key: string, message: string }
/** One setting in the page; `update` shows its present value. */
type Field = { row: HTMLElement, update: () => void }

interface Figure {
  name: string
  value: number | null
  text: string
  /** The text in a table, where it differs. */ short?: string
  /** Which direction is better; null where neither is. */ better: 'less' | 'more' | null
  /** The change in words, where it is not the value before. */ change?: (now: number, before: number) => string
  /** The time of a figure that is a moment. */ time?: number
  /** Two values are comparable if this is the same. */ trueEdges?: string
  /** Of how much of the session it is, where that is not all. */ coverage?: string
  /** Whether it is one of those that a person looks at first. */ isLarge?: boolean
}
type Fault = { time: number, kind: 'missed' | 'false', text: string }
/** An event that the page explains: its kind, its time, its edge, and whether it should come sooner or later. */
interface Subject {
  kind: 'change' | 'missed' | 'moment'
  time: number
  change?: any
  edge?: number
  isOutward?: boolean
  wish?: 'sooner' | 'later'
}
/** Some rows of a long trace, by their places. */
type Piece = { first: number, end: number }

/** Colours by the names of the style sheet. */
type Palette = Record<string, string>
/** A function from values to pixels. */
type Vertical = (value: number) => number
/** The context that every track draws with; its top and height in pixels. */
interface Drawing { context: CanvasRenderingContext2D, scale: TimeScale, colors: Palette, top: number, height: number }
/** A strip of the chart; `read` gives what it shows at a moment, as text. */
interface Track { title: string, height: number, draw: (drawing: Drawing) => void, read: (time: number) => string }
/** `place` gives the pixels of a distance. */
type DistanceTrack = Track & { place: (drawing: Drawing) => Vertical }

/** The state in the address: settings by key that differ from those of the page, the visible time and the cursor in
 * seconds, the shown session, and the variants with the chosen one. */
interface State {
  /** The edges that the truth is cut by, where they were chosen. */ truth?: number[] | null
  set?: Record<string, any>
  /** The settings that figures are compared with, where they are not those at first. */ reference?: Record<string, any>
  /** The edges that the truth of that run is cut by, where they are others. */ against?: number[] | null
  labels?: Record<string, Label[]>
  time?: [number, number]
  cursor?: number
  session?: string
  scale?: string
  variants?: Record<string, Record<string, any>>
  variant?: string
}

/** A mark of a chart of a benchmark; `text` has its settings. */
type Mark = { x: number, y: number, name: string, text: string }
/** A chart of points and lines; small ones stand beside each other, and a hint says how to read it. */
interface MarkChart { title: string, x: string, y: string, series: { name: string, isJoined: boolean, points: Mark[] }[], isSmall?: boolean, hint?: string }
/** A part of the page of a benchmark: a table, a chart, or a text to copy. */
interface Part { title: string, notes: string[], isAdvice: boolean, table?: { columns: string[], rows: string[][] }, chart?: MarkChart, text?: string, copies?: [string, string][] }

/** The settings to begin with, the presets, the formats of haptic files, and the lists by whose places numbers of rows and
 * runs are meant: the radios in traces and for people, the events of a link from 1, and the states of an estimate. */
interface Constants {
  defaults: any
  presets: { name: string, summary: string }[]
  formats: string[]
  radios: { source: string, name: string }[]
  events: string[]
  statuses: string[]
}
/** The messages between page and worker: a function of `Engine` with its arguments, and the answer or the reason for its absence.
 * A message with `share`, the part that is done, precedes the answer. */
type Call = { id: number, name: 'load' | 'open' | 'hold' | 'run' | 'export' | 'samples' | 'wav' | 'release', values: any[] }
type Answer = { id: number, answer?: any, share?: number, error?: string, isRefusal?: boolean }
/** Minimum and maximum of blocks of rows, and the last row of each that has a value; -1 for none. */
type Blocks = { low: Float64Array, high: Float64Array, last: Int32Array }
