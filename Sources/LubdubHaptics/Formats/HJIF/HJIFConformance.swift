#if !hasFeature(Embedded)

/// Rules of MPEG haptics whose violation does not prevent playback, but makes the reference software reject the file or omit
/// a part of it (IOJson.cpp of HapticReferenceSoftware, commit 2de9ff1).
struct HJIFConformance {
  private var log: ReadingLog
  private var isSimple = false

  static func check(_ root: JSONPlace, _ log: inout ReadingLog) {
    var rules = HJIFConformance(log: log)
    rules.check(root)
    log = rules.log
  }

  private mutating func warn(_ rule: String, _ place: JSONPlace, _ text: String) {
    log.warn(rule, at: place.path, text)
  }

  private mutating func need(_ names: String..., in place: JSONPlace) {
    let missing = names.filter { place[$0] == nil }.joined(separator: ", ")
    if !missing.isEmpty {
      warn("missing-member", place, "the reference software leaves this out without \(missing)")
    }
  }

  private mutating func check(_ root: JSONPlace) {
    isSimple = root.string("profile") == "Simple Parametric"
    if let version = root.string("version"), !Self.isVersion(version) {
      log.warn(
        "unknown-version", at: "$.version",
        "\"\(version)\" is not a version, expected a year from 2023 on, such as 2023 or 2023-1")
    }
    if let date = root.string("date"), !Self.isDate(date) {
      log.warn(
        "date", at: "$.date", "\"\(date)\" is not a date of ISO 8601", cure: "write YYYY-MM-DD")
    }
    for sync in root.elements("syncs") { need("timestamp", in: sync) }
    for avatar in root.elements("avatars") {
      need("lod", "type", in: avatar)
      if avatar.string("mesh") == "" { warn("mesh", avatar, "\"mesh\" is empty, must be a URI") }
    }
    for perception in root.elements("perceptions") {
      let modality = perception.string("perception_modality") ?? "Vibrotactile"
      if isSimple, root.number("level") == 1, !Self.simpleModalities.contains(modality) {
        warn(
          "simple-parametric", perception, "level 1 of the profile has no modality \"\(modality)\"")
      }
      check(perception: perception)
    }
  }

  private mutating func check(perception: JSONPlace) {
    need(
      "avatar_id", "description", "perception_modality", "effect_library", "channels",
      in: perception)
    let scheme = perception.string("effect_semantic_scheme")
    if let scheme, scheme != Self.scheme, !scheme.hasPrefix("urn:") {
      warn("semantic-scheme", perception, "\"\(scheme)\" is not a URN of a semantic scheme")
    }
    let words = scheme ?? Self.scheme == Self.scheme ? Self.keywords : []
    for effect in perception.elements("effect_library") { check(effect: effect, words) }
    for device in perception.elements("reference_devices") { check(device: device) }
    for channel in perception.elements("channels") {
      check(channel: channel)
      for band in channel.elements("bands") { check(band: band, words) }
    }
  }

  private static let simpleModalities: Set<String> = [
    "Force", "Vibrotactile", "Stiffness", "Vibrotactile Texture",
  ]

  /// Whether a text is a year from 2023 on, optionally followed by a hyphen and an amendment from 1 on.
  private static func isVersion(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let year = parts[0], year >= 2023, parts.count <= 2 else { return false }
    return parts.count == 1 || parts[1] ?? 0 > 0
  }

  private static func isDate(_ text: String) -> Bool {
    CivilTime.nanoseconds(Array("\(text.prefix(10)) 00:00:00".utf8)[...]) != nil
  }

  private mutating func check(device: JSONPlace) {
    need("name", in: device)
    let names = ["minimum_frequency", "resonance_frequency", "maximum_frequency"]
    let known = names.compactMap { device.number($0) }
    guard zip(known, known.dropFirst()).contains(where: { $0 > $1 }) else { return }
    warn(
      "device-frequency", device,
      "the frequencies of a device must rise from the least by its resonance to the greatest")
  }

  private static func axes(_ place: JSONPlace) -> [Double] {
    ["X", "Y", "Z"].map { place.number($0) ?? 0 }
  }

  private mutating func check(channel: JSONPlace) {
    need("description", "gain", "body_part_mask", in: channel)
    // Its name in the first edition.
    if channel["mixing_weight"] == nil { need("mixing_coefficient", in: channel) }
    if let direction = channel["direction"], direction.value.object != nil {
      let length = Self.axes(direction).reduce(0) { $0 + $1 * $1 }.squareRoot()
      if !(0.99...1.01).contains(length / 127) {
        warn("direction", direction, "a direction has the length \(length), must be 127")
      }
    }
    let targets = channel["actuator_target"]
    guard let grid = channel["actuator_resolution"], grid.value.object != nil else {
      if let targets {
        warn("actuator-target", targets, "a target of actuators needs \"actuator_resolution\"")
      }
      return
    }
    let most = Self.axes(grid)
    if most.contains(where: { $0 < 0 }) {
      warn("actuator-resolution", grid, "a resolution of actuators must not be negative")
    }
    for target in targets?.elements ?? []
    where zip(Self.axes(target), most).contains(where: { $0 < 0 || $0 > $1 }) {
      warn("actuator-target", target, "the target is beyond the resolution of the actuators")
    }
  }

  private mutating func check(band: JSONPlace, _ words: Set<String>) {
    need("lower_frequency_limit", "upper_frequency_limit", in: band)
    let isWavelet = band.string("band_type") == "WaveletWave"
    if isWavelet {
      need("block_length", in: band)
      if isSimple { warn("simple-parametric", band, "this profile has no wavelet bands") }
      if let length = band.number("block_length"),
        !(Int(exactly: length).map { $0 > 0 && $0 & ($0 - 1) == 0 } ?? false)
      {
        warn("block-length", band, "the block length is \(number(length)), must be a power of two")
      }
    }
    for effect in band.elements("effects") {
      check(effect: effect, words)
      guard isWavelet else { continue }
      if effect.string("effect_type") == "Basis" { need("wavelet_stream", in: effect) }
      if !effect.elements("keyframes").isEmpty {
        warn("wavelet-keyframes", effect, "an effect of a wavelet band has no keyframes")
      }
    }
  }

  private mutating func check(effect: JSONPlace, _ words: Set<String>) {
    need("effect_type", "position", in: effect)
    if isSimple, effect.string("effect_type") == "Composite" {
      warn("simple-parametric", effect, "this profile has no composite effects")
    }
    if let word = effect.string("semantic_keywords"), !words.isEmpty, !words.contains(word) {
      warn("semantic-keyword", effect, "\"\(word)\" is not a keyword of the scheme of 2023")
    }
  }

  private static let scheme = "urn:mpeg:mpegi:haptics:effectsemantic:2023"

  /// The keywords as the reference software spells them.
  private static let keywords: Set<String> = {
    let groups = """
      UX Undefined Click DoubleClick Success Error Alarm Confirmatioon Wrong Ring Message
      Avatar Undefined Jumping Fall Crawl Swim Collision Grab Touch Swip Footstep
      SpecialFX Undefined Washout Noise
      WeaponCombat Undefined Blade Hit HandThrown ElasticPropulsion Pneumatic Handgun Rifle Shotgun Gun Machinegun \
      Taser ElectricShock Mine Missile Grenade Blast
      Ambient Undefined Wind Heat Cold Rain Waterfall WaterDrop ElectricBuzz Ignition Cracks Earthquack Sparks Thunderbolt
      Texture Undefined Rock Gravel Sand Wood Metal Plastic
      Vehicle Undefined Engine Doors Brake MechanicalContraption Drift RoadFriction RoadBump Tires AirFriction
      Music Undefined HardMaterial BouncyMaterial Pucking Bowing Striking BrassInstrument WoodWindInstrument
      """
    return Set(
      groups.split(separator: "\n").map { $0.split(separator: " ") }.flatMap { words in
        words.dropFirst().map { "\(words[0])/\($0)" }
      })
  }()
}
#endif
