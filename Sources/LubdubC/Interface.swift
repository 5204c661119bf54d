// The functions of `lubdub.h`, which describes them.

/// Returns the version of the header.
@c @implementation public func lubdub_interface_version() -> Int32 { Int32(LUBDUB_INTERFACE) }

/// Checks settings and adds the defaults.
@c @implementation
public func lubdub_settings(_ options: UnsafePointer<CChar>?, _ length: Int) -> OpaquePointer? {
  answer { () throws(Failure) in
    let options = try Options(options, length, only: ["settings"])
    let result = Result()
    result.add("settings", SettingsJSON.value(of: try options.configuration()))
    result.add("catalog", SettingsCatalog.json)
    return result
  }
}

/// Runs a session over rows.
@c @implementation public func lubdub_run(
  _ rows: UnsafePointer<lubdub_rows>?, _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    try Result(running: Rows(rows), Options(options, length), vocabulary: .programs)
  }
}

/// Reads a haptic file.
@c @implementation public func lubdub_read(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ name: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    guard let bytes, count > 0 else { throw Failure(Status.badFormat, "the file is empty") }
    let content = Array(UnsafeBufferPointer(start: bytes, count: count))
    let label = name.map {
      String(decoding: UnsafeRawBufferPointer(start: $0, count: max(0, length)), as: UTF8.self)
    }
    let kind = FileKind.recognize(content, name: label ?? "")
    guard let format = kind.format else {
      throw Failure(Status.badFormat, "this is \(kind.name), not a haptic file that Lubdub reads")
    }
    let decoded = try failing(Status.badFormat) { () throws(FormatError) in try format.read(content)
    }
    let result = Result()
    result.add("kind", kind.name)
    result.add("loss", decoded.loss.json)
    result.add("findings", .array(decoded.findings.map { .string($0.description) }))
    let sound = LossReport.rendering(
      decoded.document, playsSharpness: RenderOptions().playsSharpness)
    result.add("soundLossText", sound.description)
    result.add(exportable: decoded.document)
    return result
  }
}

/// Creates a timeline of one pattern at a steady tempo.
@c @implementation
public func lubdub_pattern(_ options: UnsafePointer<CChar>?, _ length: Int) -> OpaquePointer? {
  answer { () throws(Failure) in
    let options = try Options(options, length, only: ["settings", "bpm", "beats"])
    let pattern = try options.configuration().heartbeat.pattern
    let rate = try options.number("bpm", "a number above 0 up to 6000") { $0 > 0 && $0 <= 6000 }
    let beats = try options.count("beats", 1...100_000) ?? 1
    let interval = rate.map { Seconds(60 / $0) } ?? pattern.naturalInterval
    let timeline = try failing(Status.badSettings) { () throws(SettingError) in
      try Timeline(pattern: pattern, tempo: Tempo(interval: interval, intensity: 1), beats: beats)
    }
    let result = Result()
    result.add(
      exportable: TimelineDocument(timeline, annotations: ["generator": SessionDocument.generator]))
    return result
  }
}

private func exportable(_ source: OpaquePointer?) throws(Failure) -> TimelineDocument {
  guard let document = (try? Result.of(source))?.document else {
    throw Failure("the source has no timeline")
  }
  return document
}

/// Writes a timeline in a haptic format.
@c @implementation public func lubdub_export(
  _ source: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let document = try exportable(source)
    let options = try Options(
      options, length,
      only: [
        "format", "name", "androidStyle", "looping", "curvePointLimit", "separateTransients",
      ])
    let format = try options.format()
    let export = try options.export()
    return try failing(Status.badFormat) { () throws(FormatError) in
      Result(try format.encode(document, options: export), format)
    }
  }
}

/// Renders a timeline as sound.
@c @implementation public func lubdub_render(
  _ source: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let document = try exportable(source)
    let options = try Options(
      options, length, only: ["sampleRate", "file", "pieces", "actuator", "signal", "channels"])
    let rendering = try options.rendering()
    let isFile = try options.flag("file") ?? false
    let isInPieces = try options.flag("pieces") ?? false
    return try failing(Status.badArgument) { () throws(AudioError) in
      let result = Result()
      if isInPieces {
        result.pieces = try WAVPieces(document, rendering)
      } else if isFile {
        result.add("wav", try renderWAVBytes(document, rendering))
      } else {
        result.add("samples", try renderSamples(document.loudest, rendering))
      }
      return result
    }
  }
}

/// Returns the next piece of a WAV file.
@c @implementation public func lubdub_render_next(_ rendering: OpaquePointer?) -> OpaquePointer? {
  answer { () throws(Failure) in
    guard let rendering = try? Result.of(rendering), rendering.pieces != nil else {
      throw Failure("the rendering has no pieces")
    }
    let result = Result()
    if let piece = rendering.pieces?.next() { result.add("wav", piece) }
    return result
  }
}

/// Returns the status of a call.
@c @implementation public func lubdub_status(_ result: OpaquePointer?) -> Int32 {
  (try? Result.of(result))?.status ?? Status.badArgument
}

/// Returns the number of parts of a result.
@c @implementation public func lubdub_part_count(_ result: OpaquePointer?) -> Int {
  (try? Result.of(result))?.parts.count ?? 0
}

/// Returns the name of a part; null if the part does not exist.
@c @implementation
public func lubdub_part_name(_ result: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  guard let parts = (try? Result.of(result))?.parts, parts.indices.contains(index) else {
    return nil
  }
  return UnsafePointer(parts[index].name)
}

/// Returns the bytes of a part; null if the part does not exist.
@c @implementation public func lubdub_part_bytes(
  _ result: OpaquePointer?, _ index: Int, _ count: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
  guard let parts = (try? Result.of(result))?.parts, parts.indices.contains(index) else {
    return nil
  }
  count?.pointee = parts[index].bytes.count
  return UnsafeRawPointer(parts[index].bytes.baseAddress)
}

/// Returns the bytes of a part by its name.
@c @implementation public func lubdub_part(
  _ result: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
  guard let name, let parts = (try? Result.of(result))?.parts else { return nil }
  let part = parts.first { isSame($0.name, name) }
  count?.pointee = part?.bytes.count ?? 0
  return part.map { UnsafeRawPointer($0.bytes.baseAddress) } ?? nil
}

private func isSame(_ left: UnsafePointer<CChar>, _ right: UnsafePointer<CChar>) -> Bool {
  var place = 0
  while left[place] == right[place] {
    if left[place] == 0 { return true }
    place += 1
  }
  return false
}

/// Frees a result.
@c @implementation public func lubdub_release(_ result: OpaquePointer?) { Result.release(result) }

/// Allocates memory for the caller's arrays.
@c @implementation public func lubdub_allocate(_ count: Int) -> UnsafeMutableRawPointer? {
  guard count >= 0 else { return nil }
  return .allocate(byteCount: max(1, count), alignment: 8)
}

/// Frees memory of `lubdub_allocate`.
@c @implementation
public func lubdub_deallocate(_ bytes: UnsafeMutableRawPointer?) { bytes?.deallocate() }
