/// The colours of a poster.
package enum PosterTheme: String, Sendable, CaseIterable {
  /// From light violet to soft pink.
  case violet
  /// From pink to gold.
  case gold

  /// Where the gradient begins and ends.
  var gradient: (start: String, end: String) {
    switch self {
    case .violet: ("#A78BFA", "#F9A8D4")
    case .gold: ("#FF6B9D", "#D4AF37")
    }
  }

  /// The glow behind the ring.
  var glow: String {
    switch self {
    case .violet: "#4C1D95"
    case .gold: "#6B2145"
    }
  }

  /// The strongest colour, of the heart.
  var heart: String {
    switch self {
    case .violet: "#F9A8D4"
    case .gold: "#FF6B9D"
    }
  }

  static let background = "#0F0A1A"
  static let paper = "#FAF5FF"
}
