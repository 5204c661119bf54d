package struct Failure: Error {
  package let status: Int32
  package let message: String

  package init(_ status: Int32, _ message: String) {
    self.status = status
    self.message = message
  }

  /// Creates a failure because of a wrong argument.
  package init(_ message: String) { self.init(Status.badArgument, message) }
}

package func failing<Value, Fault: Error & CustomStringConvertible>(
  _ status: Int32, _ start: String = "", _ body: () throws(Fault) -> Value
) throws(Failure) -> Value {
  do {
    return try body()
  } catch {
    throw Failure(status, start + error.description)
  }
}

/// Runs the body of a call and turns a failure into a result.
package func answer(_ body: () throws(Failure) -> Result) -> OpaquePointer? {
  do {
    return try body().retained()
  } catch {
    return Result(error.status, error.message).retained()
  }
}

package func answer<Object: HeldByC>(
  at place: UnsafeMutablePointer<OpaquePointer?>?, _ make: () throws(Failure) -> Object
) -> OpaquePointer? {
  answer { () throws(Failure) in
    guard let place else { throw Failure("\(Object.name) is null") }
    place.pointee = try make().retained()
    return Result()
  }
}

package protocol HeldByC: AnyObject {
  static var name: String { get }
}

extension HeldByC {
  /// Returns the pointer for C, which C frees with `release`.
  package func retained() -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(self).toOpaque())
  }

  package static func of(_ pointer: OpaquePointer?) throws(Failure) -> Self {
    guard let pointer else { throw Failure("\(name) is null") }
    return Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }

  package static func release(_ pointer: OpaquePointer?) {
    guard let pointer else { return }
    Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release()
  }
}
