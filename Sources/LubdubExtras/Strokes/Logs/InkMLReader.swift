/// Reads InkML: `trace` elements with the channels X, Y, F (force), and T (time). Without T, `sampleRate` determines the
/// interval of the points, starting at `timeOffset`.
struct InkMLReader {
  private static let pause = 0.5

  private var channels = InkChannel.usual
  private var formats: [String: [InkChannel]] = [:]
  /// The times of `timestamp` elements by their ids, in seconds.
  private var timestamps: [String: Double] = [:]
  private var sampleRate: Double?
  private var end = 0.0
  private var count = 0

  static func read(_ bytes: [UInt8], into sink: inout StrokeSink) {
    var reader = InkMLReader()
    var scanner = XMLScanner(bytes)
    var trace: LogText?
    var format: (id: String?, channels: [InkChannel])?
    var isIntermittent = false
    while let event = scanner.next() {
      switch event {
      case .open("traceFormat", let tag):
        format = (XMLScanner.attribute("xml:id", of: tag)?.string, [])
      case .open("intermittentChannels", _): isIntermittent = true
      case .close("intermittentChannels"): isIntermittent = false
      case .open("channel", let tag):
        guard !isIntermittent else { break }
        if let channel = InkChannel(tag: tag) { format?.channels.append(channel) }
      case .close("traceFormat"):
        if let found = format { reader.define(found.id, found.channels) }
        format = nil
      case .open("sampleRate", let tag):
        reader.sampleRate = XMLScanner.attribute("value", of: tag)?.decimal
      case .open("timestamp", let tag): reader.note(tag)
      case .open("trace", let tag): trace = tag
      case .text(let text): if let tag = trace { reader.read(text, tag, scanner.line, into: &sink) }
      case .close("trace"): trace = nil
      case .cut: sink.reject(.damaged, scanner.line, "the file ends inside a tag")
      default: break
      }
    }
    if trace != nil { sink.reject(.damaged, scanner.line, "the file ends inside a trace") }
  }

  private mutating func define(_ id: String?, _ channels: [InkChannel]) {
    guard channels.contains(where: { $0.name == "X" }), channels.contains(where: { $0.name == "Y" })
    else { return }
    if let id { formats[id] = channels }
    self.channels = channels
  }

  private mutating func note(_ tag: LogText) {
    guard let id = XMLScanner.attribute("xml:id", of: tag)?.string,
      let time = XMLScanner.attribute("time", of: tag)?.decimal
    else { return }
    timestamps[id] = time / 1000
  }

  private mutating func read(
    _ text: LogText, _ tag: LogText, _ line: Int, into sink: inout StrokeSink
  ) {
    count += 1
    let type = XMLScanner.attribute("type", of: tag)?.string
    guard type == nil || type == "penDown" else { return sink.ignore() }
    let named = XMLScanner.attribute("traceFormatRef", of: tag)?.string
    let channels = named.flatMap { formats[String($0.drop { $0 == "#" })] } ?? channels
    func place(_ name: String) -> Int? { channels.firstIndex { $0.name == name } }
    guard let x = place("X"), let y = place("Y") else { return }
    if let scale = channels[x].scale { sink.scale = scale }
    let (time, force) = (place("T"), place("F"))
    let offset = offset(tag)
    let start = offset ?? (count == 1 || time != nil ? 0 : end + Self.pause)
    let stroke = sink.begin(XMLScanner.attribute("xml:id", of: tag)?.string ?? "\(count)")
    var points = InkTrace(text, line: line, count: channels.count)
    var index = 0.0
    points.forEachPoint { point in
      defer { index += 1 }
      guard let values = point.values, let x = values[x], let y = values[y] else {
        return sink.reject(
          .damaged, point.line, "a point needs \(channels.count) values that can be read")
      }
      var seconds = sampleRate.map { index / $0 }
      if let time { seconds = values[time].map(channels[time].seconds) }
      guard let seconds, seconds.isFinite else { return sink.reject(.missingTime, point.line) }
      let pressure = force.flatMap { place in values[place].map(channels[place].share) }
      sink.add(
        .init(time: start + seconds, x: x, y: y, pressure: pressure, line: point.line), to: stroke)
      end = max(end, start + seconds)
    }
  }

  /// The start of a trace in seconds: the `timestamp` that it names plus its offset, which the attribute states in
  /// milliseconds.
  private func offset(_ tag: LogText) -> Double? {
    let stamp = XMLScanner.attribute("timestampRef", of: tag)
      .flatMap { timestamps[String($0.string.drop { $0 == "#" })] }
    let offset = XMLScanner.attribute("timeOffset", of: tag)?.decimal
    guard stamp != nil || offset != nil else { return nil }
    return (stamp ?? 0) + (offset ?? 0) / 1000
  }
}
