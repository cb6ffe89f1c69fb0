import ContactorCore
import Foundation
import Testing

extension Conformance {
  @Suite("swift-win32: conversions recorded on an iPhone")
  struct SwiftWin32 {
    @Test("The case holds", arguments: Case.all(in: "swift-win32"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "convert-siblings": converts, "rot-4": converts, "rot-5": converts, "all-2": converts, "all-3": converts,
      "responder-defaults": { item in
        let responder = Responder()
        try match(responder.next == nil, item.expect["next"].isNull)
        try match(responder.isFirstResponder, item.expect["isFirstResponder"].flag())
        try match(responder.canBecomeFirstResponder, item.expect["canBecomeFirstResponder"].flag())
        try match(responder.canResignFirstResponder, item.expect["canResignFirstResponder"].flag())
      },
    ]

    private static let converts: Check = { item in
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
        try match(ours, result.numbers(), within: 1e-10)
        let back =
          isPoint
          ? to.convert(try Point(conversion["point"]), from: from).numbers
          : to.convert(try Rect(conversion["rect"]), from: from).numbers
        try match(back, ours, within: 0, "asked from the other side")
      }
    }
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
