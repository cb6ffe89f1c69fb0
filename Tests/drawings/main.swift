// Draws every control of the documentation as SVG, from what it tells a renderer. Run it: tools/docs does.
import ContactorControls
import ContactorCore
import Foundation

guard let folder = CommandLine.arguments.dropFirst().first else {
  FileHandle.standardError.write(Data("usage: drawings FOLDER\n".utf8))
  exit(2)
}
for subject in Subject.all {
  let url = URL(filePath: folder, directoryHint: .isDirectory).appending(path: subject.name + ".svg")
  do {
    Host.application = Application()
    let view = subject.make()
    Host.show(view)
    subject.act()
    try Data(Drawing(of: view).svg.utf8).write(to: url)
  } catch {
    FileHandle.standardError.write(Data("drawings: \(url.path): \(error)\n".utf8))
    exit(1)
  }
}
