import Foundation
import SwiftUI

/// Two phones that find each other by a QR code, feel a heart that quickens as they come closer, and pass a ring.
///
/// Info.plist needs `NSNearbyInteractionUsageDescription`, `NSLocalNetworkUsageDescription`, `NSBonjourServices` with
/// `_lubdub-ring._tcp`, and the URL scheme `lubdub-ring`.
@main
struct TwoPhonesApp: App {
  @State private var pair: Pair?
  @State private var fault: String?

  var body: some Scene {
    WindowGroup {
      VStack(spacing: 24) {
        if let pair {
          PairView(pair: pair)
        } else {
          Button("Begin, and let the other phone scan") { begin(.host(code: UUID().uuidString)) }
          Text("Or scan the code of the other phone with the camera")
        }
        if let fault { Text(fault) }
      }
      .onOpenURL { url in
        let parts = url.absoluteString.split(separator: ":")
        if parts.count == 2, parts[0] == "lubdub-ring" { begin(.guest(code: String(parts[1]))) }
      }
    }
  }

  private func begin(_ role: Nearby.Role) {
    do {
      pair?.stop()
      let new = try Pair(role, name: role.name)
      pair = new
      Task { await new.start() }
    } catch {
      fault = "\(error)"
    }
  }
}

extension Nearby.Role {
  /// A name until the app asks for one.
  var name: String {
    switch self {
    case .host: "Host"
    case .guest: "Guest"
    }
  }
}
