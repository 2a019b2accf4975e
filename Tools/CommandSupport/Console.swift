import FoundationEssentials
import Glibc

/// Standard output or standard error, unbuffered: a line is written when the call returns.
package struct Console {
    package var descriptor: Int32 = STDOUT_FILENO

    package init(descriptor: Int32 = STDOUT_FILENO) {
        self.descriptor = descriptor
    }

    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether the terminal supports colours and `NO_COLOR` does not disable them.
    package var showsColour: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isTerminal && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
    }

    package func write(_ text: String) {
        write(Array(text.utf8))
    }

    /// Writes all bytes.
    ///
    /// Stops silently when the reader is gone: a stack outlives its terminal.
    package func write(_ bytes: [UInt8]) {
        var unwritten = bytes[...]
        while !unwritten.isEmpty {
            let count = unwritten.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { return }
            unwritten = unwritten.dropFirst(max(count, 0))
        }
    }
}
