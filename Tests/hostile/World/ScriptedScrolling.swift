import ContactorControls
import ContactorCore

// Views that scroll, wheels, and the delegates and data sources that may lie to them.

/// A scroll view.
final class ScriptedScrollView: ScrollView, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func didScroll() { script.play(.didScroll) { super.didScroll() } }
  override func didEndScrolling() { script.play(.didEndScrolling) { super.didEndScrolling() } }
  override func touchesShouldCancel(in view: View) -> Bool { script.ask(.touchesShouldCancel) { super.touchesShouldCancel(in: view) } }
  override func layoutSubviews() { script.play(.layoutSubviews) { super.layoutSubviews() } }
  override func hitTest(_ point: Point, with event: Event?) -> View? { script.find { super.hitTest(point, with: event) } }
  override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    script.ask(.gestureShouldBegin) { super.gestureRecognizerShouldBegin(recognizer) }
  }
}

/// A page view.
final class ScriptedPageView: PageView, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func didScroll() { script.play(.didScroll) { super.didScroll() } }
  override func didEndScrolling() { script.play(.didEndScrolling) { super.didEndScrolling() } }
}

/// A knob.
final class ScriptedKnob: Knob, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    script.play(.sendAction) { super.sendAction(action, to: target, for: event) }
  }
  override func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    script.ask(.continueTracking) { super.continueTracking(touch, with: event) }
  }
}

/// A picker.
final class ScriptedPickerView: PickerView, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    script.ask(.beginTracking) { super.beginTracking(touch, with: event) }
  }
  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    script.play(.sendAction) { super.sendAction(action, to: target, for: event) }
  }
}

/// A label.
final class ScriptedLabel: Label, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }
}

/// A progress view.
final class ScriptedProgressView: ProgressView, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }
}

extension ScriptedDelegate: ScrollViewDelegate {
  func scrollViewDidScroll(_ scrollView: ScrollView) { script.play(.scrolled) }
  func scrollViewWillBeginDragging(_ scrollView: ScrollView) { script.play(.willBeginDragging) }
  func scrollViewWillEndDragging(_ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point) {
    let target = targetContentOffset.y
    targetContentOffset.y = script.length(.willEndDragging) { target }
  }
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerates: Bool) { script.play(.didEndDragging) }
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) { script.play(.willBeginDecelerating) }
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { script.play(.didEndDecelerating) }
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) { script.play(.didEndAnimation) }
  func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool { script.ask(.shouldScrollToTop) { true } }
  func viewForZooming(in scrollView: ScrollView) -> View? {
    let number = script.count(.viewForZooming) { 0 }
    return scrollView.subviews.indices.contains(number) ? scrollView.subviews[number] : script.view(number)
  }
  func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) { script.play(.willBeginZooming) }
  func scrollViewDidZoom(_ scrollView: ScrollView) { script.play(.didZoom) }
  func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double) { script.play(.didEndZooming) }
}

extension ScriptedDelegate: PageViewDataSource, PageViewDelegate {
  func numberOfPages(in pageView: PageView) -> Int { script.count(.numberOfPages) { 3 } }
  func pageView(_ pageView: PageView, viewForPageAt index: Int) -> View? { script.view(script.count(.pageAt) { index }) }
  func pageView(_ pageView: PageView, didShowPageAt index: Int) { script.play(.didShowPage) }
}

extension ScriptedDelegate: PickerViewDataSource, PickerViewDelegate {
  func numberOfComponents(in pickerView: PickerView) -> Int { script.count(.numberOfComponents) { 2 } }
  func pickerView(_ pickerView: PickerView, numberOfRowsInComponent component: Int) -> Int { script.count(.pickerRows) { 10 } }
  func pickerView(_ pickerView: PickerView, titleForRow row: Int, forComponent component: Int) -> String? {
    script.text(.pickerTitle) { "\(row)" }
  }
  func pickerView(_ pickerView: PickerView, didSelectRow row: Int, inComponent component: Int) { script.play(.didSelectPickerRow) }
}
