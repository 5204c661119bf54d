import SwiftUI

/// Opens a haptic file or a settings file, and plays it: browsers on a phone cannot vibrate as well.
@main
struct FeelApp: App {
  var body: some Scene {
    WindowGroup { FeelView() }
  }
}
