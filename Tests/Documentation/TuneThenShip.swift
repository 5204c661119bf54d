import Lubdub

func shipped(_ bytes: [UInt8]) throws -> Configuration {
  try SettingsJSON.decode(bytes, source: "tuned.json")
}

func written(_ configuration: Configuration) -> [UInt8] {
  SettingsJSON.encode(configuration)
}
