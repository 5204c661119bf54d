import Foundation
import Lubdub
import SwiftUI

/// The phases of a ceremony on one phone.
struct PairView: View {
  let pair: Pair
  @Environment(\.scenePhase) private var phase

  var body: some View {
    VStack(spacing: 24) {
      if case .host(let code) = pair.role, pair.live.phase == .searching, !pair.live.isLinked {
        QRCode(text: "lubdub-ring:\(code)")
      }
      if let info = pair.info { Text("\(info.hostNickname) and \(info.guestNickname)") }
      Text(headline)
      Text(pair.live.distance.map { String(format: "%.2f m", $0.value) } ?? "–")
      if pair.agrees == false { Text("The two phones measure differently") }
      if let note = pair.note { Text(note) }
      switch pair.live.phase {
      case .readyToSend: Button("Send the ring") { pair.send() }
      case .attaching: Button("It is on") { pair.attach() }
      case .failed, .complete: Button("Again") { pair.tryAgain() }
      case .searching, .approaching: Button("We stand together") { pair.force() }
      case .sending: Text("♥")
      }
      if pair.live.phase == .complete { ShareLink("Keep it", item: pair.keepsake.url) }
      ShareLink("Share what was felt", item: pair.felt)
    }
    .padding()
    .onChange(of: phase) { _, new in pair.show(new == .active) }
  }

  private var headline: String {
    switch pair.live.phase {
    case .searching: pair.live.isLinked ? "Connected, and measuring" : "Looking for each other"
    case .approaching: "Come closer"
    case .readyToSend: "Near enough"
    case .sending: "The ring is on its way"
    case .attaching: "The ring is here"
    case .complete: "Together"
    case .failed: "The link was lost"
    }
  }
}
