import Glibc

/// A buffered file for the report.
///
/// After the first failure, all writes are ignored.
struct ReportFile: ~Copyable {
    /// The size of the buffer in bytes, so that not every row costs a system call.
    private static let bufferMax = 32 * 1_024
    private static let mode: mode_t = 0o644

    let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// Why the file is not complete; nil if it is.
    private(set) var failure: String?

    /// Creates the file, or empties an existing one.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: `SetFailure` if it cannot be created.
    init(path: String) throws(SetFailure) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, Self.mode)
        guard descriptor >= 0 else { throw SetFailure("The report \(path) cannot be written: \(systemReason()).") }
        write(ReportLine.header)
    }

    deinit { close(descriptor) }

    mutating func write(_ text: String) {
        guard failure == nil else { return }
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.bufferMax { flush() }
    }

    mutating func flush() {
        var written = 0
        while failure == nil, written < buffer.count {
            let count = buffer[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                failure = "The report \(path) cannot be written on: \(systemReason())."
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
