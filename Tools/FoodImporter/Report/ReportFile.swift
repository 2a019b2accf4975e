import CommandSupport
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
    /// - Throws: `CommandFailure` if it cannot be created.
    init(path: String) throws(CommandFailure) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, Self.mode)
        guard descriptor >= 0 else { throw CommandFailure("The report \(path) cannot be written: \(systemReason()).") }
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

/// The lines of a report: file, line and reason.
package enum ReportLine {
    package static let header = "file,line,reason\n"

    /// Returns the line for a refused row.
    package static func text(_ position: RowPosition, _ reason: String) -> String {
        "\(field(position.file)),\(position.line),\(field(reason))\n"
    }

    /// Returns a text as a CSV field (RFC 4180).
    private static func field(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { !quoted.contains($0) }
        return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
    }

    private static let quoted: [UInt8] = Array(",\"\r\n".utf8)
}

/// The default paths of the report.
package enum ReportPaths {
    private static let ending = ".import-report.csv"

    /// Returns paths beside the first file and, as a fallback, in the current directory.
    ///
    /// - Parameter file: The first file of the import, or a folder.
    /// - Returns: The paths to try, in this order.
    package static func usual(for file: String) -> [String] {
        var path = file
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        let name = path.split(separator: "/").last.map(String.init) ?? "foods"
        let beside = path + ending
        let here = name + ending
        return beside == here ? [here] : [beside, here]
    }

    /// Removes reports of earlier imports, so that they are not mistaken for the report of this one.
    ///
    /// Removes only files that begin with the header of a report.
    package static func removeOld(_ paths: [String]) {
        for path in paths where isReport(path) { unlink(path) }
    }

    private static func isReport(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var start = [UInt8](repeating: 0, count: ReportLine.header.utf8.count)
        let count = read(descriptor, &start, start.count)
        return count == start.count && start.elementsEqual(ReportLine.header.utf8)
    }
}
