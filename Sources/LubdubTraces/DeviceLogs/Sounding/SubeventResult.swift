/// The results of a subevent of channel sounding (Core Specification 6.0, Vol 4, Part E, 7.7.65.44 and 7.7.65.45).
struct SubeventResult: Equatable {
  enum Progress: UInt8 {
    case complete = 0
    case partial = 1
    case aborted = 15
  }

  struct Head: Equatable {
    var start: UInt16
    var counter: UInt16
    /// The reference level of the tones, in dBm; 127 is "not applicable".
    var power: Int8
  }

  var connection: UInt16
  var configuration: UInt8
  var head: Head?
  var procedure = Progress.partial
  var subevent = Progress.partial
  var abort: UInt8 = 0
  var paths = 1
  var steps: [SoundingStep] = []

  static let code: UInt8 = 0x31
  static let continuationCode: UInt8 = 0x32
}

extension SubeventResult {
  init(_ parameters: ArraySlice<UInt8>, isContinuation: Bool) throws(RowFault) {
    var cursor = ByteCursor(parameters)
    let short = RowFault(.damaged, "a subevent result is cut short")
    guard let connection = cursor.little(UInt16.self), let configuration = cursor.byte() else {
      throw short
    }
    self.init(connection: connection & 0x0FFF, configuration: configuration)
    if !isContinuation {
      guard let start = cursor.little(UInt16.self), let counter = cursor.little(UInt16.self),
        cursor.skip(2), let power = cursor.signedByte()
      else { throw short }
      head = Head(start: start, counter: counter, power: power)
    }
    guard let procedure = cursor.byte(), let subevent = cursor.byte(), let abort = cursor.byte(),
      let paths = cursor.byte(), let count = cursor.byte()
    else { throw short }
    guard let procedure = Progress(rawValue: procedure), let subevent = Progress(rawValue: subevent)
    else {
      throw RowFault(
        .damaged, "a subevent result has status \(procedure) and \(subevent), expected 0, 1 or 15")
    }
    (self.procedure, self.subevent, self.abort, self.paths) = (
      procedure, subevent, abort, Int(paths)
    )
    do throws(StepData.Fault) {
      steps = try StepData.steps(cursor.rest)
    } catch {
      throw RowFault(.damaged, error.description)
    }
    guard steps.count == count else {
      throw RowFault(.damaged, "a subevent result announces \(count) steps and has \(steps.count)")
    }
  }
}

/// The reasons why channel sounding was aborted (7.7.65.44).
enum SoundingAbort {
  static func procedure(_ reason: UInt8) -> String {
    text(reason, "fewer than 15 channels", "the change of channels came too late")
  }

  static func subevent(_ reason: UInt8) -> String {
    text(reason, "nothing was heard of the other side", "no time or memory for it")
  }

  private static func text(_ reason: UInt8, _ second: String, _ third: String) -> String {
    switch reason & 0x0F {
    case 1: "by a host or the other side"
    case 2: second
    case 3: third
    default: "for no reason that is reported"
    }
  }
}
