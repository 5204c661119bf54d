/// The form of one simple line, with which later lines are compared eight bytes at a time between their numbers.
struct ObjectForm {
  private static let lengthLimit = 512

  private struct Field {
    let role: ColumnRole?
    let text: Text
  }

  private struct Text {
    let words: Range<Int>
    let mask: UInt64
    let length: Int
  }

  private let record: TraceRecord
  private var words: [UInt64] = []
  private var fields: [Field] = []
  private var end: Text

  init?(_ object: FlatObject, in line: UnsafeRawPointer, record: TraceRecord) {
    guard object.length <= Self.lengthLimit else { return nil }
    self.record = record
    end = Text(words: 0..<0, mask: 0, length: 0)
    var start = 0
    for member in object.members {
      guard case .number = member.value else { continue }
      let text = unsafe add(line + start, count: member.place.lowerBound - start)
      fields.append(Field(role: member.role, text: text))
      start = member.place.upperBound
    }
    end = unsafe add(line + start, count: object.length - start)
  }

  private mutating func add(_ start: UnsafeRawPointer, count: Int) -> Text {
    let first = words.count
    var place = 0
    repeat {
      unsafe words.append(LineBytes.word(start + place) & LineBytes.mask(count - place))
      place += 8
    } while place < count
    let mask = LineBytes.mask(count - place + 8)
    return Text(words: first..<words.count, mask: mask, length: count)
  }

  func read(
    _ bytes: UnsafeRawPointer, upTo last: Int, _ powers: UnsafePointer<Double>,
    _ cursor: inout RowCursor, into records: inout [TraceRecord]
  ) {
    var here = cursor
    defer { cursor = here }
    unsafe words.withUnsafeBufferPointer { words in
      unsafe fields.withUnsafeBufferPointer { fields in
        guard let words = words.baseAddress else { return }
        var record = record
        while here.position <= last {
          var place = unsafe bytes + here.position
          for index in fields.indices {
            let field = unsafe fields[index]
            guard unsafe Self.skip(field.text, words, &place),
              let number = unsafe ShortNumber.read(&place, powers: powers),
              record.set(field.role, number, in: here.order)
            else { return }
          }
          guard unsafe Self.skip(end, words, &place) else { return }
          record.line = here.line
          records.append(record)
          here.order?.lastTime = record.sample.time.value
          here.line &+= 1
          here.position = unsafe place - bytes
        }
      }
    }
  }

  @inline(__always) private static func skip(
    _ text: Text, _ words: UnsafePointer<UInt64>, _ place: inout UnsafeRawPointer
  ) -> Bool {
    var from = unsafe place
    var index = text.words.lowerBound
    let last = text.words.upperBound &- 1
    // Word by word, because the bytes after a different word may not be readable.
    while index < last {
      guard unsafe LineBytes.word(from) == words[index] else { return false }
      unsafe from += 8
      index &+= 1
    }
    guard unsafe LineBytes.word(from) & text.mask == words[last] else { return false }
    unsafe place += text.length
    return true
  }
}
