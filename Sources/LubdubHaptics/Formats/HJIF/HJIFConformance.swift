internal import LubdubGround

/// Rules of MPEG haptics that do not keep a file from being played, and for which the reference software refuses it
/// (IOJson.cpp).
enum HJIFConformance {
  static func check(_ root: JSONPlace, _ log: inout ReadingLog) {
    if let version = root.string("version"), !isVersion(version) {
      log.warn(
        "unknown-version", at: "$.version",
        "\"\(version)\" is no version, expected a year from 2023 on, such as 2023 or 2023-1")
    }
    if let date = root.string("date"), !isDate(date) {
      log.warn("date", at: "$.date", "\"\(date)\" is no date of ISO 8601", cure: "write YYYY-MM-DD")
    }
    let isSimple = root.string("profile") == "Simple Parametric"
    let isFirstLevel = root.number("level") == 1
    for perception in root.elements("perceptions") {
      let modality = perception.string("perception_modality") ?? "Vibrotactile"
      if isSimple, isFirstLevel, !simpleModalities.contains(modality) {
        warnSimple("level 1 has no modality \"\(modality)\"", perception, &log)
      }
      for device in perception.elements("reference_devices") { check(device: device, &log) }
      for channel in perception.elements("channels") {
        check(direction: channel["direction"], &log)
        for band in channel.elements("bands") { check(band: band, isSimple, &log) }
      }
    }
  }

  private static let simpleModalities: Set<String> = [
    "Force", "Vibrotactile", "Stiffness", "Vibrotactile Texture",
  ]

  private static func warnSimple(_ text: String, _ place: JSONPlace, _ log: inout ReadingLog) {
    log.warn("simple-parametric", at: place.path, "the profile Simple Parametric: \(text)")
  }

  /// A year from 2023 on, and after a hyphen an amendment from 1 on.
  private static func isVersion(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let year = parts[0], year >= 2023, parts.count <= 2 else { return false }
    return parts.count == 1 || parts[1] ?? 0 > 0
  }

  private static func isDate(_ text: String) -> Bool {
    let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map({ $0.count }) == [4, 2, 2], let month = Int(parts[1]), let day = Int(parts[2]),
      Int(parts[0]) != nil
    else { return false }
    return (1...12).contains(month) && (1...31).contains(day)
  }

  private static func check(device: JSONPlace, _ log: inout ReadingLog) {
    let least = device.number("minimum_frequency")
    let own = device.number("resonance_frequency")
    let most = device.number("maximum_frequency")
    let known = [least, own, most].compactMap { $0 }
    guard zip(known, known.dropFirst()).contains(where: { $0 > $1 }) else { return }
    log.warn(
      "device-frequency", at: device.path,
      "the frequencies of a device must rise from the least by its resonance to the greatest")
  }

  private static func check(direction: JSONPlace?, _ log: inout ReadingLog) {
    guard let direction, direction.value.object != nil else { return }
    let axes = ["X", "Y", "Z"].map { direction.number($0) ?? 0 }
    let length = axes.reduce(0) { $0 + $1 * $1 }.squareRoot()
    guard abs(length - 1) > 1e-3 else { return }
    log.warn("direction", at: direction.path, "a direction has the length \(length), must be 1")
  }

  private static func check(band: JSONPlace, _ isSimple: Bool, _ log: inout ReadingLog) {
    let isWavelet = band.string("band_type") == "WaveletWave"
    if isSimple, isWavelet { warnSimple("it has no wavelet bands", band, &log) }
    if isWavelet, let length = band.number("block_length") {
      let isPower = Int(exactly: length).map { $0 > 0 && $0 & ($0 - 1) == 0 } ?? false
      if !isPower {
        log.warn(
          "block-length", at: "\(band.path).block_length",
          "the block length is \(number(length)), must be a power of two")
      }
    }
    for effect in band.elements("effects") {
      if isWavelet, !effect.elements("keyframes").isEmpty {
        log.warn(
          "wavelet-keyframes", at: effect.path, "an effect of a wavelet band has no keyframes")
      }
      if isSimple, effect.string("effect_type") == "Composite" {
        warnSimple("it has no composite effects", effect, &log)
      }
    }
  }
}
