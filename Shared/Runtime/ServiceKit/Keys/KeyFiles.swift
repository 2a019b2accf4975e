import FoundationEssentials
import Settings

#if canImport(Glibc)
import Glibc
#endif

/// The keys with which bridges and peers on different hosts authenticate each other: `keys/` in the data directory.
///
/// `NAME.key` holds a secret key, readable by its owner only; `NAME.pub` holds the public key. Both are text, in Z85.
package struct KeyFiles: Sendable {
    /// The name of the key pair of this host's bridge.
    package static let bridge = "bridge"
    /// The name of the public key of the bridges that this host's bridge connects to.
    package static let farBridge = "far-bridge"

    package let directory: String

    package init(directory: String) { self.directory = directory }

    package func secretPath(_ name: String) -> String { "\(directory)/\(name).key" }
    package func publicPath(_ name: String) -> String { "\(directory)/\(name).pub" }

    /// Reads a secret key.
    ///
    /// - Throws: `PolicyFailure` if the file is missing, holds no key, or is readable by other users.
    package func pair(_ name: String) throws -> CurveKeyPair { try Self.pair(path: secretPath(name)) }

    /// Reads a secret key from any path; see ``pair(_:)``.
    package static func pair(path: String) throws -> CurveKeyPair {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw PolicyFailure(
                "\(path) does not exist; create it with `mealwire keys make bridge`, or copy the key of this host to it."
            )
        }
        guard status.st_mode & 0o077 == 0 || Credentials.contain(path) else {
            throw PolicyFailure("\(path) is readable by other users; restrict it with `chmod 600 \(path)`.")
        }
        guard let text = content(path), let pair = CurveKeyPair(secretText: text) else {
            throw PolicyFailure("\(path) contains no secret key.")
        }
        return pair
    }

    /// Reads a public key.
    ///
    /// - Throws: `PolicyFailure` if the file is missing or holds no key.
    package func publicKey(_ name: String) throws -> CurveKey { try Self.publicKey(path: publicPath(name)) }

    /// Reads a public key from any path; see ``publicKey(_:)``.
    package static func publicKey(path: String) throws -> CurveKey {
        guard let text = content(path) else {
            throw PolicyFailure("\(path) does not exist; copy the public key of the other host to it.")
        }
        guard let key = CurveKey(text) else { throw PolicyFailure("\(path) contains no public key.") }
        return key
    }

    /// Generates a key pair and writes it.
    ///
    /// Does not overwrite existing files.
    ///
    /// - Throws: `PolicyFailure` if there is a pair already, or it cannot be written.
    package func make(_ name: String) throws -> CurveKey {
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let pair = CurveKeyPair.make()
        try write("\(pair.secretText)\n", to: secretPath(name), mode: 0o600)
        try write("\(pair.publicKey)\n", to: publicPath(name), mode: 0o644)
        return pair.publicKey
    }

    private func write(_ text: String, to path: String, mode: mode_t) throws(PolicyFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            let reason = errno == EEXIST ? "exists already" : "cannot be written: \(String(cString: strerror(errno)))"
            throw PolicyFailure("\(path) \(reason).")
        }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            throw PolicyFailure("\(path) cannot be written.")
        }
    }

    private static func content(_ path: String) -> String? {
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map(String.init)
    }
}
