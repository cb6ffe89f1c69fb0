/// What is wrong with a command.
struct Mistake: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
