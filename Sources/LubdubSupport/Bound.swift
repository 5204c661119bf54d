/// The maximum of an input, from files, requests, and options. Ordinary work stays far below the default values. To change a
/// bound, set the environment variable `LUBDUB_BOUNDS`, for example to `sound=90000,ratio=2000`.
package struct Bound: Sendable, Hashable {
  package let name: String
  package let thing: String
  /// The default maximum.
  package let usual: Int
  let isFixed: Bool

  private init(_ name: String, _ usual: Int, _ thing: String, isFixed: Bool = false) {
    (self.name, self.thing, self.usual, self.isFixed) = (name, thing, usual, isFixed)
  }

  // Input files.
  package static let file = Bound(
    "file", 1 << 30, "bytes of a file that is read whole: a sound, JSON, a capture")
  package static let unpacked = Bound("unpacked", 1 << 36, "bytes that a gzip file unpacks to")
  package static let ratio = Bound(
    "ratio", 200, "times the compressed size of a gzip file, for unpacked data above 16 MiB")
  package static let line = Bound(
    "line", 1 << 20, "bytes of a line; longer lines are rejected", isFixed: true)
  package static let json = Bound("json", 1 << 28, "bytes of JSON that is one value")
  package static let depth = Bound("depth", 256, "nested JSON values", isFixed: true)
  package static let rows = Bound(
    "rows", 4_000_000, "rows in memory, to sort, smooth, or score them")
  package static let pageRows = Bound("page-rows", 2_000_000, "rows of all sessions of a page")
  package static let links = Bound(
    "links", 1 << 20, "names of links of a log; rows of further links are rejected", isFixed: true)
  package static let sessions = Bound("sessions", 1000, "links of a log that each have a run")
  package static let events = Bound(
    "events", 1_500_000, "events of a timeline that is read, made, or kept")
  package static let settings = Bound("settings", 1 << 24, "bytes of a file of settings")
  package static let keys = Bound(
    "keys", 100, "unknown keys of settings that are listed", isFixed: true)
  // Sounds.
  package static let sound = Bound(
    "sound", 36_000, "seconds of a sound that is read or rendered, or of vibrations in a file")
  package static let samples = Bound(
    "samples", 1 << 27, "samples of a sound that is held in memory")
  // The page of a running session.
  package static let request = Bound(
    "request", 16_384, "bytes of a request to a studio, headers included", isFixed: true)
  package static let requestTime = Bound(
    "request-time", 10, "seconds to send a request, and to accept a part of the answer",
    isFixed: true)
  package static let connections = Bound(
    "connections", 64, "browsers connected to a studio", isFixed: true)
  // Options.
  package static let budget = Bound("budget", 1_000_000, "candidates of a search")
  package static let jobs = Bound("jobs", 4096, "threads of --jobs", isFixed: true)

  package static let all = [
    file, unpacked, ratio, line, json, depth, rows, pageRows, links, sessions, events, settings,
    keys, sound, samples, request, requestTime, connections, budget, jobs,
  ]

  package var most: Int {
    #if hasFeature(Embedded)
    usual
    #else
    Self.asked[name] ?? usual
    #endif
  }

  /// The rule for a message, such as `expected at most 36000 seconds of a sound; LUBDUB_BOUNDS=sound=N allows more`.
  package var rule: String {
    "expected at most \(most) \(thing)"
      + (isFixed ? "" : "; the environment variable LUBDUB_BOUNDS=\(name)=N allows N")
  }
}
