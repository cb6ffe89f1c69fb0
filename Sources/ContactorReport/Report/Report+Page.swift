public import ContactorTrace

extension Report {
  /// Writes the report.
  ///
  /// - Throws: what the sink throws, as for a full disk.
  public func write(as kind: Kind, to sink: some ByteSink) throws(TraceError) {
    var text = ReportText(sink)
    switch kind {
    case .page: try writePage(to: &text)
    case .still: try writeStill(to: &text)
    }
    try text.flush()
  }

  private func writePage(to text: inout ReportText<some ByteSink>) throws(TraceError) {
    // The policy forbids the page to load anything, whatever a recording may hold.
    text.add(
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
      <meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,"><title>
      """)
    text.add(xml: name)
    text.add(" – contactor report</title>\n<style>\n")
    text.add(bytes: PackageResources.report_css)
    text.add("</style></head>\n<body>\n")
    text.add(bytes: PackageResources.report_html)
    text.add("<script type=\"application/json\" id=\"data\">\n")
    try writeData(to: &text)
    // One program in several files: nothing of it is seen outside of the function.
    text.add("\n</script>\n<script>\n(() => {\n'use strict';\n")
    text.add(bytes: PackageResources.report_js)
    text.add(bytes: PackageResources.lanes_js)
    text.add(bytes: PackageResources.screen_js)
    text.add(bytes: PackageResources.hands_js)
    text.add("})();\n</script>\n</body></html>\n")
  }
}
