package func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
  number == 1 ? "1 \(one)" : "\(number) \(many ?? one + "s")"
}
