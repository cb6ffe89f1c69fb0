import ContactorCore
import Foundation

extension Form {
  /// Points and rectangles from one view's coordinates to another's, and back.
  static let conversions = Form(name: "conversions", reads: { !$0.given["convert"].isNull }) { item in
    let views = try Scene(item.given["views"])
    let isOne = item.expect["results"].isNull
    let conversions = isOne ? [item.given["convert"]] : try item.given["convert"].list()
    let expected = isOne ? [item.expect["result"]] : try item.expect["results"].list()
    try match(conversions.count, expected.count)
    for (conversion, result) in zip(conversions, expected) {
      let from = try views[conversion["from"]]
      let to = try views[conversion["to"]]
      let isPoint = conversion["rect"].isNull
      let ours =
        isPoint
        ? from.convert(try Point(conversion["point"]), to: to).numbers
        : from.convert(try Rect(conversion["rect"]), to: to).numbers
      try match(ours, result.numbers(), within: item.expect["tolerance"].numberIfAny ?? 0)
      let back =
        isPoint
        ? to.convert(try Point(conversion["point"]), from: from).numbers
        : to.convert(try Rect(conversion["rect"]), from: from).numbers
      try match(back, ours, within: 0, "asked from the other side")
    }
  }

  /// Which points are in a view.
  static let pointsInside = Form(name: "points inside", reads: { !$0.expect["pointInside"].isNull }) { item in
    let view = View(frame: .zero)
    view.bounds = try Rect(item.given["view"]["bounds"])
    let points = try item.given["points"].list().map { try Point($0) }
    try match(["pointInside": JSON(points.map { view.point(inside: $0, with: nil) })], item.expect.object())
  }

  /// Which view of a tree each point hits.
  static let hits = Form(name: "hits", reads: { $0.area == "hit-test" && !$0.expect["hit"].isNull }) { item in
    var views = try item.given["views"].object()
    for (name, view) in views where view["contentView"] == true { views[name] = .object(["frame": item.given["window"]["content"]]) }
    let scene = try Scene(.object(views))
    // AppKit's points are the parent's; a content view's origin is (0, 0), so here they are the view's own, too.
    let ofParent = try item.given.object().keys.first { $0.hasPrefix("pointsInSuperviewCoordsOf(") }
    let name = ofParent.map { JSON.text(String($0.drop { $0 != "(" }.dropFirst().dropLast())) } ?? item.given["hitTestOn"]
    let root = try scene[name]
    let points = try item.given[ofParent ?? "pointsInRootCoords"].list().map { try Point($0) }
    let found = points.map { root.hitTest($0, with: nil)?.identifier }
    try match(
      [
        "hit": .list(found.map { $0.map { .text($0) } ?? .null }),
        "rootBoundsSize": JSON([root.bounds.size.width, root.bounds.size.height]),
      ], item.expect.object())
  }

  /// Where touches are that no window is under.
  static let touchLocations = Form(name: "touch locations", reads: { !$0.expect["locationIn(nil)"].isNull }) { item in
    let rig = Rig()
    rig.application.removeWindow(rig.window)
    try rig.play(item.given["touches"])
    try match(["locationIn(nil)": .list(rig.touches.map { JSON($0.location(in: nil)) })], item.expect.object())
    try match(rig.touches.allSatisfy { $0.window == nil && $0.view == nil }, true)
  }

  /// The velocity of a series of samples.
  static let samples = Form(name: "samples", reads: { !$0.given["samples"].isNull }) { item in
    let velocity = try velocity(item)
    let share = (item.expect["tolerance"].textIfAny?.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 100
    var ours: [String: JSON] = [:]
    // Of the answers to a sudden stop ours is the one that does not turn back.
    let expected = try item.expect.object().filter { $0.key != "tolerance" && $0.key != "LSQ2" }
    for (name, value) in expected where ["velocity", "vx", "LSQ2_RESTRICTED"].contains(name) {
      let numbers = velocity.map { name == "vx" ? [$0[0]] : $0 }
      let theirs = value.numberIfAny.map { [$0] } ?? (try? value.numbers()) ?? []
      let isNear =
        numbers.map {
          $0.count == theirs.count && zip($0, theirs).allSatisfy { ($0 - $1).magnitude <= max(share, 1e-6) * $1.magnitude + 1e-9 }
        } ?? value.isNull
      ours[name] = isNear ? value : numbers.map { JSON($0) } ?? .null
    }
    try match(ours, expected)
  }

  /// As of the last sample, or so long after it as the case says; `nil` without samples.
  private static func velocity(_ item: Case) throws -> [Double]? {
    var tracker = VelocityTracker()
    if !item.given["weight"].isNull {
      // The source mixes no more than two samples, however old: the horizon is set so.
      tracker.horizon = .seconds(10)
      tracker.stopTime = .seconds(10)
    }
    var limited = tracker
    var last = Timestamp(microseconds: 0)
    let samples = try item.given["samples"].list().map { sample in
      (
        Timestamp(microseconds: Int64((try sample["t"].number() * 1000).rounded())),
        sample["p"].isNull ? try Point(sample["x"], sample["y"]) : try Point(sample["p"])
      )
    }
    for (time, place) in samples {
      tracker.add(place, at: time)
      last = time
    }
    if tracker.estimate(at: last) == nil { return nil }
    last = last + .microseconds(Int64((item.given["upDelayMs"].numberIfAny ?? 0) * 1000))
    guard let limit = item.given["maxVelocity"].textIfAny else { return tracker.velocity(at: last).numbers }
    // `v/2`: half of the speed of the samples, which is steady.
    guard limit.hasPrefix("v/"), let divisor = Double(limit.dropFirst(2)) else { throw MalformedCase(.text(limit), "v/number") }
    let times = try item.given["samples"].list().map { try $0["t"].number() }
    guard let first = samples.first?.1, let end = samples.last?.1, let from = times.first, let to = times.last, to > from else {
      return nil
    }
    let way = end - first
    limited.maximumSpeed = (way.x * way.x + way.y * way.y).squareRoot() / (to - from) * 1000 / divisor
    for (time, place) in samples { limited.add(place, at: time) }
    return limited.velocity(at: last).numbers
  }
}

/// Views as a case describes them: frame, then transform, then bounds or frame set again.
struct Scene {
  private var views: [String: View] = [:]

  init(_ json: JSON) throws {
    var waiting = try json.object()
    while !waiting.isEmpty {
      let before = waiting.count
      for (name, description) in waiting {
        let parent = description["parent"].textIfAny
        if let parent, views[parent] == nil { continue }
        let view = try Self.view(description)
        view.identifier = name
        if let parent { views[parent]?.addSubview(view) }
        views[name] = view
        waiting[name] = nil
      }
      guard waiting.count < before else { throw MalformedCase(json, "parents that are there") }
    }
  }

  subscript(_ name: JSON) -> View {
    get throws {
      guard let view = views[try name.text()] else { throw MalformedCase(name, "a view of the case") }
      return view
    }
  }

  private static func view(_ description: JSON) throws -> View {
    let view = View(frame: description["frame"].isNull ? .zero : try Rect(description["frame"]))
    let transform = description["transform"]
    if let angle = transform["rotateRadians"].numberIfAny {
      view.transform = AffineTransform(cosine: cos(angle), sine: sin(angle))
    } else if !transform["scale"].isNull {
      view.transform = AffineTransform(scaleX: try transform["scale"][0].number(), y: try transform["scale"][1].number())
    } else if !transform["translate"].isNull {
      view.transform = AffineTransform(
        translationX: try transform["translate"][0].number(), y: try transform["translate"][1].number())
    }
    if !description["thenBounds"].isNull { view.bounds = try Rect(description["thenBounds"]) }
    if !description["thenFrame"].isNull { view.frame = try Rect(description["thenFrame"]) }
    if !description["bounds"].isNull { view.bounds = try Rect(description["bounds"]) }
    return view
  }
}
