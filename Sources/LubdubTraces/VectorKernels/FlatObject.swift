/// One line with a flat object of printable ASCII, numbers without exponent, and `null`; `JSONParser` reads other lines.
struct FlatObject {
  enum Value {
    case null
    case number(Double)
    case text
  }

  /// A member of the object; offsets count from the start of the line.
  struct Member {
    let role: ColumnRole?
    let bit: UInt32
    let key: UInt64
    let name: Range<Int>
    let value: Value
    let place: Range<Int>
  }

  private static let limit = 32

  private let names = MemberName.all
  private(set) var members: [Member] = []
  private(set) var length = 0

  mutating func read(_ line: UnsafeRawPointer, powers: UnsafePointer<Double>) -> Bool {
    members.removeAll(keepingCapacity: true)
    var place = unsafe line
    var known: UInt32 = 0
    guard unsafe accept("{", &place) else { return false }
    repeat {
      guard members.count < Self.limit, let member = unsafe member(line, &place, powers: powers),
        unsafe isNew(member, among: &known, in: line)
      else { return false }
      members.append(member)
      unsafe LineBytes.skipBlanks(&place)
    } while unsafe accept(",", &place)
    guard unsafe accept("}", &place) else { return false }
    _ = unsafe accept("\r", &place)
    guard unsafe accept("\n", &place) else { return false }
    length = unsafe place - line
    return true
  }

  @inline(__always)
  private func accept(_ character: Unicode.Scalar, _ place: inout UnsafeRawPointer) -> Bool {
    guard unsafe LineBytes.byte(place) == UInt8(ascii: character) else { return false }
    unsafe place += 1
    return true
  }

  // Inlined, so that a member is stored directly in its place.
  @inline(__always) private func member(
    _ line: UnsafeRawPointer, _ place: inout UnsafeRawPointer, powers: UnsafePointer<Double>
  ) -> Member? {
    unsafe LineBytes.skipBlanks(&place)
    guard unsafe accept("\"", &place) else { return nil }
    let name = unsafe place
    guard let nameEnd = unsafe LineBytes.closingQuote(from: name) else { return nil }
    unsafe place = unsafe nameEnd + 1
    unsafe LineBytes.skipBlanks(&place)
    guard unsafe accept(":", &place) else { return nil }
    unsafe LineBytes.skipBlanks(&place)
    var start = unsafe place
    var end = unsafe place
    let value: Value
    switch unsafe LineBytes.byte(place) {
    case UInt8(ascii: "\""):
      unsafe start = unsafe place + 1
      guard let quote = unsafe LineBytes.closingQuote(from: start) else { return nil }
      unsafe end = unsafe quote
      unsafe place = unsafe quote + 1
      value = .text
    case UInt8(ascii: "n"):
      guard unsafe LineBytes.word(place) & LineBytes.mask(4) == 0x6C6C_756E else { return nil }
      unsafe place += 4
      unsafe end = unsafe place
      value = .null
    default:
      guard let number = unsafe ShortNumber.read(&place, powers: powers) else { return nil }
      unsafe end = unsafe place
      value = .number(number)
    }
    let known = unsafe MemberName.find(name, count: nameEnd - name, in: names)
    return unsafe Member(
      role: known?.role, bit: known?.bit ?? 0, key: MemberName.key(name, count: nameEnd - name),
      name: name - line..<nameEnd - line, value: value, place: start - line..<end - line)
  }

  private func isNew(
    _ member: Member, among known: inout UInt32, in line: UnsafeRawPointer
  ) -> Bool {
    if member.bit != 0 {
      defer { known |= member.bit }
      return known & member.bit == 0
    }
    let text = unsafe UnsafeRawBufferPointer(
      start: line + member.name.lowerBound, count: member.name.count)
    return !members.contains { other in
      guard other.role == nil, other.name.count == text.count else { return false }
      let name = unsafe UnsafeRawBufferPointer(
        start: line + other.name.lowerBound, count: text.count)
      return unsafe name.elementsEqual(text)
    }
  }
}

private struct MemberName {
  let role: ColumnRole
  let bit: UInt32
  private let count: Int
  private let first: UInt64
  private let second: UInt64

  /// The names of all roles, each of at most 16 bytes.
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

  @inline(__always) static func key(_ place: UnsafeRawPointer, count: Int) -> UInt64 {
    let first = unsafe LineBytes.word(place) & LineBytes.mask(count)
    let last = unsafe count > 8 ? LineBytes.word(place + count - 8) : 0
    return (first ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15 ^ last
  }

  static func find(_ place: UnsafeRawPointer, count: Int, in names: [MemberName]) -> MemberName? {
    guard count > 0, count <= 16 else { return nil }
    let first = unsafe LineBytes.word(place) & LineBytes.mask(count)
    let second = unsafe count > 8 ? LineBytes.word(place + 8) & LineBytes.mask(count - 8) : 0
    return names.first { $0.count == count && $0.first == first && $0.second == second }
  }
}
