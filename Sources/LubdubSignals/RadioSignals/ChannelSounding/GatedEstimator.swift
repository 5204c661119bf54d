public import Lubdub

/// The recommended distance of a channel-sounding procedure: MUSIC on the root of the product
/// response, as long as the other estimators do not speak against it.
///
/// Holds the transforms of all estimators, so one value serves any number of procedures.
public struct GatedEstimator: ~Copyable {
  var peak: InverseFFTPeak
  var stock: StockInverseFFT
  var edge: LeadingEdge
  var rootEdge: LeadingEdge
  var music: MUSIC
  var rootMusic: MUSIC

  /// MUSIC on the root is believed when it is nearer than this to the median of all answers.
  public static let gate: Meters = 3
  /// Above this coarse distance, outside the reach of MUSIC, the coarse distance is the answer.
  public static let farthest: Meters = 75

  /// The standard deviation of the gated distance indoors.
  ///
  /// Constant, because nothing measured in a procedure predicts its error (docs/explanation/raw-radio.md). Procedures
  /// at one place share most of it: it is a bias of the place, not noise.
  public static let deviation: Meters = 1

  /// Prepares all transforms.
  ///
  /// - Throws: `SpectraError` when there is no memory.
  public init() throws(SpectraError) {
    let peak = try InverseFFTPeak()
    let stock = try StockInverseFFT()
    let edge = try LeadingEdge(.twoWay)
    let rootEdge = try LeadingEdge(.oneWay)
    let music = try MUSIC(.twoWay)
    let rootMusic = try MUSIC(.oneWay)
    self.peak = peak
    self.stock = stock
    self.edge = edge
    self.rootEdge = rootEdge
    self.music = music
    self.rootMusic = rootMusic
  }

  /// Every answer to one response, and the one to take.
  ///
  /// - Returns: `nil` with fewer than 15 tones.
  public mutating func answers(to response: ProductResponse) -> ToneAnswers? {
    guard let coarse = peak.distance(of: response) else { return nil }
    var answers = ToneAnswers(peak: coarse)
    answers.slope = PhaseSlope.distance(of: response)
    answers.stock = stock.distance(of: response)
    let prepared = PreparedResponse(response, coarse: coarse.value)
    answers.edge = edge.distance(of: prepared)
    answers.rootEdge = rootEdge.distance(of: prepared)
    guard coarse <= Self.farthest else {
      answers.gated = coarse
      return answers
    }
    answers.music = (try? music.distance(of: prepared)) ?? nil
    answers.rootMusic = (try? rootMusic.distance(of: prepared)) ?? nil
    answers.gated = answers.gate()
    return answers
  }

  /// The distance of one antenna path, which may be a little below zero.
  ///
  /// - Returns: `nil` with fewer than 15 tones.
  public mutating func distance(of response: ProductResponse) -> Meters? {
    answers(to: response)?.gated
  }
}

/// What the estimators say about one response.
public struct ToneAnswers: Sendable, Hashable {
  /// `PhaseSlope`.
  public var slope: Meters?
  /// `InverseFFTPeak`.
  public var peak: Meters
  /// `StockInverseFFT`.
  public var stock: Meters?
  /// `LeadingEdge`, there and back.
  public var edge: Meters?
  /// `LeadingEdge`, one way.
  public var rootEdge: Meters?
  /// `MUSIC`, there and back.
  public var music: Meters?
  /// `MUSIC`, one way.
  public var rootMusic: Meters?
  /// The distance to take.
  public var gated: Meters

  init(peak: Meters) {
    self.peak = peak
    gated = peak
  }

  /// `rootMusic`, where it is less than 3 m from the median of the five, else that median.
  func gate() -> Meters {
    let five = five
    guard !five.isEmpty else { return peak }
    let median = (five[(five.count - 1) / 2] + five[five.count / 2]) / 2
    guard let rootMusic, abs(rootMusic.value - median) < GatedEstimator.gate.value else {
      return Meters(median)
    }
    return rootMusic
  }

  private var five: [Double] {
    [edge, rootEdge, stock, rootMusic, music].compactMap { $0?.value }.sorted()
  }

  /// The second smallest of the five; the coarse distance where there are fewer than two.
  var secondNearest: Meters { five.dropFirst().first.map { Meters($0) } ?? peak }
}
