package import JSON
package import Haptics
internal import Quantities

extension SustainedContact {
  /// What happened, as a line of a live session tells it.
  package var json: JSONValue {
    let time = JSONValue.number(SessionDocument.rounded(time.value))
    return switch self {
    case .began(_, let intensity, let sharpness):
      [
        "t_s": time, "what": "began", "intensity": .number(intensity),
        "sharpness": .number(sharpness),
      ]
    case .changed(_, let intensity):
      ["t_s": time, "what": "changed", "intensity": .number(intensity)]
    case .ended: ["t_s": time, "what": "ended"]
    }
  }
}
