extension TuningResult {
  /// The result as JSON. Costs are relative to the initial settings, whose cost is 1, and measures are in their own units.
  public var json: JSONValue {
    .object([
      "complete": .bool(isComplete), "objective": .string(task.objective.name),
      "budget": .number(Double(task.budget)), "seed": .string("\(task.seed)"),
      "calibrated": .bool(task.isCalibrated), "cost": .number(cost),
      "held_out_cost": .optional(heldOutCost),
      "verdict": test.map { .string($0.verdict.rawValue) } ?? .null, "advised": .bool(isAdvised),
      "test": test?.json ?? .null,
      "bounds": .array(datasets.flatMap { set in bounds(set).map { $0.json(set.name) } }),
      "sessions": .optional(task.sessionNote),
      "truth": .array(
        task.offsets.map { offset in
          .object(offset.members.merging(["dataset": .string(offset.dataset)]) { $1 })
        }),
      "settings": settingsJSON,
      "datasets": .array(datasets.map { json(of: $0) }),
      "groups": .array(groups.map(\.json)),
      "sensitivity": .array(sensitivities.map(\.json)),
      "importance": .array(
        importances.map {
          [
            "key": .string($0.key), "share": .number(($0.share * 1e6).rounded() / 1e6),
            "candidates": .number(Double($0.candidates.count)),
          ]
        }),
      "front": .array(front.map { json(of: $0) }),
      "measures": JSONValue(members: Measure.allCases.map { ($0.rawValue, .string($0.unit)) }),
      "warnings": .array(warnings.map { .string($0) }),
    ])
  }

  private var settingsJSON: JSONValue {
    JSONValue(
      members: zip(task.space.dimensions, values).map { dimension, value in
        let start = dimension.target.value(in: task.base)
        return (
          dimension.key,
          [
            "tuned": dimension.json(value), "default": JSONValue(start),
            "range": [.number(dimension.range.lowerBound), .number(dimension.range.upperBound)],
            "scale": .string(dimension.scale.rawValue),
          ]
        )
      })
  }

  private func values(_ values: [Double]) -> JSONValue {
    JSONValue(members: zip(task.space.dimensions, values).map { ($0.key, $0.json($1)) })
  }

  private func json(of point: FrontPoint) -> JSONValue {
    let costs = zip(task.objective.terms, point.costs).map { ($0.name, JSONValue.number($1)) }
    return [
      "settings": values(point.values), "costs": JSONValue(members: costs),
      "measures": point.summary?.json ?? .null,
    ]
  }

  private func json(of set: Dataset) -> JSONValue {
    .object([
      "dataset": .string(set.name), "recordings": .number(Double(set.recordings)),
      "tuned": set.tuned.json, "default": set.defaults.json,
      "held_out": set.heldOut?.json ?? .null,
      "baselines": JSONValue(members: set.baselines.map { ($0.estimator.name, $0.summary.json) }),
      "tuned_cost": .number(set.tunedCost), "held_out_cost": .optional(set.heldOutCost),
    ])
  }
}

extension Dimension {
  fileprivate func json(_ value: Double) -> JSONValue {
    if case .text(let word) = settingValue(value) { return .string(word) }
    return .number(value)
  }
}

extension TuningResult.Bound {
  fileprivate func json(_ dataset: String) -> JSONValue {
    let (word, record): (String?, Int) =
      switch answer {
      case .yes: ("yes", 0)
      case .no: ("no", 0)
      case .record(let count): ("not enough to say", count)
      case nil: (nil, 0)
      }
    return [
      "want": .string(goal.description), "dataset": .string(dataset), "before": .number(before),
      "these_recordings": .number(here), "held_out": .optional(heldOut), "answer": .optional(word),
      "record": .number(Double(record)),
    ]
  }
}

extension TuningResult.Group {
  fileprivate var json: JSONValue {
    .object([
      "radios": .array(radios.map(\.rawValue).sorted().map { .string($0) }),
      "keys": .array(keys.map { .string($0) }), "idle": .array(idle.map { .string($0) }),
      "restarts": .array(restarts.map { .number($0) }), "least": .number(least),
      "test": test?.json ?? .null, "rows": .array(rows.map(\.json)),
    ])
  }
}

extension TuningResult.Row {
  fileprivate var json: JSONValue {
    func list(_ rates: [Double?]) -> JSONValue {
      JSONValue(
        members: zip(FeltTable.Axis.allCases, rates).map { ($0.name, .optional($1)) })
    }
    return [
      "role": .string(name), "these_recordings": list(rates.here),
      "held_out": list(rates.heldOut), "reach": list(rates.reach),
    ]
  }
}

extension GainTest {
  fileprivate var json: JSONValue {
    .object([
      "verdict": .string(verdict.rawValue), "loss": .string(loss.rawValue),
      "expected": .number(expected), "at_least": .number(atLeast), "here": .number(inSample),
      "later_contacts": .number(laterContacts), "p": .number(p), "critical": .number(critical),
      "deviation": .number(deviation), "sessions": .number(Double(sessions)),
      "record": .number(Double(record)),
    ])
  }
}

extension TuningResult.Sensitivity {
  fileprivate var json: JSONValue {
    .object([
      "key": .string(key), "span": .number(span),
      "values": .array(values.map { .number($0) }), "costs": .array(costs.map { .number($0) }),
    ])
  }
}

extension Summary {
  fileprivate var json: JSONValue {
    let measures = Measure.allCases.map { ($0.rawValue, JSONValue.optional(value(of: $0))) }
    let others: [(String, JSONValue)] = [
      ("unanswered", .number(unanswered)), ("true-changes", .number(trueChanges)),
      ("seconds", .number(time)), ("coverage", .optional(coverage)),
      ("interval-width", .optional(intervalWidth)),
    ]
    return JSONValue(members: measures + others)
  }
}
