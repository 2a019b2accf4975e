package import CommandSupport
import Glibc

/// The descriptor that the handler writes to: set once before the handler is installed, and open while it is.
nonisolated(unsafe) private var signalPipeWriteEnd: Int32 = -1

/// Delivers signals as bytes of a pipe that `poll` can wait for, so that no work happens inside a handler.
package final class SignalPipe {
    /// The signal that requests the replacement of all processes.
    package static let renew = SIGUSR1
    /// The handled signals: the end of a child, all requests to stop, and ``renew``.
    private static let numbers = [SIGCHLD, SIGTERM, SIGINT, SIGHUP, renew]

    package let descriptor: Int32

    /// Installs the handlers.
    ///
    /// A process may have one instance only.
    package init() throws(CommandFailure) {
        let ends = try Descriptors.pipe()
        for end in [ends.read, ends.write] { Descriptors.makeNonBlocking(end) }
        descriptor = ends.read
        signalPipeWriteEnd = ends.write
        for number in Self.numbers where !Self.mustStayIgnored(number) {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                // Only async-signal-safe calls. A full pipe already wakes up the supervisor.
                let code = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(signalPipeWriteEnd, &byte, 1)
                errno = code
            }
            action.sa_flags = SA_RESTART
            sigaction(number, &action, nil)
        }
    }

    /// Returns whether `nohup` started this process, which then ignores the end of the terminal.
    private static func mustStayIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard number == SIGHUP, sigaction(number, nil, &action) == 0 else { return false }
        // Handlers cannot be compared, but their addresses can. SIG_IGN is the address 1.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    /// Returns the signals since the last call.
    func drain() -> Set<Int32> {
        var buffer = [UInt8](repeating: 0, count: 64)
        var taken: Set<Int32> = []
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return taken }
            taken.formUnion(buffer.prefix(count).map(Int32.init))
        }
    }
}
