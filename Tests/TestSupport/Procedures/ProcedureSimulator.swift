public import Lubdub
public import LubdubSignals
internal import LubdubWorkbench
internal import RealModule

/// The paths of a simulated channel.
public enum ResponseModel: String, Sendable, Hashable, CaseIterable {
  /// Only the direct path.
  case onePath = "one-path"
  /// The direct path and one that is 1 to 10 m longer, up to 12 dB weaker.
  case twoPaths = "two-paths"
  /// A room in line of sight: the direct path 6 dB above all others together.
  case room
  /// A room without line of sight: the direct path 3 dB below all others together.
  case blockedRoom = "blocked-room"

  /// A short description of the model.
  public var summary: String {
    switch self {
    case .onePath: "the direct path alone"
    case .twoPaths: "a second path, 1 to 10 m longer"
    case .room: "a room in line of sight"
    case .blockedRoom: "a room with the direct path 3 dB below the rest"
    }
  }
}

/// Makes procedures of channel sounding with known distance: both sides' tones, with noise of the receivers and of the phase,
/// rounded like a controller's. The same seed gives the same tones.
public struct ProcedureSimulator: Sendable {
  /// The paths of the channel.
  public var model: ResponseModel
  /// The seed of the random numbers.
  public var seed: UInt64
  /// The range from which distances are drawn.
  public var distances: ClosedRange<Meters> = 0.5...60
  /// Signal to noise of a tone at one side.
  public var signalToNoise: Decibels = 36
  /// Deviation of the phase of the product of both sides, in degrees.
  public var phaseNoise = 2.5
  /// Mean amplitude of a tone, in units of the controller.
  private static let amplitude = 180.0

  /// A simulator with the measured values of boards: 36 dB, 2.5 degrees.
  public init(model: ResponseModel, seed: UInt64) {
    self.model = model
    self.seed = seed
  }

  /// One procedure: the true distance, and the tones of both sides by channel.
  public struct Procedure: Sendable, Hashable {
    /// The length of the direct path.
    public let truth: Meters
    /// Channel, initiator's I and Q, reflector's I and Q; whole numbers.
    public let tones: [[Int]]

    /// A procedure of other tones.
    public init(truth: Meters, tones: [[Int]]) { (self.truth, self.tones) = (truth, tones) }

    /// The tones of both sides joined.
    public var response: ProductResponse {
      var response = ProductResponse()
      for tone in tones {
        let parts = tone.dropFirst().map(Double.init)
        response.join(
          channel: tone[0], initiator: Complex(parts[0], parts[1]),
          reflector: Complex(parts[2], parts[3]))
      }
      return response
    }
  }

  /// The procedures.
  public func run(count: Int) -> [Procedure] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in procedure(&random) }
  }

  private func procedure(_ random: inout SplitMix64) -> Procedure {
    let truth = random.uniform(distances.lowerBound.value...distances.upperBound.value)
    let paths = paths(truth, &random)
    var response: [Complex] = []
    for slot in 0..<ToneGrid.count {
      let frequency = 2404e6 + Double(slot) * ToneGrid.spacing
      response.append(
        paths.reduce(Complex(0)) { sum, path in
          sum + path.size * .turn(-2 * .pi * frequency * path.length / ToneGrid.speedOfLight)
        })
    }
    let power = response.reduce(0) { $0 + $1.squaredMagnitude } / Double(response.count)
    let scale = Self.amplitude / power.squareRoot()
    var tones: [[Int]] = []
    for (slot, tone) in response.enumerated() {
      let channel = slot + ToneGrid.firstChannel
      guard ToneGrid.slot(ofChannel: channel) != nil else { continue }
      // The oscillators' phase stands in the one side with plus, in the other with minus.
      let phase = random.uniform(0...2 * .pi)
      let jitter = random.normal() * phaseNoise * .pi / 180
      let initiator = noisy(tone * .turn(phase + jitter) * scale, &random)
      let reflector = noisy(tone * .turn(-phase) * scale, &random)
      tones.append([channel] + initiator + reflector)
    }
    return Procedure(truth: Meters(truth), tones: tones)
  }

  private func noisy(_ tone: Complex, _ random: inout SplitMix64) -> [Int] {
    let deviation = Self.amplitude * .pow(10, -signalToNoise.value / 20) / 2.0.squareRoot()
    return [tone.real, tone.imaginary].map { part in
      Int(max(-2048, min(2047, (part + deviation * random.normal()).rounded())))
    }
  }

  private func paths(
    _ truth: Double, _ random: inout SplitMix64
  ) -> [(length: Double, size: Complex)] {
    let direct = (length: truth, size: Complex(1))
    switch model {
    case .onePath: return [direct]
    case .twoPaths:
      let length = truth + random.uniform(1...10)
      let size = Double.pow(10, random.uniform(-12...0) / 20)
      return [direct, (length, .turn(random.uniform(0...2 * .pi)) * size)]
    case .room: return [direct] + echoes(truth, directAbove: 6, &random)
    case .blockedRoom: return [direct] + echoes(truth, directAbove: -3, &random)
    }
  }

  /// Arrivals every 0.6 m on average, of Rayleigh size, whose power falls by e in 3.0 to 7.5 m.
  private func echoes(
    _ truth: Double, directAbove ratio: Double, _ random: inout SplitMix64
  ) -> [(length: Double, size: Complex)] {
    let fall = random.uniform(3...7.5)
    var found: [(length: Double, size: Complex)] = []
    var excess = random.wait(mean: 0.6)
    while excess < 8 * fall {
      let size = Double.exp(-excess / (2 * fall))
      found.append(
        (truth + excess, Complex(size * random.normal(), size * random.normal())))
      excess += random.wait(mean: 0.6)
    }
    let power = found.reduce(0) { $0 + $1.size.squaredMagnitude }
    guard power > 0 else { return [] }
    let scale = (.pow(10, -ratio / 10) / power).squareRoot()
    return found.map { ($0.length, $0.size * scale) }
  }

  /// The procedures as a table: one row each, the tones as lists.
  ///
  /// - Parameters:
  ///   - procedures: The procedures from `run`.
  ///   - comment: The text after `# ` on the first line; without line feeds.
  /// - Returns: UTF-8.
  public func csv(_ procedures: [Procedure], comment: String) -> [UInt8] {
    var text = "# \(comment)\n"
    text += "t_s,source,procedure,truth_m,label,snr_db,phase_noise_deg,ch,i_ini,q_ini,i_ref,q_ref\n"
    for (index, procedure) in procedures.enumerated() {
      let lists = (0..<5).map { place in
        procedure.tones.map { "\($0[place])" }.joined(separator: " ")
      }
      let head = [
        decimal(Double(index) / 5), "cs", "\(index)", "\(procedure.truth.value)", model.rawValue,
        decimal(signalToNoise.value), decimal(phaseNoise),
      ]
      text += (head + lists).joined(separator: ",") + "\n"
    }
    return Array(text.utf8)
  }
}
