// Traces that arrive in pieces; see lubdub_bench.h.

/// Starts to read a trace.
@c @implementation public func lubdub_reading_make(
  _ options: UnsafePointer<CChar>?, _ length: Int, _ reading: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  answer(at: reading) { () throws(Failure) in TraceReading(try TraceCall(Options(options, length)))
  }
}

/// Reads the next bytes.
@c @implementation public func lubdub_reading_feed(
  _ reading: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int
) -> OpaquePointer? {
  with(reading) { (reading) throws(ReadError) in
    if let bytes, count > 0 { try reading.feed(UnsafeRawBufferPointer(start: bytes, count: count)) }
    return Result()
  }
}

/// Reads the remaining bytes at the end.
@c @implementation public func lubdub_reading_finish(_ reading: OpaquePointer?) -> OpaquePointer? {
  with(reading) { (reading) throws(ReadError) in
    let choice = try reading.finish()
    guard let link = choice.peer else { return try reading.answer() }
    let result = Result()
    result.add("link", link)
    result.add("note", choice.sentence ?? "")
    return result
  }
}

private func with(
  _ reading: OpaquePointer?, _ body: (TraceReading) throws(ReadError) -> Result
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let reading = try TraceReading.of(reading)
    do throws(ReadError) {
      return try body(reading)
    } catch {
      throw Failure(error)
    }
  }
}

/// Returns the first rows of a log with unknown columns.
@c @implementation public func lubdub_reading_preview(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let start = Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : max(0, count)))
    let result = Result()
    if let preview = LogPreview(start) { result.add("table", preview.json) }
    return result
  }
}

extension LogPreview {
  fileprivate var json: JSONValue {
    var units: [String: JSONValue] = [:]
    for field in ColumnMapping.Field.allCases {
      units[field.rawValue] = .array(field.unitNames.map { .string($0) })
    }
    return [
      "titles": .array(titles.map { .string($0) }),
      "rows": .array(rows.map { row in .array(row.map { .string($0) }) }),
      "roles": .array(
        roles.map { role in
          guard let role else { return .null }
          return ["field": .string(role.field.rawValue), "unit": .optional(role.unit?.rawValue)]
        }),
      "units": .object(units),
      "proposal": proposal.map { $0.json } ?? .null,
    ]
  }
}

extension ReadError.Proposal {
  fileprivate var json: JSONValue {
    [
      "decimalComma": .bool(usesDecimalComma), "sort": .bool(sorts),
      "needsRate": .bool(needsRate), "thousands": .optional(thousandsMark.map { String($0) }),
      "notes": .array(notes.map { .string($0) }),
    ]
  }
}

/// Frees a reading.
@c @implementation public func lubdub_reading_release(_ reading: OpaquePointer?) {
  TraceReading.release(reading)
}
