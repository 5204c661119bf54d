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
  }

  var connection: UInt16
  var configuration: UInt8
  var head: Head?
  var procedure = Progress.partial
  var subevent = Progress.partial
  var abort: UInt8 = 0
  var paths = 1
  var steps: [SoundingStep] = []

  static let code = 0x31
  static let continuationCode = 0x32
}

extension SubeventResult {
  init(_ parameters: ArraySlice<UInt8>, isContinuation: Bool) throws(RowFault) {
    var cursor = ByteCursor(parameters)
    let short = RowFault.damaged("a subevent result is cut short")
    guard let connection = cursor.little(UInt16.self), let configuration = cursor.byte() else {
      throw short
    }
    self.init(connection: connection & 0x0FFF, configuration: configuration)
    if !isContinuation {
      guard let start = cursor.little(UInt16.self), let counter = cursor.little(UInt16.self),
        cursor.skip(3)
      else { throw short }
      head = Head(start: start, counter: counter)
    }
    guard let bytes = cursor.take(5).map(Array.init) else { throw short }
    guard let procedure = Progress(rawValue: bytes[0]), let subevent = Progress(rawValue: bytes[1])
    else {
      throw .damaged(
        "a subevent result has status \(bytes[0]) and \(bytes[1]), expected 0, 1, or 15")
    }
    (self.procedure, self.subevent, abort, paths) = (procedure, subevent, bytes[2], Int(bytes[3]))
    steps = try RowFault.rethrowing(StepData.steps(cursor.rest))
    guard steps.count == bytes[4] else {
      throw .damaged("a subevent result announces \(bytes[4]) steps and has \(steps.count)")
    }
  }
}

extension RowFault {
  /// Returns a value of step data; a fault in the step data is thrown as a fault of the row.
  static func rethrowing<Value>(
    _ value: @autoclosure () throws(StepData.Fault) -> Value
  ) throws(RowFault) -> Value {
    do throws(StepData.Fault) {
      return try value()
    } catch {
      throw .damaged(error.description)
    }
  }
}

/// The reasons why channel sounding was aborted (7.7.65.44).
enum SoundingAbort {
  static func procedure(_ reason: UInt8) -> String {
    text(reason, ["fewer than 15 channels", "the change of channels came too late"])
  }

  static func subevent(_ reason: UInt8) -> String {
    text(reason, ["no signal from the other side", "no time or memory for it"])
  }

  private static func text(_ reason: UInt8, _ own: [String]) -> String {
    let known = ["for an unreported reason", "by a host or the other side"] + own
    let place = Int(reason & 0x0F)
    return known[place < known.count ? place : 0]
  }
}
