public import Positions

/// A track with the name of its log, for logs that hold several.
public struct NamedTrack: Sendable, Hashable {
  /// What the log is called: its file without folder and ending.
  public var log: String
  /// The track.
  public var track: Track

  /// A track of a log.
  public init(_ track: Track, log: String) {
    self.track = track
    self.log = log
  }

  /// The log's name, and behind a `#` the track's own where it has one: `both#mia`.
  public var name: String { track.name.isEmpty ? log : "\(log)#\(track.name)" }

  /// The tracks that somebody means: the one of that whole name, or else those whose own name it is.
  ///
  /// - Parameters:
  ///   - wanted: A whole name such as `both#mia`, or `mia` alone.
  ///   - tracks: Those that there are.
  /// - Returns: Several where logs share the name; none where there is none.
  public static func called(_ wanted: String, among tracks: [NamedTrack]) -> [NamedTrack] {
    let whole = tracks.filter { $0.name == wanted }
    return whole.isEmpty ? tracks.filter { $0.track.name == wanted } : whole
  }
}
