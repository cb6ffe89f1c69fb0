/// How much of a recording a report holds, so that the page of a day stays usable; what is left out is said on the page.
struct ReportLimits {
  /// How many touches: as many as a browser draws in well under a second.
  var touches = 50_000
  /// How many points of paths: about 6 MB of page.
  ///
  /// More of them are thinned out, see `ReportPath`.
  var samples = 200_000
  /// How many events of controls, gestures, actions and devices: about 8 MB of page.
  var events = 200_000
  /// How many failures of gestures, which most touches bring several of.
  var failures = 50_000
  /// How many names of views, gestures, actions, devices and values: about 6 MB of page at most.
  var names = 50_000
  /// How many devices are described.
  var devices = 1000
  /// How many places of damage are described.
  var damage = 1000
  /// How far, in points, a path may first be off where it is thinned out; it is doubled until few enough points are left.
  var tolerance = 0.25
}
