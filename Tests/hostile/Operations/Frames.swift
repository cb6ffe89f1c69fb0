import ContactorCore

extension Operation {
  /// Time and touches: frames of contacts, their cancellation, moments, and what can be read of touches.
  static let frames: [Operation] = handling + feeding + touching

  private static let contact: [Domain] = [Domain(.contacts), Domain(.phases), .coordinate, .coordinate, Domain(.tools)]
  private static let each = "contact($0, $1, $2, $3, $4)"

  private static let handling: [Operation] = [
    Operation(
      "handle", "$0.handle(frame($1, $2$*))", [.application, Domain(.devices), .moment], tail: contact, each: each, weight: 0, inside: 6
    ) {
      $0.the(0, Application.self).handle($0.frame)
    },
    Operation(
      "handleMerging", "$0.handle(merging: Array(repeating: frame($1, $2$*), count: 3))", [.application, Domain(.devices), .moment],
      tail: contact, each: each, weight: 0, inside: 1
    ) {
      $0.the(0, Application.self).handle(merging: Array(repeating: $0.frame, count: 3))
    },
    Operation(
      "handleMany", "$0.handle(frame($1, $2, (0..<40).map { id in contact(100 + id, $3, Double(id * 8), $4) }))",
      [.application, Domain(.devices), .moment, Domain(.phases), .coordinate], weight: 1
    ) {
      let contacts = (0..<40).map { id in
        Contact(trackingID: 100 + id, slot: id % 10, phase: .began, location: Point(x: Double(id * 8), y: 0))
      }
      var frame = TouchFrame(device: DeviceID(rawValue: $0.value(1, .devices)), timestamp: $0.moment, contacts: contacts)
      for index in frame.contacts.indices {
        frame.contacts[index].phase = $0.value(3, .phases)
        frame.contacts[index].location.y = $0.value(4, .coordinates)
      }
      $0.the(0, Application.self).handle(frame)
    },
    Operation("advance", "$0.advance(to: $1)", [.application, .moment], weight: 4) { $0.the(0, Application.self).advance(to: $0.moment) },
    Operation("cancelAll", "$0.cancelTouches()", [.application], weight: 1, inside: 4) { $0.the(0, Application.self).cancelTouches() },
    Operation("cancelDevice", "$0.cancelTouches(of: DeviceID(rawValue: $1))", [.application, Domain(.devices)], weight: 1) {
      $0.the(0, Application.self).cancelTouches(of: DeviceID(rawValue: $0.value(1, .devices)))
    },
  ]

  private static let feeding: [Operation] = [
    Operation(
      "makeFeed", "$0 = ContactFeed(device: DeviceID(rawValue: $1), clock: $2)",
      [Domain(new: .feed), Domain(.devices), Domain(.clocks)], weight: 1
    ) {
      let feed = ContactFeed(device: DeviceID(rawValue: $0.value(1, .devices)), clock: $0.value(2, .clocks))
      $0.world.put(FeedHolder(feed), at: $0.name(0))
    },
    Operation("feedDown", "$0.down(Int32($1), at: Point(x: $2, y: $3))", [Domain([.feed]), Domain(.contacts), .coordinate, .coordinate]) {
      $0.the(0, FeedHolder.self).feed.down($0.value(1, .contacts), at: $0.point(2))
    },
    Operation("feedMove", "$0.moved(Int32($1), at: Point(x: $2, y: $3))", [Domain([.feed]), Domain(.contacts), .coordinate, .coordinate]) {
      $0.the(0, FeedHolder.self).feed.moved($0.value(1, .contacts), at: $0.point(2))
    },
    Operation("feedUp", "$0.up(Int32($1))", [Domain([.feed]), Domain(.contacts)]) {
      $0.the(0, FeedHolder.self).feed.up($0.value(1, .contacts))
    },
    Operation("feedCancel", "$0.cancelled(Int32($1))", [Domain([.feed]), Domain(.contacts)], weight: 1) {
      $0.the(0, FeedHolder.self).feed.cancelled($0.value(1, .contacts))
    },
    Operation("feedCancelAll", "$0.cancelAll()", [Domain([.feed])], weight: 1) { $0.the(0, FeedHolder.self).feed.cancelAll() },
    Operation("feedTicks", "$0.handle($1.frame(at: $2))", [.application, Domain([.feed]), .count], weight: 3) {
      $0.the(0, Application.self).handle($0.the(1, FeedHolder.self).feed.frame(at: $0.count(2)))
    },
    Operation("feedMoment", "$0.handle($1.frame(at: $2))", [.application, Domain([.feed]), .moment], weight: 3) {
      $0.the(0, Application.self).handle($0.the(1, FeedHolder.self).feed.frame(at: $0.moment))
    },
  ]

  private static let touching: [Operation] = [
    Operation(
      "readKept", "for touch in $0.touches { _ = (touch.location(in: $1), touch.view, touch.gestureRecognizers.count) }",
      [.touches, .anyViewOrNil],
      weight: 2
    ) {
      for touch in $0.the(0, TouchHolder.self).touches {
        _ = (touch.location(in: $0.maybe(1)), touch.view, touch.gestureRecognizers.count)
      }
    },
    Operation(
      "readEvent",
      "for touch in $0.event.allTouches { _ = ($0.event.coalescedTouches(for: touch), $0.event.predictedTouches(for: touch)) }",
      [.application]
    ) {
      let event = $0.the(0, Application.self).event
      for touch in event.allTouches { _ = (event.coalescedTouches(for: touch), event.predictedTouches(for: touch)) }
    },
    Operation(
      "touchesFor", "_ = ($0.event.touches(for: $1 as View).count, $0.event.touches(for: $2).count)",
      [.application, .anyView, .recognizer()],
      weight: 1
    ) {
      let event = $0.the(0, Application.self).event
      _ = (event.touches(for: $0.the(1, View.self)).count, event.touches(for: $0.the(2, GestureRecognizer.self)).count)
    },
    Operation("predictKept", "for touch in $0.touches { _ = $0.event?.predictedTouches(for: touch) }", [.touches], weight: 1) {
      let kept = $0.the(0, TouchHolder.self)
      for touch in kept.touches { _ = kept.event?.predictedTouches(for: touch) }
    },
  ]
}

extension Arguments {
  /// The frame that the operands make: a device, a moment, contacts of five operands each.
  var frame: TouchFrame {
    let contacts = stride(from: 3, to: operands.count, by: 5).map { start in
      let id = value(start, .contacts)
      var contact = Contact(trackingID: id, slot: id % 10, phase: value(start + 1, .phases), location: point(start + 2))
      contact.tool = value(start + 4, .tools)
      return contact
    }
    return TouchFrame(device: DeviceID(rawValue: value(1, .devices)), timestamp: moment, contacts: contacts)
  }
}
