import ArgumentParser
import ContactorSystem
import Glibc

/// `contactor hash`.
struct HashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hash",
    abstract: "Makes the hash of a secret, for 'verify' in a layout.",
    discussion: """
      Reads the secret from standard input, one line, and prints its hash: yescrypt, with a new salt each time. On a terminal \
      nothing of it is shown, and it is asked twice. The hash goes into the layout, or into a file that its owner alone may read:

        (umask 077; contactor hash > /etc/contactor/admin.hash)
      """)

  func run() throws {
    do throws(SystemError) {
      let secret = try SecretInput(STDIN_FILENO) { Console.part($0) }.read()
      Console.print(try PasswordHash.make(secret) + "\n")
    } catch {
      throw Failure([error.description], .failed)
    }
  }
}
