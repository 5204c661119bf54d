#if !hasFeature(Embedded)
// A pipeline that continues from call to call; see lubdub.h.

func finite(_ time: Double, _ name: String) throws(Failure) -> Seconds {
  guard time.isFinite else {
    throw Failure("\(name) is \(time), expected a finite number of seconds")
  }
  return Seconds(time)
}

/// Creates a pipeline.
@c @implementation public func lubdub_pipeline_make(
  _ options: UnsafePointer<CChar>?, _ length: Int, _ pipeline: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  makePipeline(options, length, pipeline, vocabulary: .programs)
}

/// Creates a pipeline whose settings can use the names of a vocabulary.
package func makePipeline(
  _ options: UnsafePointer<CChar>?, _ length: Int,
  _ pipeline: UnsafeMutablePointer<OpaquePointer?>?, vocabulary: Vocabulary
) -> OpaquePointer? {
  answer(at: pipeline) { () throws(Failure) in
    let options = try Options(options, length, only: ["settings", "explain"])
    let configuration = try options.configuration(vocabulary: vocabulary)
    let explains = try options.explains()
    return try failing(Status.badSettings) { () throws(SettingError) in
      try LivePipeline(configuration, explains: explains, vocabulary: vocabulary)
    }
  }
}

/// Processes rows.
@c @implementation public func lubdub_pipeline_process(
  _ pipeline: OpaquePointer?, _ rows: UnsafePointer<lubdub_rows>?
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let rows = try Rows(rows)
    return try LivePipeline.of(pipeline).deciding { pipeline, result, decide in
      result.add(rows) {
        (pipeline.process($0, decide), pipeline.estimate, pipeline.zone, pipeline.state)
      }
    }
  }
}

/// Advances to a time.
@c @implementation
public func lubdub_pipeline_advance(_ pipeline: OpaquePointer?, _ time: Double) -> OpaquePointer? {
  answer { () throws(Failure) in
    let time = try finite(time, "time")
    return try LivePipeline.of(pipeline).deciding { pipeline, _, decide in
      pipeline.advance(to: time, decide)
    }
  }
}

/// Ends the session.
@c @implementation
public func lubdub_pipeline_finish(_ pipeline: OpaquePointer?) -> OpaquePointer? {
  answer { () throws(Failure) in
    try LivePipeline.of(pipeline).deciding { pipeline, result, decide in
      result.add("end", [pipeline.finish(decide).value])
    }
  }
}

/// The longest time ahead for which beats are planned, in seconds, because the plan is returned as a list.
private let longestPlan = 3600.0

/// Returns the planned beats.
@c @implementation
public func lubdub_pipeline_plan(_ pipeline: OpaquePointer?, _ until: Double) -> OpaquePointer? {
  answer { () throws(Failure) in
    let pipeline = try LivePipeline.of(pipeline)
    let start = pipeline.read { $0.nextDeadline }?.value ?? until
    guard until.isFinite, until - start <= longestPlan else {
      throw Failure("until is \(until), expected at most \(longestPlan) s after the next deadline")
    }
    let result = Result()
    result.add(pipeline.read { Array($0.plan(until: Seconds(until))) })
    return result
  }
}

/// Returns the time of the next decision of `lubdub_pipeline_advance`.
@c @implementation public func lubdub_pipeline_next_deadline(_ pipeline: OpaquePointer?) -> Double {
  (try? LivePipeline.of(pipeline))?.read { $0.nextDeadline }?.value ?? .nan
}

/// Applies new settings.
@c @implementation public func lubdub_pipeline_apply(
  _ pipeline: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let pipeline = try LivePipeline.of(pipeline)
    let options = try Options(options, length, only: ["settings"])
    let configuration = try options.configuration(vocabulary: pipeline.vocabulary)
    return try failing(Status.badSettings) { () throws(SettingError) in
      try pipeline.deciding { (pipeline, _, decide) throws(SettingError) in
        try pipeline.apply(configuration, decide)
      }
    }
  }
}

/// Frees a pipeline.
@c @implementation public func lubdub_pipeline_release(_ pipeline: OpaquePointer?) {
  LivePipeline.release(pipeline)
}
#endif
