import Glibc
import Lubdub
import LubdubExtras
import LubdubSupport
import LubdubTraces

/// What is fuzzed: `json`, `any` (a trace whose format is found by the content), a trace format's name,
/// a reader of positions, pulse, strokes or days, `studio`, `yaml`, `wav`, or `decode-` and a haptic format's name.
private let target =
  getenv("LUBDUB_FUZZ_TARGET").map { String(cString: $0) } ?? "any"

/// One run of libFuzzer. The first byte says where the input is cut in two, and its lowest bits which rows of a
/// trace are taken.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  if target == "json" {
    fuzzJSON(Array(input))
  } else if positionTargets.contains(target) {
    fuzzPositions(target, Array(input))
  } else if pulseTargets.contains(target) {
    fuzzPulse(target, Array(input))
  } else if strokeTargets.contains(target) {
    fuzzStrokes(target, Array(input))
  } else if otherTargets.contains(target) {
    fuzzOther(target, Array(input))
  } else if target.hasPrefix("decode-") {
    fuzzDecoder(target, Array(input))
  } else if let cut = input.first {
    fuzzTrace(Array(input.dropFirst()), cut: Int(cut))
  }
  return 0
}

/// Names what can be fuzzed when it is asked for, and ends.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer
) -> CInt {
  guard target == "list" else { return 0 }
  for name in ["json", "any"] + TraceFormats.all.names + positionTargets + pulseTargets
    + strokeTargets + otherTargets + decoderTargets
  {
    puts(name)
  }
  exit(0)
}

/// What is read is written and read again as the same.
private func fuzzJSON(_ bytes: [UInt8]) {
  guard let value = try? JSONParser.parse(bytes) else { return }
  precondition((try? JSONParser.parse(JSONWriter.encode(value))) == value)
}

/// A trace is refused or read, the same in one piece and in two and, of our own formats, one row at a time, and what
/// is accepted is plausible.
private func fuzzTrace(_ bytes: [UInt8], cut: Int) {
  let place = min(cut * 4, bytes.count)
  let options = options(choice: cut % 4)
  let whole = read([bytes], options)
  let pieces = read([Array(bytes[..<place]), Array(bytes[place...])], options)
  precondition(whole == pieces, "the cut at \(place) shows")
  if target == "csv" || target == "ndjson" {
    var plain = options
    plain.readsSingly = true
    precondition(whole == read([bytes], plain), "the fast reader shows")
  }
  guard let (records, _) = whole.map({ ($0.records, $0.report) }) else { return }
  for record in records {
    precondition(record.sample.time.isFinite)
    precondition(record.sample.range?.isFinite ?? true)
    precondition(record.sample.rssi?.isFinite ?? true)
    precondition(abs(record.angles.azimuth?.value ?? 0) <= 180)
    precondition(abs(record.angles.elevation?.value ?? 0) <= 90)
  }
}

private struct Reading: Equatable {
  var records: [TraceRecord]
  var report: ReadReport
}

/// All rows, those of one link, of each recording, or late ones put in their place.
private func options(choice: Int) -> ReadOptions {
  var options = ReadOptions(formats: .all)
  options.format = target == "any" ? nil : target
  options.angleUnit = .degrees
  switch choice {
  case 1: options.peer = "A"
  case 2: options.recordingColumns = ReadOptions.usualRecordingColumns
  case 3: options.reorderingWindow = 0.5
  default: break
  }
  return options
}

private func read(_ pieces: [[UInt8]], _ options: ReadOptions) -> Reading? {
  var parser = TraceParser(path: "fuzz", options: options)
  do {
    for piece in pieces { try parser.feed(piece) }
    try parser.finish()
  } catch {
    return nil
  }
  var records: [TraceRecord] = []
  parser.take(into: &records)
  return Reading(records: records, report: parser.report)
}
