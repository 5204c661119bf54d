/// The steps of the other side (Ranging Service 1.0, 3.2.1.2), without channels or lengths, which this side knows.
struct RangingData {
  struct Subevent {
    let start: UInt16
    let abort: String?
    /// Mode and data of each step; empty for an aborted step, whose mode is unknown.
    var steps: [(mode: UInt8, data: [UInt8])]
  }

  struct Header {
    let counter: UInt16
    let configuration: UInt8
    let paths: Int
    let isComplex: Bool

    static let size = 4

    init(_ bytes: some Collection<UInt8>) throws(RowFault) {
      let bytes = Array(bytes.prefix(Self.size))
      guard bytes.count == Self.size, bytes[1] >> 4 <= 3, bytes[3] & 0x0F != 0 else {
        throw .damaged("ranging data have no header")
      }
      counter = UInt16(bytes[0]) | UInt16(bytes[1] & 0x0F) << 8
      configuration = bytes[1] >> 4
      paths = (bytes[3] & 0x0F).nonzeroBitCount
      isComplex = bytes[3] >> 6 == 0
    }
  }

  let header: Header
  private(set) var subevents: [Subevent] = []
  /// The reason why the procedure was aborted at the other side.
  private(set) var abort: String?

  init(_ bytes: [UInt8], size: (UInt8) -> Int) throws(RowFault) {
    header = try Header(bytes)
    guard header.isComplex else {
      throw .damaged("ranging data have phases without amplitudes")
    }
    var cursor = ByteCursor(bytes.dropFirst(Header.size))
    while !cursor.rest.isEmpty {
      guard let start = cursor.little(UInt16.self), cursor.skip(2), let status = cursor.byte(),
        let reason = cursor.byte(), cursor.skip(1), let count = cursor.byte()
      else { throw .damaged("a subevent of the ranging data is cut short") }
      let aborted = SubeventResult.Progress.aborted.rawValue
      abort = status & 0x0F == aborted ? SoundingAbort.procedure(reason) : nil
      var found = Subevent(
        start: start, abort: status >> 4 == aborted ? SoundingAbort.subevent(reason >> 4) : nil,
        steps: [])
      for number in 1...max(1, Int(count)) where count > 0 {
        guard let mode = cursor.byte() else {
          throw .damaged("step \(number) of the ranging data is missing")
        }
        // The highest bit: the step was aborted, and the other bits say nothing.
        guard let data = cursor.take(mode & 0x80 == 0 ? size(mode & 0x03) : 0) else {
          throw .damaged("step \(number) of the ranging data is cut short")
        }
        found.steps.append((mode & 0x83, Array(data)))
      }
      subevents.append(found)
    }
  }
}
