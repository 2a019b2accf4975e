import CommandSupport
import Glibc
import Logging

/// A line that a process has written, with the level that it has unless it states its own.
struct OutputLine {
    let bytes: [UInt8]
    let level: Logger.Level
}

/// The read end of a pipe to which a process writes lines.
struct ChildOutput {
    private static let readBytesMax = 65_536

    /// The level of lines that are no log objects.
    private let level: Logger.Level
    /// The read end, or -1 after the end of the output.
    private(set) var descriptor: Int32
    private var splitter = LineSplitter()

    init(descriptor: Int32, level: Logger.Level) {
        Descriptors.makeNonBlocking(descriptor)
        self.descriptor = descriptor
        self.level = level
    }

    /// Returns the lines that the process has completed since the last call.
    mutating func readLines() -> [OutputLine] {
        var buffer = [UInt8](repeating: 0, count: Self.readBytesMax)
        let count = read(descriptor, &buffer, buffer.count)
        if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { close() }
        guard count > 0 else { return [] }
        return splitter.append(buffer[..<count]).map { OutputLine(bytes: $0, level: level) }
    }

    /// Closes the pipe, and returns an incomplete last line.
    mutating func finish() -> OutputLine? {
        close()
        return splitter.finish().map { OutputLine(bytes: $0, level: level) }
    }

    private mutating func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }
}
