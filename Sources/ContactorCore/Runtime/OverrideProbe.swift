/// Tells whether a class overrides a method of one of its base classes.
///
/// What most classes leave alone need not be called: a frame then takes a shorter way with the same result. Swift has no
/// question for this, so the probe compares words of class metadata: the table of methods of a class begins with its base
/// class's, and an override replaces one word (the layout is part of Swift's stable ABI; without Objective-C, as on Linux).
/// The word is found by comparing a class that overrides the method with one that does not. Where exactly one word does
/// not tell them apart, there is no probe, and the caller takes the long way.
struct OverrideProbe: @unchecked Sendable {
  private let word: Int
  private let inherited: UInt

  /// Creates a probe for the method that `overriding` overrides and `plain` does not, both direct subclasses of `base`.
  init?(base: AnyClass, plain: AnyClass, overriding: AnyClass) {
    let original = Self.words(of: base)
    guard let count = Self.wordCount(of: original) else { return nil }
    let unchanged = Self.words(of: plain)
    let changed = Self.words(of: overriding)
    let candidates = (Self.headerWords..<count).filter { word in
      changed[word] != original[word] && unchanged[word] == original[word]
    }
    guard candidates.count == 1 else { return nil }
    word = candidates[0]
    inherited = original[word]
  }

  /// Whether the class, which must be the base class or derived from it, overrides the method; O(1).
  @inline(__always)
  func isOverridden(in type: AnyClass) -> Bool {
    Self.words(of: type)[word] != inherited
  }

  /// Kind, superclass, flags, instance size, class size, description, destroyer.
  private static let headerWords = 7

  @inline(__always)
  private static func words(of type: AnyClass) -> UnsafePointer<UInt> {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  }

  /// How many words the metadata has from the point that a reference names; `nil` where they are not laid out as known.
  private static func wordCount(of metadata: UnsafePointer<UInt>) -> Int? {
    guard MemoryLayout<UInt>.size == 8 else { return nil }
    let size = Int(metadata[4] & 0xFFFF_FFFF)
    let addressPoint = Int(metadata[4] >> 32)
    guard size > addressPoint, size < 1 << 16, size % 8 == 0, addressPoint % 8 == 0 else { return nil }
    let count = (size - addressPoint) / 8
    return count > headerWords ? count : nil
  }
}
