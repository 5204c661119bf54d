public import Quantities

/// A way to estimate a distance from a product response; one file each.
public enum ToneMethod: String, Sendable, Hashable, CaseIterable {
  /// `PhaseSlope`.
  case phaseSlope = "phase-slope"
  /// `InverseFFTPeak`.
  case peak = "ifft-peak"
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
  /// `GatedEstimator`.
  case gated = "gated"

  /// What it does, and whose rule it is, in a few words.
  public var summary: String {
    switch self {
    case .phaseSlope: "mean turn of the phase from tone to tone, as Nordic's cs_de documents it"
    case .peak: "strongest place of the inverse FFT"
    case .stock: "first path of the inverse FFT by the rule of Nordic's cs_de"
    case .edge: "rising edge of the first path, two-way response"
    case .rootEdge: "rising edge of the first path, root of the response"
    case .music: "nearest path by MUSIC, two-way response"
    case .rootMusic: "nearest path by MUSIC, root of the response"
    case .gated: "music-root, unless it is 3 m off the median of the five before (the default)"
    }
  }
}

extension ToneAnswers {
  /// What a method says.
  public subscript(method: ToneMethod) -> Meters? {
    switch method {
    case .phaseSlope: slope
    case .peak: peak
    case .stock: stock
    case .edge: edge
    case .rootEdge: rootEdge
    case .music: music
    case .rootMusic: rootMusic
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
    case .stock: return stock.distance(of: response)
    case .gated: return distance(of: response)
    case .edge, .rootEdge, .music, .rootMusic: break
    }
    guard let coarse = peak.distance(of: response) else { return nil }
    let prepared = PreparedResponse(response, coarse: coarse.value)
    switch method {
    case .edge: return edge.distance(of: prepared)
    case .rootEdge: return rootEdge.distance(of: prepared)
    case .music: return (try? music.distance(of: prepared)) ?? nil
    default: return (try? rootMusic.distance(of: prepared)) ?? nil
    }
  }
}
