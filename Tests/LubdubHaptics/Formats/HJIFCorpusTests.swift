import Foundation
import TestSupport
import Testing

@testable import LubdubHaptics

/// HJIF with every feature of the format, counted by another walk over the file: the read events and the reported losses are
/// all that it contains.
@Suite struct HJIFCorpusTests {
  @Test("Every effect and keyframe of generated HJIF files is read or counted as lost")
  func complete() throws {
    for seed in 0..<Thoroughness.rounds(300) {
      var maker = HJIFMaker(seed: UInt64(seed))
      let root = maker.file()
      let data = try JSONSerialization.data(withJSONObject: root)
      let file = HJIFCount(root)
      guard file.taps + file.continuous > file.withoutLength else {
        // What holds no event that can be played is refused, unless it is empty.
        let isEmpty = file.notPlayed + file.continuous == 0
        #expect((try? HapticFormat.hjif.read([UInt8](data))) == nil || isEmpty, "seed \(seed)")
        continue
      }
      let read = try HapticFormat.hjif.read([UInt8](data))
      let events = read.document.timeline.events
      let context = "seed \(seed)"
      #expect(events.count { $0.kind == .transient } == file.taps, "\(context)")
      let continuous = events.count { $0.kind != .transient }
      let dropped = read.loss[.continuous, .dropped]?.count ?? 0
      #expect(continuous + dropped == file.continuous, "\(context)")
      #expect(dropped == file.withoutLength, "\(context)")
      #expect((read.loss[.effect, .dropped]?.count ?? 0) == file.notPlayed, "\(context)")
      let clamped =
        (read.loss[.transient, .clampedValue]?.count ?? 0)
        + (read.loss[.continuous, .clampedValue]?.count ?? 0)
      // Frequencies beyond the band are kept; a format without hertz clamps them, and says so.
      #expect(clamped == 0, "\(context)")
      let sound = LossReport.rendering(read.document, playsSharpness: true)
      let isClamped = sound.entries.contains { $0.loss == .clampedFrequency }
      #expect(!isClamped || file.outOfBand > 0, "\(context)")
      #expect(
        (read.loss[.continuous, .replacedWaveform]?.count ?? 0) == file.otherSignals, "\(context)")
      #expect(max(read.document.places.count, 1) == max(file.soundingChannels, 1), "\(context)")
      let annotations = read.loss[.timeline, .droppedAnnotations]?.count ?? 0
      #expect(annotations == file.annotations, "\(context)")
    }
  }
}

/// The contents of a file, counted over plain dictionaries.
private struct HJIFCount {
  typealias Object = [String: Any]
  private(set) var taps = 0
  private(set) var continuous = 0
  private(set) var withoutLength = 0
  private(set) var notPlayed = 0
  private(set) var outOfBand = 0
  private(set) var otherSignals = 0
  private(set) var soundingChannels = 0
  private(set) var annotations = 0
  private var library: [Object] = []

  init(_ root: Object) {
    annotations = list(root, "syncs").count + list(root, "avatars").count
    for perception in list(root, "perceptions") {
      annotations += list(perception, "reference_devices").count
      library = list(perception, "effect_library")
      let isFelt = perception["perception_modality"] as? String != "Temperature"
      for channel in list(perception, "channels") {
        let before = taps + continuous - withoutLength
        for band in list(channel, "bands") {
          let effects = list(band, "effects")
          let type = band["band_type"] as? String
          guard isFelt, type != "WaveletWave" else {
            notPlayed += effects.count
            continue
          }
          for effect in effects {
            add(effect, isTap: type == "Transient", isCurve: type == "Curve")
          }
        }
        if taps + continuous - withoutLength > before { soundingChannels += 1 }
      }
    }
  }

  private func list(_ object: Object, _ name: String) -> [Object] {
    object[name] as? [Object] ?? []
  }

  private mutating func add(_ effect: Object, isTap: Bool, isCurve: Bool) {
    switch effect["effect_type"] as? String {
    case "Reference":
      let id = effect["id"] as? Int
      if let target = library.first(where: { $0["id"] as? Int == id }) {
        add(target, isTap: isTap, isCurve: isCurve)
      }
    case "Composite":
      for part in list(effect, "composition") { add(part, isTap: isTap, isCurve: isCurve) }
    default:
      let frames = list(effect, "keyframes")
      for frame in frames {
        guard let hertz = frame["frequency_modulation"] as? Int else { continue }
        if !(65...300).contains(hertz) { outOfBand += 1 }
      }
      guard !isTap else { return taps += frames.count }
      continuous += 1
      // A curve is the signal itself, and no sine.
      if isCurve || effect["base_signal"] as? String != "Sine" { otherSignals += 1 }
      let times = Set(frames.compactMap { $0["relative_position"] as? Int })
      if times.count < 2 { withoutLength += 1 }
    }
  }
}

/// Makes files with bands, effects and keyframes of every kind.
private struct HJIFMaker {
  private var random: SeededGenerator
  private var nextID = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func id() -> Int {
    nextID += 1
    return nextID
  }

  mutating func file() -> [String: Any] {
    let avatars = (0..<number(0...2)).map { _ in
      ["id": id(), "lod": 0, "type": "Vibration"] as [String: Any]
    }
    let perceptions = (0..<number(1...3)).map { _ in perception() }
    return [
      "version": "2023", "profile": "Main", "level": 1, "date": "", "description": "",
      "timescale": 1000, "avatars": avatars, "perceptions": perceptions,
      "syncs": (0..<number(0...2)).map { ["timestamp": $0] },
    ]
  }

  private mutating func perception() -> [String: Any] {
    let library = (0..<3).map { _ in basis() }
    let channels = (0..<number(0...3)).map { _ -> [String: Any] in
      let bands = (0..<number(0...3)).map { _ in band(library) }
      return ["id": id(), "gain": 1, "bands": bands]
    }
    let modality = number(0...4) == 0 ? "Temperature" : "Vibrotactile"
    return [
      "id": id(), "avatar_id": 0, "perception_modality": modality, "channels": channels,
      "effect_library": library,
      "reference_devices": (0..<number(0...1)).map { _ in ["id": id(), "name": "device"] },
    ]
  }

  private mutating func band(_ library: [[String: Any]]) -> [String: Any] {
    let types = ["Transient", "Curve", "VectorialWave", "WaveletWave"]
    let type = types[number(0...3)]
    // A wavelet band without effects counts as one effect, so it gets some.
    let effects = (0..<number(1...4)).map { _ in effect(library) }
    return [
      "band_type": type, "lower_frequency_limit": 0, "upper_frequency_limit": 1000,
      "effects": effects,
    ]
  }

  private mutating func effect(_ library: [[String: Any]]) -> [String: Any] {
    switch number(0...5) {
    case 0:
      let target = library[number(0...2)]["id"] as? Int ?? 0
      return ["effect_type": "Reference", "id": target, "position": number(0...5000)]
    case 1:
      let parts = (0..<number(0...3)).map { _ in basis() }
      return [
        "effect_type": "Composite", "id": id(), "position": number(0...5000), "composition": parts,
      ]
    default: return basis()
    }
  }

  private mutating func basis() -> [String: Any] {
    let frames = (0..<number(0...4)).map { _ -> [String: Any] in
      var frame: [String: Any] = ["relative_position": number(0...3) * 50]
      if number(0...3) > 0 { frame["amplitude_modulation"] = 0.5 }
      if number(0...2) > 0 { frame["frequency_modulation"] = number(10...400) }
      return frame
    }
    return [
      "effect_type": "Basis", "id": id(), "position": number(0...5000), "phase": 0,
      "base_signal": number(0...3) == 0 ? "Square" : "Sine", "keyframes": frames,
    ]
  }
}
