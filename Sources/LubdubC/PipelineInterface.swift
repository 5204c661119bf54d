#if !hasFeature(Embedded)
public import CLubdub
package import Lubdub
internal import LubdubSessions

// A pipeline that goes on from call to call, as lubdub.h shows.

func finite(_ time: Double, _ name: String) throws(Failure) -> Seconds {
  guard time.isFinite else {
    throw Failure(Status.badArgument, "\(name) is \(time), expected a finite number of seconds")
  }
  return Seconds(time)
}

/// Makes a pipeline.
@c @implementation
public func lubdub_pipeline_make(
  _ options: UnsafePointer<CChar>?, _ length: Int,
  _ pipeline: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  makePipeline(options, length, pipeline, vocabulary: .programs)
}

/// Makes a pipeline whose settings may name what a vocabulary has.
package func makePipeline(
  _ options: UnsafePointer<CChar>?, _ length: Int,
  _ pipeline: UnsafeMutablePointer<OpaquePointer?>?, vocabulary: Vocabulary
) -> OpaquePointer? {
  answer { () throws(Failure) in
    guard let pipeline else { throw Failure(Status.badArgument, "pipeline is null") }
    let options = try Options(options, length)
    try options.requireOnly(["settings", "explain"])
    let configuration = try options.configuration(vocabulary: vocabulary)
    let explains = try options.explains()
    do throws(SettingError) {
      let made = try LivePipeline(
        configuration, explains: explains, vocabulary: vocabulary)
      pipeline.pointee = OpaquePointer(Unmanaged.passRetained(made).toOpaque())
      return Result()
    } catch {
      throw Failure(Status.badSettings, error.description)
    }
  }
}

/// Folds in rows.
@c @implementation
public func lubdub_pipeline_process(
  _ pipeline: OpaquePointer?, _ rows: UnsafePointer<lubdub_rows>?
) -> OpaquePointer? {
  answer { () throws(Failure) in try LivePipeline.of(pipeline).process(Rows(rows)) }
}

/// Lets time pass.
@c @implementation
public func lubdub_pipeline_advance(_ pipeline: OpaquePointer?, _ time: Double) -> OpaquePointer? {
  answer { () throws(Failure) in
    try LivePipeline.of(pipeline).advance(to: finite(time, "time"))
  }
}

/// Ends the session.
@c @implementation
public func lubdub_pipeline_finish(_ pipeline: OpaquePointer?) -> OpaquePointer? {
  answer { () throws(Failure) in try LivePipeline.of(pipeline).finish() }
}

/// The longest time ahead that beats are planned for, in seconds: they are handed over as a list.
private let longestPlan = 3600.0

/// The beats that are planned.
@c @implementation
public func lubdub_pipeline_plan(_ pipeline: OpaquePointer?, _ until: Double) -> OpaquePointer? {
  answer { () throws(Failure) in
    let pipeline = try LivePipeline.of(pipeline)
    let start = pipeline.nextDeadline?.value ?? until
    guard until.isFinite, until - start <= longestPlan else {
      throw Failure(
        Status.badArgument,
        "until is \(until), expected at most \(longestPlan) s after the next deadline")
    }
    return pipeline.plan(until: Seconds(until))
  }
}

/// When time has next to pass.
@c @implementation
public func lubdub_pipeline_next_deadline(_ pipeline: OpaquePointer?) -> Double {
  (try? LivePipeline.of(pipeline))?.nextDeadline?.value ?? .nan
}

/// Takes new settings over.
@c @implementation
public func lubdub_pipeline_apply(
  _ pipeline: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let pipeline = try LivePipeline.of(pipeline)
    let options = try Options(options, length)
    try options.requireOnly(["settings"])
    let configuration = try options.configuration(vocabulary: pipeline.vocabulary)
    do throws(SettingError) {
      return try pipeline.apply(configuration)
    } catch {
      throw Failure(Status.badSettings, error.description)
    }
  }
}

/// Frees a pipeline.
@c @implementation
public func lubdub_pipeline_release(_ pipeline: OpaquePointer?) {
  guard let pipeline else { return }
  Unmanaged<LivePipeline>.fromOpaque(UnsafeRawPointer(pipeline)).release()
}

extension LivePipeline {
  fileprivate static func of(_ pointer: OpaquePointer?) throws(Failure) -> LivePipeline {
    guard let pointer else { throw Failure(Status.badArgument, "pipeline is null") }
    return Unmanaged<LivePipeline>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }
}
#endif
