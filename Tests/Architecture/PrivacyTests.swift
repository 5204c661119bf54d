import Foundation
import Testing

/// The privacy manifests that an app with Lubdub submits.
@Suite struct PrivacyTests {
  /// The categories that the sources of a module need, by the words that show the need:
  /// https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api
  private static var words: [(category: String, pattern: Regex<Substring>)] {
    [
      ("FileTimestamp", /\bf?stat\(|contentModificationDate|creationDate/),
      ("SystemBootTime", /systemUptime|mach_absolute_time/),
      ("DiskSpace", /volumeAvailableCapacity|statfs\(/),
      ("UserDefaults", /UserDefaults/),
    ]
  }

  @Test func `Each module for apps declares exactly the privacy reasons it needs`() throws {
    let manifest = try Manifest.read.get()
    let apps = [
      "LubdubSupport", "Lubdub", "LubdubLive", "LubdubApple", "LubdubHaptics", "LubdubExtras",
    ]
    for module in manifest.modules where apps.contains(module.name) {
      let used = try Set(
        module.sources(in: manifest.root).flatMap { _, source in
          Self.words.filter { source.contains($0.pattern) }.map {
            "NSPrivacyAccessedAPICategory\($0.category)"
          }
        })
      let url = manifest.root.appending(path: "\(module.path)/PrivacyInfo.xcprivacy")
      guard let data = try? Data(contentsOf: url) else {
        #expect(used.isEmpty, "\(module.name) has no privacy manifest")
        continue
      }
      let list = try #require(
        PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
      #expect(list["NSPrivacyTracking"] as? Bool == false)
      let types = try #require(list["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
      #expect(Set(types.compactMap { $0["NSPrivacyAccessedAPIType"] as? String }) == used)
      for type in types {
        let reasons = type["NSPrivacyAccessedAPITypeReasons"] as? [String] ?? []
        #expect(!reasons.isEmpty, "\(module.name)")
      }
    }
  }
}
