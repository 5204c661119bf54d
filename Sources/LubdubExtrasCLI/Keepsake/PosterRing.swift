/// The session as a ring. Time runs once around it, clockwise from the top. The nearer the two people are, the nearer the
/// curve is to the heart in the middle.
struct PosterRing {
  let session: PosterSession
  let theme: PosterTheme
  let center: PosterCanvas.Point
  let ring: CeremonyMessage.Ring?

  private static let inner = 105.0
  private static let outer = 322.0
  private static let strip = 352.0
  private static let beat = 374.0
  private static let beatLength = 62.0
  private static let gap = 0.016
  private static let places = 900
  /// The number of places on either side to average. The square root of a small distance amplifies noise.
  private static let smoothing = 4
  private static let arcs = 180.0

  func draw(on canvas: inout PosterCanvas) {
    drawEdges(on: &canvas)
    drawCurve(on: &canvas)
    drawZones(on: &canvas)
    drawBeats(on: &canvas)
    drawHeart(on: &canvas)
  }

  private func turn(_ time: Double) -> Double {
    let share = session.length > 0 ? min(max(time / session.length, 0), 1) : 0
    return Self.gap / 2 + share * (1 - Self.gap)
  }

  /// The radius of a distance. Small distances get more room, because they matter most.
  private func radius(_ distance: Double) -> Double {
    let share = min(max(distance / session.top, 0), 1)
    return Self.inner + (Self.outer - Self.inner) * share.squareRoot()
  }

  private func drawEdges(on canvas: inout PosterCanvas) {
    for edge in session.edges where edge < session.top {
      canvas.circle(
        center, radius: radius(edge),
        "fill=\"none\" stroke=\"\(theme.colors.ink)\" opacity=\"0.16\" stroke-width=\"1.5\" "
          + "stroke-dasharray=\"2 9\" stroke-linecap=\"round\"")
    }
  }

  private func drawCurve(on canvas: inout PosterCanvas) {
    let runs = runs().map(outline).filter { $0.count > 1 }
    for run in runs {
      let rim = run.reversed().map { (turn: $0.turn, radius: Self.inner) }
      canvas.path(canvas.line(points(run) + points(rim)) + "Z", "fill=\"url(#inside)\"")
    }
    canvas.glow(runs.map(points), on: "theme", [(22.0, 0.07), (11, 0.14), (4, 1)])
  }

  private func points(_ places: [(turn: Double, radius: Double)]) -> [PosterCanvas.Point] {
    places.map { PosterCanvas.place(around: center, radius: $0.radius, turn: $0.turn) }
  }

  /// A run as places on the ring. Averaging reduces noise, and additional places between distant rows keep the curve round.
  private func outline(
    _ run: [(time: Double, distance: Double)]
  ) -> [(turn: Double, radius: Double)] {
    let raw = run.map { (turn: turn($0.time), radius: radius($0.distance)) }
    var places: [(turn: Double, radius: Double)] = []
    for index in raw.indices {
      // Both sides have the same number of places, so that the ends stay fixed.
      let reach = min(Self.smoothing, index, raw.count - 1 - index)
      let near = raw[(index - reach)...(index + reach)]
      let place = (
        turn: raw[index].turn, radius: near.reduce(0) { $0 + $1.radius } / Double(near.count)
      )
      if let last = places.last {
        let steps = max(1, Int(((place.turn - last.turn) * Self.arcs).rounded(.up)))
        for step in 1..<max(2, steps) where steps > 1 {
          let share = Double(step) / Double(steps)
          places.append(
            (
              last.turn + share * (place.turn - last.turn),
              last.radius + share * (place.radius - last.radius)
            ))
        }
      }
      places.append(place)
    }
    return places
  }

  /// The runs of known distances, with only the smallest distance at each place of the ring. A silence of more than 3 s and
  /// more than 1/50 of the ring ends a run.
  private func runs() -> [[(time: Double, distance: Double)]] {
    let longest = max(3, session.length / 50)
    var runs: [[(time: Double, distance: Double)]] = [[]]
    var last = -1
    for point in session.course {
      let run = runs.count - 1
      let isSilent = runs[run].last.map { point.time - $0.time > longest } ?? false
      if point.distance == nil || isSilent {
        if !runs[run].isEmpty { runs.append([]) }
        last = -1
      }
      guard let distance = point.distance else { continue }
      let place = Int(turn(point.time) * Double(Self.places))
      let now = runs.count - 1
      if place == last, let before = runs[now].last {
        if distance < before.distance { runs[now][runs[now].count - 1].distance = distance }
      } else {
        runs[now].append((point.time, distance))
        last = place
      }
    }
    return runs
  }

  private func drawZones(on canvas: inout PosterCanvas) {
    canvas.circle(
      center, radius: Self.strip,
      "fill=\"none\" stroke=\"\(theme.colors.ink)\" opacity=\"0.08\" stroke-width=\"9\"")
    for (index, change) in session.zones.enumerated() {
      let end = index + 1 < session.zones.count ? session.zones[index + 1].time : session.length
      guard let zone = change.zone, end > change.time else { continue }
      let nearness = 1 - Double(zone) / Double(max(session.zoneCount - 1, 1))
      canvas.path(
        arc(from: turn(change.time), to: turn(end)),
        "fill=\"none\" stroke=\"url(#theme)\" opacity=\"\(canvas.text(0.1 + 0.9 * nearness))\" "
          + "stroke-width=\"9\"")
    }
  }

  private func arc(from start: Double, to end: Double) -> String {
    let canvas = PosterCanvas()
    let first = PosterCanvas.place(around: center, radius: Self.strip, turn: start)
    let last = PosterCanvas.place(around: center, radius: Self.strip, turn: end)
    let radius = canvas.text(Self.strip)
    return "M\(canvas.text(first.x)) \(canvas.text(first.y))A\(radius) \(radius) 0 "
      + "\(end - start > 0.5 ? 1 : 0) 1 \(canvas.text(last.x)) \(canvas.text(last.y))"
  }

  private func drawBeats(on canvas: inout PosterCanvas) {
    var strongest: [Int: (turn: Double, intensity: Double)] = [:]
    for beat in session.beats {
      let turn = turn(beat.time)
      let place = Int(turn * 400)
      guard beat.intensity > strongest[place]?.intensity ?? 0 else { continue }
      strongest[place] = (turn, beat.intensity)
    }
    for (_, beat) in strongest.sorted(by: { $0.key < $1.key }) {
      let length = 8 + (Self.beatLength - 8) * beat.intensity * beat.intensity
      let ends = [Self.beat, Self.beat + length].map {
        PosterCanvas.place(around: center, radius: $0, turn: beat.turn)
      }
      canvas.path(
        canvas.line(ends),
        "stroke=\"url(#theme)\" stroke-width=\"3\" stroke-linecap=\"round\" "
          + "opacity=\"\(canvas.text(0.35 + 0.65 * beat.intensity))\"")
    }
  }

  private func drawBand(_ ring: CeremonyMessage.Ring, on canvas: inout PosterCanvas) {
    let (radius, stone) = (70.0, 12.0)
    canvas.circle(center, radius: radius, "fill=\"none\" stroke=\"url(#theme)\" stroke-width=\"5\"")
    guard ring != .minimalistBand else { return }
    let top = PosterCanvas.Point(x: center.x, y: center.y - radius - stone)
    let corners = (0...8).map {
      PosterCanvas.place(around: top, radius: stone, turn: Double($0) / 8 + 1 / 16.0)
    }
    canvas.path(
      canvas.line(corners) + "Z",
      "fill=\"\(theme.colors.stone)\" stroke=\"\(theme.colors.heart)\" stroke-width=\"2\"")
    guard ring == .haloLuxury else { return }
    for point in 0..<12 {
      let place = PosterCanvas.place(around: top, radius: stone + 6, turn: Double(point) / 12)
      canvas.circle(place, radius: 2.2, "fill=\"\(theme.colors.stone)\"")
    }
  }

  private func drawHeart(on canvas: inout PosterCanvas) {
    let shape =
      "M0 34C-62 -8 -44 -52 -20 -52C-8 -52 0 -43 0 -34C0 -43 8 -52 20 -52C44 -52 62 -8 0 34Z"
    let place = "transform=\"translate(\(canvas.text(center.x)) \(canvas.text(center.y + 8)))\""
    canvas.circle(center, radius: 92, "fill=\"url(#core)\"")
    if let ring { drawBand(ring, on: &canvas) }
    canvas.path(shape, "\(place) fill=\"\(theme.colors.heart)\"")
  }
}
