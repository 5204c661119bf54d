/// The values of a closure, read `rate` times per second, until it returns `nil` or reading ends.
func ticking<C: Clock, Value: Sendable>(
  _ clock: C, perSecond rate: Double, _ value: @escaping @Sendable () async -> Value?
) -> AsyncStream<Value> where C.Duration == Duration {
  // The comparison is false for NaN.
  let rate = rate > 0.01 ? min(rate, 240) : 0.01
  return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { reader in
    let task = Task {
      var next = clock.now
      while !Task.isCancelled, let value = await value() {
        reader.yield(value)
        next = max(next.advanced(by: .seconds(1 / rate)), clock.now)
        try? await clock.sleep(until: next, tolerance: nil)
      }
      reader.finish()
    }
    reader.onTermination = { _ in task.cancel() }
  }
}
