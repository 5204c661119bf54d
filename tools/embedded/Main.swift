@main
struct Main {
  static func main() {
    for line in ReferenceWalk.lines() { print(line) }
  }
}
