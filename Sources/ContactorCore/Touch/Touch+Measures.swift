extension Touch {
  /// Where the touch is, as exactly as the device tells; here the same as `location(in:)`, which is not rounded.
  public func preciseLocation(in view: View?) -> Point { location(in: view) }

  /// Where the touch was, as exactly as the device told.
  public func precisePreviousLocation(in view: View?) -> Point { previousLocation(in: view) }

  /// Half of the contact's longer axis, in points; 0 where the panel does not report it.
  public var majorRadius: Double { (contact.touchMajor ?? 0) / 2 }

  /// How far `majorRadius` may be off, in points: half of what lies between the contact's two axes.
  ///
  /// Panels do not state it; a finger's outline is no better known than its two axes differ. 0 where one is unknown.
  public var majorRadiusTolerance: Double {
    guard let major = contact.touchMajor, let minor = contact.touchMinor else { return 0 }
    return (major - minor).magnitude / 2
  }

  /// How hard the finger presses, 0 … `maximumPossibleForce`; 0 where the panel does not report it.
  public var force: Double { contact.pressure ?? 0 }

  /// The greatest force that the panel can report: 1, or 0 where it reports none.
  public var maximumPossibleForce: Double { contact.pressure == nil ? 0 : 1 }
}
