func checkLength(_ length: Double, _ path: String) throws(SettingError) {
  guard length.isFinite, length >= 0 else {
    throw SettingError(
      key: path, found: "\(length)", expected: "a finite number that is not negative")
  }
}

func checkShare(_ share: Double, _ path: String) throws(SettingError) {
  guard (0...1).contains(share) else {
    throw SettingError(key: path, found: "\(share)", expected: "a number from 0 to 1")
  }
}

func checkPositive(_ time: Seconds, _ path: String) throws(SettingError) {
  guard time.isFinite, time.value > 0 else {
    throw SettingError(key: path, found: "\(time)", expected: "a positive, finite time")
  }
}
