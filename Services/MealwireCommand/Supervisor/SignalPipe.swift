import Glibc

/// Where the handler writes: set once, before the handler is installed, and never closed while it is.
nonisolated(unsafe) private var signalPipeWriteEnd: Int32 = -1

/// Signals as bytes that a poll can wait for, so that nothing happens inside a handler.
final class SignalPipe {
    /// Asks for new processes in the place of all.
    static let renew = SIGUSR1
    /// What is listened to: the end of a child, all ways of being asked to stop, and that.
    private static let numbers = [SIGCHLD, SIGTERM, SIGINT, SIGHUP, renew]

    let descriptor: Int32

    /// Installs the handlers; one per process.
    init() throws(SetFailure) {
        let ends = try Descriptors.pipe()
        for end in [ends.read, ends.write] { Descriptors.makeNonBlocking(end) }
        descriptor = ends.read
        signalPipeWriteEnd = ends.write
        for number in Self.numbers where !Self.isKeptIgnored(number) {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                // Only calls that are safe in a handler. A full pipe already holds a reason to wake up.
                let code = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(signalPipeWriteEnd, &byte, 1)
                errno = code
            }
            action.sa_flags = SA_RESTART
            sigaction(number, &action, nil)
        }
    }

    /// Whether `nohup` started us: then the end of the terminal is nothing to us.
    private static func isKeptIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard number == SIGHUP, sigaction(number, nil, &action) == 0 else { return false }
        // Handlers cannot be compared, but their addresses can; SIG_IGN is the address 1.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    /// The signals that came since the last call.
    func take() -> Set<Int32> {
        var buffer = [UInt8](repeating: 0, count: 64)
        var taken: Set<Int32> = []
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return taken }
            taken.formUnion(buffer.prefix(count).map(Int32.init))
        }
    }
}
