import Glibc

/// The decompressed bytes of a file, read sequentially.
protocol ByteStream: AnyObject {
    /// The file's name in messages.
    var name: String { get }
    /// The number of bytes on disk that have been read.
    var bytesReadOnDisk: Int { get }
    /// The number of bytes on disk.
    var bytesOnDisk: Int { get }

    /// Reads the next bytes.
    ///
    /// - Parameter buffer: A nonempty buffer, filled from its start.
    /// - Returns: The number of bytes read; 0 at the end.
    /// - Throws: `SourceFailure` if the file is damaged or the disk fails.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceFailure) -> Int
}

/// The bytes of a file as stored on disk.
final class FileStream: ByteStream {
    let name: String
    let bytesOnDisk: Int
    private(set) var bytesReadOnDisk = 0
    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - name: Its name in messages.
    /// - Throws: `SourceFailure` if it cannot be opened.
    init(_ path: String, name: String) throws(SourceFailure) {
        self.name = name
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            bytesOnDisk = 0
            throw SourceFailure(name, "cannot be opened: \(SystemError.text)", advice: "Check that \(path) is correct.")
        }
        var status = stat()
        bytesOnDisk = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceFailure) -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 {
                bytesReadOnDisk += count
                return count
            }
            guard errno == EINTR else {
                throw SourceFailure(name, "cannot be read further: \(SystemError.text)", advice: "Check the disk.")
            }
        }
    }
}

/// The last error of a system call.
enum SystemError {
    /// The text of `errno`, such as "No such file or directory".
    static var text: String { String(cString: strerror(errno)) }
}
