/// One line that holds a flat object whose names and texts are printable ASCII without escapes, and
/// whose other values are numbers without exponent and `null`. Any other line is left to `JSONParser`.
struct FlatObject {
  /// What a member holds.
  enum Value {
    case null
    case number(Double)
    case text
  }

  /// A member of the object; offsets count from the start of the line.
  struct Member {
    /// What the name stands for; `nil` when it is not known.
    let role: ColumnRole?
    /// One bit for each role, none for a name that is not known.
    let bit: UInt32
    let name: Range<Int>
    let value: Value
    /// Where the value stands, without quotes.
    let place: Range<Int>
  }

  /// More members are left to `JSONParser`.
  private static let limit = 32

  private let names = MemberName.all
  /// The members of the line that was read last, in order.
  private(set) var members: [Member] = []
  /// The bytes of that line, with its end.
  private(set) var length = 0

  /// Reads one line.
  ///
  /// - Parameters:
  ///   - line: Where the line begins; it ends with a line feed, and `LineBytes.margin` bytes from
  ///     there on can be read.
  ///   - powers: The powers of ten.
  /// - Returns: Whether the line is simple.
  mutating func read(_ line: UnsafeRawPointer, powers: UnsafePointer<Double>) -> Bool {
    members.removeAll(keepingCapacity: true)
    var place = line
    var known: UInt32 = 0
    guard take("{", &place) else { return false }
    repeat {
      guard members.count < Self.limit, let member = member(line, &place, powers: powers),
        isNew(member, among: &known, in: line)
      else { return false }
      members.append(member)
      LineBytes.skipBlanks(&place)
    } while take(",", &place)
    guard take("}", &place) else { return false }
    _ = take("\r", &place)
    guard take("\n", &place) else { return false }
    length = place - line
    return true
  }

  /// Reads one character.
  @inline(__always)
  private func take(_ character: Unicode.Scalar, _ place: inout UnsafeRawPointer) -> Bool {
    guard LineBytes.byte(place) == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  // Inlined, so that a member is stored where it stays.
  @inline(__always)
  private func member(
    _ line: UnsafeRawPointer, _ place: inout UnsafeRawPointer, powers: UnsafePointer<Double>
  ) -> Member? {
    LineBytes.skipBlanks(&place)
    guard take("\"", &place) else { return nil }
    let name = place
    guard let nameEnd = LineBytes.closingQuote(from: name) else { return nil }
    place = nameEnd + 1
    LineBytes.skipBlanks(&place)
    guard take(":", &place) else { return nil }
    LineBytes.skipBlanks(&place)
    var start = place
    var end = place
    let value: Value
    switch LineBytes.byte(place) {
    case UInt8(ascii: "\""):
      start = place + 1
      guard let quote = LineBytes.closingQuote(from: start) else { return nil }
      end = quote
      place = quote + 1
      value = .text
    case UInt8(ascii: "n"):
      guard LineBytes.word(place) & LineBytes.mask(4) == 0x6C6C_756E else { return nil }
      place += 4
      end = place
      value = .null
    default:
      guard let number = ShortNumber.read(&place, powers: powers) else { return nil }
      end = place
      value = .number(number)
    }
    let known = MemberName.find(name, count: nameEnd - name, in: names)
    return Member(
      role: known?.role, bit: known?.bit ?? 0,
      name: name - line..<nameEnd - line, value: value, place: start - line..<end - line)
  }

  /// Whether no member before has that name; an object with repeated names is an error to report.
  private func isNew(
    _ member: Member, among known: inout UInt32, in line: UnsafeRawPointer
  ) -> Bool {
    if member.bit != 0 {
      defer { known |= member.bit }
      return known & member.bit == 0
    }
    let text = UnsafeRawBufferPointer(
      start: line + member.name.lowerBound, count: member.name.count)
    return !members.contains { other in
      guard other.role == nil, other.name.count == text.count else { return false }
      let name = UnsafeRawBufferPointer(start: line + other.name.lowerBound, count: text.count)
      return name.elementsEqual(text)
    }
  }
}

/// The name of a member that is known, as two words.
private struct MemberName {
  let role: ColumnRole
  let bit: UInt32
  private let count: Int
  private let first: UInt64
  private let second: UInt64

  /// Every name fits into 16 bytes.
  static let all = ColumnRole.named.enumerated().map { place, role in
    MemberName(role, bit: 1 << UInt32(place))
  }

  private init(_ role: ColumnRole, bit: UInt32) {
    self.role = role
    self.bit = bit
    let bytes = Array(role.rawValue.utf8)
    count = bytes.count
    first = Self.word(bytes.prefix(8))
    second = Self.word(bytes.dropFirst(8))
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The name at a place; `nil` for one that is not known.
  static func find(
    _ place: UnsafeRawPointer, count: Int, in names: [MemberName]
  ) -> MemberName? {
    guard count > 0, count <= 16 else { return nil }
    let first = LineBytes.word(place) & LineBytes.mask(count)
    let second = count > 8 ? LineBytes.word(place + 8) & LineBytes.mask(count - 8) : 0
    return names.first { $0.count == count && $0.first == first && $0.second == second }
  }
}
