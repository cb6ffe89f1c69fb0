internal import CLibdrm
internal import Glibc

/// A device of the kernel's mode setting, `/dev/dri/card0` as a rule: what is connected to it, and in which mode.
@safe final class GraphicsCard {
  /// What a screen is shown on: a connector and its mode, a CRTC that can drive it, and what that CRTC showed before.
  struct Output {
    let connector: UInt32
    let crtc: UInt32
    var mode: drmModeModeInfo
  }

  let path: String
  let descriptor: Int32

  /// Opens a card that can be drawn on by the processor.
  init(path: String) throws(ScreenError) {
    self.path = path
    descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.opening(path, errno) }
    var hasBuffers: UInt64 = 0
    guard unsafe drmGetCap(descriptor, UInt64(DRM_CAP_DUMB_BUFFER), &hasBuffers) == 0, hasBuffers != 0 else {
      throw ScreenError("\(path) is no card that draws on a screen; name another one with --card, see ls /dev/dri")
    }
  }

  deinit { Glibc.close(descriptor) }

  /// The first card with a screen, or the one at a path.
  ///
  /// - Throws: the reason of the card that is named, or of the first card.
  static func find(_ path: String?) throws(ScreenError) -> (GraphicsCard, Output) {
    if let path {
      let card = try GraphicsCard(path: path)
      return (card, try card.connectedOutput())
    }
    var problem: ScreenError?
    for number in 0..<16 {
      let path = "/dev/dri/card\(number)"
      guard unsafe access(path, F_OK) == 0 else { continue }
      do throws(ScreenError) {
        let card = try GraphicsCard(path: path)
        return (card, try card.connectedOutput())
      } catch {
        problem = problem ?? error
      }
    }
    throw problem
      ?? ScreenError(
        "there is no graphics card in /dev/dri; load the kernel's driver of your display (on a virtual machine: virtio-gpu or bochs), "
          + "or use --window")
  }

  /// The connector with a screen that comes first, its preferred mode, and a CRTC for it.
  func connectedOutput() throws(ScreenError) -> Output {
    guard let resources = unsafe drmModeGetResources(descriptor) else {
      throw ScreenError("\(path) has no outputs: \(Self.reason(errno)); name another card with --card, see ls /dev/dri")
    }
    defer { unsafe drmModeFreeResources(resources) }
    for index in 0..<Int(unsafe resources.pointee.count_connectors) {
      guard let connector = unsafe drmModeGetConnector(descriptor, resources.pointee.connectors[index]) else { continue }
      defer { unsafe drmModeFreeConnector(connector) }
      guard unsafe connector.pointee.connection == DRM_MODE_CONNECTED, unsafe connector.pointee.count_modes > 0 else { continue }
      guard let crtc = unsafe crtc(for: connector, resources) else { continue }
      return Output(connector: unsafe connector.pointee.connector_id, crtc: crtc, mode: unsafe preferredMode(of: connector))
    }
    throw ScreenError("no screen is connected to \(path); plug one in, or name another card with --card")
  }

  @unsafe private func preferredMode(of connector: drmModeConnectorPtr) -> drmModeModeInfo {
    for index in 0..<Int(unsafe connector.pointee.count_modes) {
      let mode = unsafe connector.pointee.modes[index]
      if mode.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 { return mode }
    }
    return unsafe connector.pointee.modes[0]
  }

  /// The CRTC that drives the connector already, or the first one that can.
  @unsafe private func crtc(for connector: drmModeConnectorPtr, _ resources: drmModeResPtr) -> UInt32? {
    if let encoder = unsafe drmModeGetEncoder(descriptor, connector.pointee.encoder_id) {
      defer { unsafe drmModeFreeEncoder(encoder) }
      if unsafe encoder.pointee.crtc_id != 0 { return unsafe encoder.pointee.crtc_id }
    }
    for index in 0..<Int(unsafe connector.pointee.count_encoders) {
      guard let encoder = unsafe drmModeGetEncoder(descriptor, connector.pointee.encoders[index]) else { continue }
      defer { unsafe drmModeFreeEncoder(encoder) }
      for number in 0..<Int(unsafe resources.pointee.count_crtcs) where unsafe encoder.pointee.possible_crtcs & (1 << UInt32(number)) != 0 {
        return unsafe resources.pointee.crtcs[number]
      }
    }
    return nil
  }

  // MARK: Errors

  /// What the system says of an error number.
  static func reason(_ number: Int32) -> String { unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)" }

  private static func opening(_ path: String, _ number: Int32) -> ScreenError {
    switch number {
    case EACCES, EPERM:
      ScreenError(
        "\(path) may not be opened by this user; add it to the group video (sudo usermod -aG video USER), and log in again")
    case ENOENT: ScreenError("there is no \(path); see ls /dev/dri, or use --window")
    default: ScreenError("\(path) cannot be opened: \(reason(number))")
    }
  }
}
