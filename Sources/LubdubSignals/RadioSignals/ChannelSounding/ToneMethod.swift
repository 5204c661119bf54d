public import Lubdub

/// A way to estimate a distance from a product response; one file each.
public enum ToneMethod: String, Sendable, Hashable, CaseIterable {
  /// `PhaseSlope`.
  case phaseSlope = "phase-slope"
  /// `InverseFFTPeak`.
  case peak = "ifft-peak"
  /// `InverseFFTPeak`, the first maximum.
  case first = "ifft-first"
  /// `StockInverseFFT`.
  case stock = "ifft-stock"
  /// `LeadingEdge`, there and back.
  case edge = "leading-edge"
  /// `LeadingEdge`, one way.
  case rootEdge = "leading-edge-root"
  /// `MUSIC`, there and back.
  case music = "music"
  /// `MUSIC`, one way.
  case rootMusic = "music-root"
  /// `ESPRIT`, there and back.
  case esprit
  /// `ESPRIT`, one way.
  case rootEsprit = "esprit-root"
  /// The second smallest of the five answers that `GatedEstimator` compares.
  case secondNearest = "second-nearest"
  /// `GatedEstimator`.
  case gated = "gated"

  /// Whether `ToneAnswers` leaves it out, because the recommended distance does without it.
  package var isAskedAlone: Bool { [.first, .esprit, .rootEsprit].contains(self) }

  /// What it does, and whose rule it is, in a few words.
  public var summary: String {
    switch self {
    case .phaseSlope: "mean turn of the phase from tone to tone, as Nordic's cs_de documents it"
    case .peak: "strongest place of the inverse FFT"
    case .first: "first maximum of the inverse FFT that reaches 0.4 of the strongest"
    case .stock: "first path of the inverse FFT by the rule of Nordic's cs_de"
    case .edge: "rising edge of the first path, two-way response"
    case .rootEdge: "rising edge of the first path, root of the response"
    case .music: "nearest path by MUSIC, two-way response"
    case .rootMusic: "nearest path by MUSIC, root of the response"
    case .esprit: "nearest path by ESPRIT (Roy and Kailath 1989), two-way response"
    case .rootEsprit: "nearest path by ESPRIT, root of the response"
    case .secondNearest: "second smallest of stock, edges and MUSICs"
    case .gated:
      "music-root, unless it is 3 m off the median of stock, edges and MUSICs (the default)"
    }
  }
}

extension ToneAnswers {
  /// What a method says; `nil` for those that are asked for one by one.
  public subscript(method: ToneMethod) -> Meters? {
    switch method {
    case .phaseSlope: slope
    case .peak: peak
    case .stock: stock
    case .edge: edge
    case .rootEdge: rootEdge
    case .music: music
    case .rootMusic: rootMusic
    case .first, .esprit, .rootEsprit: nil
    case .secondNearest: secondNearest
    case .gated: gated
    }
  }
}

extension GatedEstimator {
  /// The answer of one method, with no more work than it needs.
  ///
  /// - Returns: `nil` with fewer than 15 tones, or where the method has no answer.
  public mutating func distance(of response: ProductResponse, by method: ToneMethod) -> Meters? {
    switch method {
    case .phaseSlope: return PhaseSlope.distance(of: response)
    case .peak: return peak.distance(of: response)
    case .first: return peak.firstDistance(of: response)
    case .stock: return stock.distance(of: response)
    case .gated: return distance(of: response)
    case .secondNearest: return answers(to: response)?.secondNearest
    case .edge, .rootEdge, .music, .rootMusic, .esprit, .rootEsprit: break
    }
    guard let coarse = peak.distance(of: response) else { return nil }
    let prepared = PreparedResponse(response, coarse: coarse.value)
    switch method {
    case .edge: return edge.distance(of: prepared)
    case .rootEdge: return rootEdge.distance(of: prepared)
    case .music: return (try? music.distance(of: prepared)) ?? nil
    case .esprit: return (try? ESPRIT(.twoWay).distance(of: prepared)) ?? nil
    case .rootEsprit: return (try? ESPRIT(.oneWay).distance(of: prepared)) ?? nil
    default: return (try? rootMusic.distance(of: prepared)) ?? nil
    }
  }
}

/// The distance from the mean turn of the phase from tone to tone, as the phase-slope answer of
/// Nordic's `cs_de` library is documented: the angle of the sum of h[k+1] · conj(h[k]).
///
/// It is the mean length of all paths, weighted by power, so multipath lengthens it. It cannot show
/// distances apart that differ by 149.85 m, and answers from -74.9 to 74.9 m.
public enum PhaseSlope {
  /// The distance; `nil` where fewer than 15 tones are usable or no two are neighbours.
  public static func distance(of response: ProductResponse) -> Meters? {
    guard response.toneCount >= ProductResponse.fewestTones else { return nil }
    var sum = Complex(0)
    for (tone, next) in zip(response.tones, response.tones.dropFirst()) {
      if let tone, let next { sum = sum + next * tone.conjugate }
    }
    guard sum.squaredMagnitude > 0 else { return nil }
    return Meters(-sum.phase * ToneGrid.twoWaySpan.value / (2 * .pi))
  }
}
