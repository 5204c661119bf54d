import Lubdub
import LubdubSupport

/// Prints the settings that the engine knows; the tool compares them with its own.
@main
struct Main {
  static func main() {
    print(String(decoding: JSONWriter.encode(SettingsCatalog.json), as: UTF8.self), terminator: "")
  }
}
