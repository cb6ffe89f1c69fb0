extension Window {
  /// Closes the window if its delegate lets it (contract 8.2).
  ///
  /// - Returns: false where the delegate said no.
  @discardableResult
  public func performClose() -> Bool {
    if link.methods.contains(.shouldClose), delegate?.windowShouldClose(self) == false { return false }
    close()
    return true
  }

  /// Closes the window without asking: tells `WillClose`, cancels its touches and takes it out of its application.
  ///
  /// A window that is in no application has nothing to close.
  public func close() {
    guard let owner else { return }
    owner.notifications.post(WillClose(sender: self))
    // An observer may have closed it already.
    self.owner?.removeWindow(self)
  }

  /// Makes the window as large as useful, or, where it is so already, as it was before (contract 8.2).
  ///
  /// The delegate may choose another frame than the whole screen, and may refuse.
  ///
  /// - Parameter screen: the largest frame that the window can have, in points of the screen.
  /// - Returns: false where the delegate said no.
  @discardableResult
  public func zoom(in screen: Rect) -> Bool {
    var standard = screen
    if link.methods.contains(.willUseStandardFrame), let delegate {
      standard = delegate.windowWillUseStandardFrame(self, defaultFrame: screen)
    }
    let isZoomed = frame == standard
    let target = isZoomed ? frameBeforeZoom ?? standard : standard
    if link.methods.contains(.shouldZoom), delegate?.windowShouldZoom(self, toFrame: target) == false { return false }
    if !isZoomed { frameBeforeZoom = frame }
    frame = target
    return true
  }
}
