import ContactorInput
@testable import ContactorKiosk
@testable import ContactorSystem
import Glibc
import Testing

@Suite struct FileWatchTests {
  /// A folder of its own with a file that is watched.
  private final class Stage {
    let folder: String
    let loop: EventLoop
    var watch: FileWatch?
    var changes = 0

    /// - Parameter path: what is watched in the folder.
    init(path: String = "k.yaml", prepare: (String) -> Void = { _ in }) throws {
      var template = Array("/tmp/contactor-watch-XXXXXX".utf8CString)
      folder = try #require(mkdtemp(&template).map { String(cString: $0) })
      loop = try EventLoop()
      write("one", to: "k.yaml")
      prepare(folder)
      watch = FileWatch(folder + "/" + path, loop) { [unowned self] in changes += 1 }
    }

    deinit {
      for name in ["k.yaml", "new", "other", "link", "data", "one/k.yaml", "two/k.yaml"] { unlink(folder + "/" + name) }
      for name in ["one", "two"] { rmdir(folder + "/" + name) }
      rmdir(folder)
    }

    func write(_ text: String, to name: String) {
      let file = open(folder + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
      _ = Glibc.write(file, text, text.utf8.count)
      close(file)
    }

    /// Whether a change was told since the last call.
    func hasChanged() throws -> Bool {
      try loop.dispatch()
      defer { changes = 0 }
      return changes > 0
    }
  }

  @Test func `written in place`() throws {
    let stage = try Stage()
    #expect(stage.watch != nil)
    #expect(try !stage.hasChanged())
    stage.write("two", to: "k.yaml")
    #expect(try stage.hasChanged())
    #expect(try !stage.hasChanged())
  }

  @Test func `replaced by renaming another file over it, again and again`() throws {
    let stage = try Stage()
    for _ in 0..<3 {
      stage.write("two", to: "new")
      #expect(try !stage.hasChanged(), "the other file is not the watched one")
      rename(stage.folder + "/new", stage.folder + "/k.yaml")
      #expect(try stage.hasChanged())
    }
    stage.write("in place again", to: "k.yaml")
    #expect(try stage.hasChanged())
  }

  @Test func `deleted and made again`() throws {
    let stage = try Stage()
    unlink(stage.folder + "/k.yaml")
    #expect(try !stage.hasChanged(), "there is nothing to read")
    stage.write("two", to: "k.yaml")
    #expect(try stage.hasChanged())
  }

  @Test func `reading, and other files, are no change`() throws {
    let stage = try Stage()
    close(open(stage.folder + "/k.yaml", O_RDONLY))
    stage.write("x", to: "other")
    #expect(try !stage.hasChanged())
  }

  @Test func `behind a link, what it leads to is watched, and the link itself`() throws {
    let stage = try Stage(path: "link") { folder in
      for name in ["one", "two"] { mkdir(folder + "/" + name, 0o700) }
      symlink("one/k.yaml", folder + "/link")
    }
    stage.write("1", to: "one/k.yaml")
    #expect(try stage.hasChanged(), "written behind the link")
    stage.write("2", to: "two/k.yaml")
    #expect(try !stage.hasChanged(), "the link does not lead there")
    symlink("two/k.yaml", stage.folder + "/new")
    rename(stage.folder + "/new", stage.folder + "/link")
    #expect(try stage.hasChanged(), "the link leads elsewhere")
    stage.write("3", to: "two/k.yaml")
    #expect(try stage.hasChanged(), "and that is watched now")
    stage.write("4", to: "one/k.yaml")
    #expect(try !stage.hasChanged(), "and no longer what it led to before")
    unlink(stage.folder + "/link")
    symlink(stage.folder + "/one/k.yaml", stage.folder + "/link")
    #expect(try stage.hasChanged(), "made anew")
  }

  @Test func `a link in the middle of the path counts, as where a folder of settings is exchanged`() throws {
    let stage = try Stage(path: "data/k.yaml") { folder in
      for name in ["one", "two"] { mkdir(folder + "/" + name, 0o700) }
      symlink("one", folder + "/data")
    }
    stage.write("1", to: "one/k.yaml")
    #expect(try stage.hasChanged())
    stage.write("2", to: "two/k.yaml")
    symlink("two", stage.folder + "/new")
    rename(stage.folder + "/new", stage.folder + "/data")
    #expect(try stage.hasChanged())
    stage.write("3", to: "two/k.yaml")
    #expect(try stage.hasChanged())
  }

  @Test func `others besides the file are watched until other ones are`() throws {
    let stage = try Stage()
    stage.write("x", to: "other")
    stage.watch?.watch(besides: [stage.folder + "/other", stage.folder + "/new", "/nowhere/k.yaml"])
    stage.write("y", to: "other")
    #expect(try stage.hasChanged())
    stage.write("a file that was not there", to: "new")
    #expect(try stage.hasChanged())
    stage.write("two", to: "k.yaml")
    #expect(try stage.hasChanged())
    stage.watch?.watch(besides: [])
    stage.write("z", to: "other")
    #expect(try !stage.hasChanged())
    stage.write("three", to: "k.yaml")
    #expect(try stage.hasChanged())
  }

  @Test func `a folder that is not there cannot be watched`() throws {
    #expect(FileWatch("/nowhere/k.yaml", try EventLoop()) {} == nil)
  }
}
