import Foundation
import SwiftUI

/// Two phones that find each other by a QR code, feel a heart that quickens as they come closer, and pass a ring.
///
/// To run it on two iPhones with ultra-wideband (11 or later, except SE and 16e):
///
/// 1. In Xcode, make a new iOS app with SwiftUI for iOS 17 or later. Delete its Swift files, and add those of this folder.
/// 2. Choose *File, Add Package Dependencies*, then *Add Local*, and the folder of Lubdub. Add the products `Lubdub`,
///    `LubdubLive`, and `LubdubApple` to the app.
/// 3. On the target's tab *Info*, add `NSNearbyInteractionUsageDescription` and `NSLocalNetworkUsageDescription`, each with
///    a sentence for the user; `NSBonjourServices`, a list of one: `_lubdub-ring._tcp`; and the URL scheme `lubdub-ring`.
/// 4. On the tab *Signing & Capabilities*, choose your team. Run the app on both phones.
/// 5. Tap *Begin* on one phone. Scan its code with the camera of the other, and grant the permissions on both.
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
  /// A default name until the app asks for one.
  var name: String {
    switch self {
    case .host: "Host"
    case .guest: "Guest"
    }
  }
}
