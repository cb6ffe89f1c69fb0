public import ContactorCore

/// An object that is asked and told about a scroll view (contract 7.6); every method has a default, and the view holds it weakly.
///
/// Each method may do anything: set the offset or the size, remove the view, take its place as the delegate away.
public protocol ScrollViewDelegate: AnyObject {
  /// The offset changed: by a finger, by a motion, or by code.
  func scrollViewDidScroll(_ scrollView: ScrollView)
  /// A finger begins to drag the content.
  func scrollViewWillBeginDragging(_ scrollView: ScrollView)
  /// The finger was lifted, with a velocity in points per millisecond, as UIKit has it; the motion would end at the target.
  ///
  /// A changed target is where the content goes, within its limits; NaN and infinities leave it as it was.
  func scrollViewWillEndDragging(_ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point)
  /// The finger was lifted or taken away, and the content goes on by itself or not.
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerates: Bool)
  /// The content goes on by itself.
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView)
  /// The content has come to rest, or a finger or code stopped it.
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView)
  /// An animated change of the offset has ended, or was stopped.
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView)
  /// Whether `scrollToTop(animated:)` may scroll.
  func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool
  /// The view inside the scroll view that is zoomed; `nil` for none.
  func viewForZooming(in scrollView: ScrollView) -> View?
  /// Fingers begin to zoom a view.
  func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?)
  /// The zoom scale changed.
  func scrollViewDidZoom(_ scrollView: ScrollView)
  /// Zooming has ended, with the scale within its limits again.
  func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double)
}

extension ScrollViewDelegate {
  /// Does nothing.
  public func scrollViewDidScroll(_ scrollView: ScrollView) {}

  /// Does nothing.
  public func scrollViewWillBeginDragging(_ scrollView: ScrollView) {}

  /// Keeps the target.
  public func scrollViewWillEndDragging(_ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point) {}

  /// Does nothing.
  public func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerates: Bool) {}

  /// Does nothing.
  public func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {}

  /// Does nothing.
  public func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {}

  /// Does nothing.
  public func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {}

  /// Lets the view scroll.
  public func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool { true }

  /// Zooms nothing.
  public func viewForZooming(in scrollView: ScrollView) -> View? { nil }

  /// Does nothing.
  public func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) {}

  /// Does nothing.
  public func scrollViewDidZoom(_ scrollView: ScrollView) {}

  /// Does nothing.
  public func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double) {}
}
