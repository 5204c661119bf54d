extension Pattern {
  /// The heartbeat: lub, and 0.15 s later, or 0.4 of a shorter interval, a weaker and duller dub.
  public static let lubDub = Pattern(
    name: "lub-dub",
    elements: [
      Element(sharpness: 0.5),
      Element(offset: 0.15, intensity: 0.7, sharpness: 0.3),
    ])

  /// A heart as it is heard: the second sound is higher and weaker than the first, and follows it by 0.31 s at
  /// 60 beats a minute, sooner when the heart is fast (`TimeBase.systoles`).
  public static let physiological = Pattern(
    name: "physiological", timeBase: .systoles,
    elements: [
      Element(sharpness: 0.2),
      Element(offset: 1, intensity: 0.7, sharpness: 0.5),
    ])

  /// One tap for each beat.
  public static let tap = Pattern(name: "tap", elements: [Element(sharpness: 0.5)])

  /// A swell that rises and falls like calm breathing: it rises for 0.4 of the interval, falls until
  /// 0.9, and then pauses.
  public static let breath = Pattern(
    name: "breath", timeBase: .intervals,
    elements: [
      Element(
        sharpness: 0.1,
        kind: .continuous(
          duration: 0.9,
          curve: [
            Element.CurvePoint(offset: 0, intensity: 0, sharpness: 0.1),
            Element.CurvePoint(offset: 0.2, intensity: 0.5, sharpness: 0.15),
            Element.CurvePoint(offset: 0.4, intensity: 1, sharpness: 0.2),
            Element.CurvePoint(offset: 0.65, intensity: 0.4, sharpness: 0.15),
            Element.CurvePoint(offset: 0.9, intensity: 0, sharpness: 0.1),
          ]))
    ])

  /// The sharp click of a counter.
  public static let geiger = Pattern(name: "geiger", elements: [Element(sharpness: 1)])

  /// A ping with two fading echoes, which come back sooner the faster the tempo.
  public static let sonar = Pattern(
    name: "sonar", timeBase: .intervals,
    elements: [
      Element(sharpness: 0.8), Element(offset: 0.25, intensity: 0.4, sharpness: 0.5),
      Element(offset: 0.5, intensity: 0.16, sharpness: 0.3),
    ])

  package static let builtIn: [Pattern] = [.lubDub, .physiological, .tap, .breath, .geiger, .sonar]

  package static func named(_ name: String) -> Pattern? {
    builtIn.first { $0.name == name }
  }

  package var naturalInterval: Seconds { name == Pattern.breath.name ? 10 : 1 }
}
