/// The tones of both sides multiplied: the response of the channel there and back.
///
/// Initiator and reflector each measure the other's tone. The product of the tones is free of the unknown phases of the two
/// oscillators, which have opposite signs in the two measurements. Its phase is -4π f d / c for one path of length d.
public struct ProductResponse: Sendable, Hashable {
  /// One number for each slot of `ToneGrid`; `nil` if a side has no usable tone.
  public private(set) var tones: [Complex?]

  /// The minimum number of usable tones for an answer.
  public static let fewestTones = 15

  /// Creates a response without tones.
  public init() { tones = [Complex?](repeating: nil, count: ToneGrid.count) }

  /// Creates a response from its tones.
  ///
  /// - Parameter tones: One tone for each slot; missing tones at the end count as `nil`, and extra tones are ignored. A tone
  ///   that is zero or not finite counts as `nil`.
  public init(_ tones: [Complex?]) {
    self.init()
    for (slot, tone) in tones.prefix(ToneGrid.count).enumerated() {
      self.tones[slot] = tone.flatMap { Self.isUsable($0) ? $0 : nil }
    }
  }

  /// Joins the measurements of the two sides on one channel.
  ///
  /// - Returns: Whether the tone was added: the channel carries tones and had none yet, and the product is finite and not zero.
  @discardableResult public mutating func join(
    channel: Int, initiator: Complex, reflector: Complex
  ) -> Bool {
    let product = initiator * reflector
    guard let slot = ToneGrid.slot(ofChannel: channel), tones[slot] == nil, Self.isUsable(product)
    else { return false }
    tones[slot] = product
    return true
  }

  /// The number of usable tones.
  public var toneCount: Int { tones.count { $0 != nil } }

  private static func isUsable(_ tone: Complex) -> Bool {
    let power = tone.squaredMagnitude
    return power.isFinite && power > 0
  }
}
