struct PointerEvent {
  /// The type, such as `pointerdown`; `nil` in logs that contain only the state of the buttons.
  var type: String?
  var pointer: Double
  /// The time in milliseconds on the clock of the page.
  var time: Double?
  var x: Double?
  var y: Double?
  var pressure: Double?
  /// The pressed buttons; 0 while the pen hovers.
  var buttons: Double?

  init(_ member: (String) -> JSONValue?) {
    func number(_ names: String...) -> Double? {
      for name in names {
        if let number = member(name)?.number { return number }
      }
      return nil
    }
    type = member("type")?.string
    pointer = number("pointerId") ?? 0
    time = number("timeStamp", "time", "timestamp")
    x = number("clientX", "x", "offsetX", "pageX")
    y = number("clientY", "y", "offsetY", "pageY")
    pressure = number("pressure")
    buttons = number("buttons")
  }

  enum Action {
    case draw
    case begin
    case end
    case nothing
  }

  var action: Action {
    switch type {
    case "pointerdown": return .begin
    case "pointerup", "pointercancel", "lostpointercapture": return .end
    case "pointermove", "pointerrawupdate", nil: return isDown ? .draw : .end
    default: return .nothing
    }
  }

  private var isDown: Bool {
    if let buttons { return buttons > 0 }
    // A move with a type but without buttons draws if its pointer is down, which the reader tracks.
    return type != nil || pressure ?? 0 > 0
  }
}
