package struct SessionPlot {
  package let record: SessionRecord
  package let zones: ZoneDetector.Parameters
  package let bands: [ClosedRange<Meters>]
  package let title: String
  package let length: Double

  package init(
    record: SessionRecord, zones: ZoneDetector.Parameters, bands: [ClosedRange<Meters>],
    title: String, length: Double
  ) {
    (self.record, self.zones, self.bands, self.title) = (record, zones, bands, title)
    self.length = length
  }

  private static let left = 60.0
  private static let right = 980.0
  private static let distanceTop = 40.0
  private static let distanceBottom = 400.0
  private static let beatTop = 420.0
  private static let beatBottom = 500.0
  private static let bandColors = ["#f8c8c4", "#fde0c8", "#fdf3cf", "#e4f1dc", "#eef2f7"]

  package func draw() -> SVG {
    let cues = SessionPlotCues(cues: record.cues)
    var svg = SVG(width: 1000, height: cues.cues.isEmpty ? 560 : 580)
    let time = Axis(0, length, from: Self.left, to: Self.right)
    let distance = Axis(0, top, from: Self.distanceBottom, to: Self.distanceTop)
    drawZones(&svg, distance)
    drawBands(&svg, distance)
    drawZoneStrip(&svg, time)
    drawInterval(&svg, time, distance)
    drawMeasured(&svg, time, distance)
    drawLine(&svg, time, distance, stroke: "#2a7f3f", width: 1.2) { $0.truth }
    drawLine(&svg, time, distance, stroke: "#1f4e9c", width: 1.8) { $0.isStale ? nil : $0.estimate }
    drawBeats(&svg, time)
    cues.draw(&svg, time, top: Self.beatTop, bottom: Self.beatBottom)
    drawAxes(&svg, time, distance)
    drawLegend(&svg)
    cues.drawLegend(&svg, x: Self.left, y: 571)
    return svg
  }

  /// The largest distance in the plot. Nearly all known distances are below it, so that one outlier does not flatten the
  /// rest.
  private var top: Double {
    let highest = record.buckets.compactMap { bucket in
      [bucket.estimate, bucket.truth].compactMap { $0 }.max()
    }.sorted()
    guard let last = highest.last else { return 3 }
    let usual = highest[min(highest.count - 1, highest.count * 99 / 100)]
    return max(min(last, usual * 1.5) * 1.15, (zones.edges.first?.value ?? 1) * 2)
  }

  private func drawZones(_ svg: inout SVG, _ distance: Axis) {
    for (zone, name) in zones.names.enumerated() {
      let low = zone == 0 ? 0 : zones.edges[zone - 1].value
      let high = zone < zones.edges.count ? zones.edges[zone].value : top
      guard low < top else { continue }
      let y = distance.pixel(min(high, top))
      svg.rectangle(
        x: Self.left, y: y, width: Self.right - Self.left, height: distance.pixel(low) - y,
        fill: Self.bandColors[min(zone, Self.bandColors.count - 1)], opacity: 0.6)
      if distance.pixel(low) - y > 14 {
        svg.label(name, x: Self.right - 4, y: y + 13, anchor: "end", fill: "#888", size: 11)
      }
    }
  }

  private func drawBands(_ svg: inout SVG, _ distance: Axis) {
    for band in bands where band.lowerBound.value < top {
      let y = distance.pixel(min(band.upperBound.value, top))
      let low = distance.pixel(max(band.lowerBound.value, 0))
      svg.rectangle(
        x: Self.left, y: y, width: Self.right - Self.left, height: low - y, fill: "#888",
        opacity: 0.15)
    }
  }

  private func drawZoneStrip(_ svg: inout SVG, _ time: Axis) {
    var zone: Int?
    var since = 0.0
    func fill(until end: Double) {
      guard let zone else { return }
      svg.rectangle(
        x: time.pixel(since), y: Self.distanceBottom + 4,
        width: time.pixel(end) - time.pixel(since), height: 10, fill: Self.strong(zone))
    }
    for change in record.zoneChanges where change.from != change.to {
      fill(until: change.time.value)
      zone = change.to
      since = change.time.value
    }
    fill(until: length)
  }

  private func drawInterval(_ svg: inout SVG, _ time: Axis, _ distance: Axis) {
    let upper = runs(time, distance) { $0.isStale || $0.low == nil ? nil : $0.high }
    let lower = runs(time, distance) { $0.isStale || $0.high == nil ? nil : $0.low }
    for (upper, lower) in zip(upper, lower) {
      svg.polygon(upper + lower.reversed(), fill: "#1f4e9c", opacity: 0.18)
    }
  }

  private func drawMeasured(_ svg: inout SVG, _ time: Axis, _ distance: Axis) {
    for bucket in record.buckets {
      guard let measured = bucket.measured else { continue }
      for value in Set([measured.lowerBound, measured.upperBound]).sorted() {
        svg.circle(x: time.pixel(bucket.time), y: distance.pixel(value), radius: 1.4, fill: "#777")
      }
    }
  }

  private func drawLine(
    _ svg: inout SVG, _ time: Axis, _ distance: Axis, stroke: String, width: Double,
    _ value: (SessionRecord.Bucket) -> Double?
  ) {
    for run in runs(time, distance, value) { svg.polyline(run, stroke: stroke, width: width) }
  }

  private func runs(
    _ time: Axis, _ distance: Axis, _ value: (SessionRecord.Bucket) -> Double?
  ) -> [[(x: Double, y: Double)]] {
    record.buckets.split { value($0) == nil }.map { run in
      run.map { (x: time.pixel($0.time), y: distance.pixel(value($0) ?? 0)) }
    }
  }

  private func drawBeats(_ svg: inout SVG, _ time: Axis) {
    let height = Self.beatBottom - Self.beatTop
    var drawn: Set<Int> = []
    for beat in record.beats {
      let x = time.pixel(beat.time.value)
      guard drawn.insert(Int(x * 2) * 16 + beat.zone).inserted else { continue }
      svg.line(
        x1: x, y1: Self.beatBottom, x2: x, y2: Self.beatBottom - height * beat.intensity,
        stroke: Self.strong(beat.zone), width: 1.5)
    }
  }

  private func drawAxes(_ svg: inout SVG, _ time: Axis, _ distance: Axis) {
    svg.label(title, x: Self.left, y: 24, size: 15)
    for tick in distance.ticks(7) {
      let y = distance.pixel(tick)
      svg.line(x1: Self.left - 4, y1: y, x2: Self.left, y2: y, stroke: "#333")
      svg.label(NumberText.shortest(tick), x: Self.left - 8, y: y + 4, anchor: "end")
    }
    for tick in time.ticks(10) {
      let x = time.pixel(tick)
      svg.line(x1: x, y1: Self.beatBottom, x2: x, y2: Self.beatBottom + 4, stroke: "#333")
      svg.label(NumberText.shortest(tick), x: x, y: Self.beatBottom + 18, anchor: "middle")
    }
    svg.line(
      x1: Self.left, y1: Self.distanceTop, x2: Self.left, y2: Self.distanceBottom, stroke: "#333")
    svg.line(
      x1: Self.left, y1: Self.beatBottom, x2: Self.right, y2: Self.beatBottom, stroke: "#333")
    svg.label("distance in m", x: Self.left, y: Self.distanceTop - 4, size: 11)
    svg.label("beats", x: Self.left - 8, y: Self.beatBottom - 4, anchor: "end", size: 11)
    svg.label(
      "seconds from the first row", x: Self.right, y: Self.beatBottom + 34, anchor: "end", size: 11)
  }

  private func drawLegend(_ svg: inout SVG) {
    let hasTruth = record.buckets.contains { $0.truth != nil }
    let truth = hasTruth ? [("truth", "#2a7f3f")] : []
    let entries = [("estimate and 95% interval", "#1f4e9c")] + truth + [("measured range", "#777")]
    for (index, entry) in entries.enumerated() {
      let x = Self.left + Double(index) * 190
      svg.rectangle(x: x, y: 546, width: 14, height: 6, fill: entry.1)
      svg.label(entry.0, x: x + 20, y: 553, size: 11)
    }
    drawZoneLegend(&svg)
  }

  /// Draws the zones in the colors of the strip and the beats, because the bands of near zones are too low for a name. A
  /// legend that does not fit is omitted, because with that many zones, several zones share a color.
  private func drawZoneLegend(_ svg: inout SVG) {
    let widths = zones.names.map { 26 + 6 * Double($0.count) }
    var x = Self.right - widths.reduce(0, +)
    guard x > Self.left + 490 else { return }
    for (zone, name) in zones.names.enumerated() {
      svg.rectangle(x: x, y: 546, width: 14, height: 6, fill: Self.strong(zone))
      svg.label(name, x: x + 18, y: 553, size: 11)
      x += widths[zone]
    }
  }

  private static func strong(_ zone: Int) -> String {
    ["#5f1d32", "#992f30", "#a06600", "#67a081", "#5ecafe"][min(zone, 4)]
  }
}
