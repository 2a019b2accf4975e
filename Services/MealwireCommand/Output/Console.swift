import FoundationEssentials
import Glibc

/// Standard output or standard error, unbuffered: a line is out when the call returns.
struct Console {
    var descriptor: Int32 = STDOUT_FILENO

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether colours would be understood and are wanted (`NO_COLOR`).
    var showsColour: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isTerminal && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
    }

    func write(_ text: String) {
        write(Array(text.utf8))
    }

    /// Writes all of the bytes, unless nobody reads them any more: a set outlives who watches it.
    func write(_ bytes: [UInt8]) {
        var unwritten = bytes[...]
        while !unwritten.isEmpty {
            let count = unwritten.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { return }
            unwritten = unwritten.dropFirst(max(count, 0))
        }
    }
}
