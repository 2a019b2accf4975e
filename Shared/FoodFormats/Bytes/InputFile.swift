import Glibc

/// A file that a source is made of.
struct InputFile {
    let path: String
    let bytesOnDisk: Int

    /// What messages call it: its name without its folders.
    var name: String { Self.name(of: path) }

    static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Looks up files.
    ///
    /// - Parameter paths: Where they lie.
    /// - Returns: At least one file.
    /// - Throws: `SourceFailure` if one of them is not there or is no file.
    static func all(of paths: [String]) throws(SourceFailure) -> [InputFile] {
        guard !paths.isEmpty else {
            throw SourceFailure("The source", "has no file", advice: "Name at least one.")
        }
        var inputs: [InputFile] = []
        for path in paths { inputs.append(try InputFile(path)) }
        return inputs
    }

    private init(_ path: String) throws(SourceFailure) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw SourceFailure(
                Self.name(of: path),
                "cannot be found: \(SystemError.text)",
                advice: "Look whether \(path) is right."
            )
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw SourceFailure(Self.name(of: path), "is a folder", advice: "Name the files in it.")
        }
        self.path = path
        bytesOnDisk = Int(status.st_size)
    }

    /// Its bytes from the beginning.
    func stream() throws(SourceFailure) -> any ByteStream { try FileStream(path, name: name) }
}
