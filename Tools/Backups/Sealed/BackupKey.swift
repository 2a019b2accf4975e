import CSodium
package import CommandSupport
import FoundationEssentials
import Glibc
import Settings

/// The key that seals backups, stored in a file of its own.
///
/// The file holds one line: the name of the format, the key and the key's id, both in hexadecimal digits. The id also
/// serves as a checksum for a key that was typed in from paper.
package struct BackupKey: Sendable {
    /// The first word of a key file.
    static let format = "mealwire-backup-key-1"
    /// Bytes of an id: enough to tell the keys of one operator apart.
    static let idByteCount = 8
    /// Longest file that is read: a key takes about 110 bytes, and the rest is room for line breaks.
    private static let fileBytesMax = 1_024
    /// Domain of the hash that makes an id of a key.
    private static let idDomain = Array("mealwire backup key id".utf8)

    /// The path of the file, for messages.
    package let path: String
    let bytes: [UInt8]
    let idBytes: [UInt8]

    /// The id in hexadecimal digits.
    ///
    /// It reveals nothing about the key.
    package var id: String { HexText.text(idBytes) }

    private init(_ bytes: [UInt8], path: String) {
        self.path = path
        self.bytes = bytes
        var id = [UInt8](repeating: 0, count: Int(crypto_generichash_bytes()))
        // All lengths are those of the arrays and within the bounds of the function, so the call cannot fail.
        _ = crypto_generichash(&id, id.count, Self.idDomain, UInt64(Self.idDomain.count), bytes, bytes.count)
        idBytes = Array(id.prefix(Self.idByteCount))
    }

    /// Creates a file with a new random key, readable by its owner alone.
    ///
    /// - Throws: `CommandFailure` if the file exists, or cannot be written.
    package static func make(_ path: String) throws(CommandFailure) -> BackupKey {
        Sodium.start()
        var bytes = [UInt8](repeating: 0, count: Sodium.keyByteCount)
        randombytes_buf(&bytes, bytes.count)
        let key = BackupKey(bytes, path: path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure(
                errno == EEXIST
                    ? "\(path) exists and was not changed, because backups may be sealed with it. Choose another name."
                    : "Cannot create \(path): \(systemReason())."
            )
        }
        defer { close(descriptor) }
        let text = Array("\(format) \(HexText.text(bytes)) \(key.id)\n".utf8)
        guard write(descriptor, text, text.count) == text.count, fsync(descriptor) == 0 else {
            let reason = systemReason()
            unlink(path)
            throw CommandFailure("Cannot write \(path): \(reason).")
        }
        do {
            try DurableFiles.sync(DurableFiles.parent(of: path))
        } catch {
            unlink(path)
            throw CommandFailure("Cannot write \(path): \(error)")
        }
        return key
    }

    /// Reads a key.
    ///
    /// - Throws: `CommandFailure` if the file cannot be read, holds no key, or is accessible to other users.
    package static func load(_ path: String) throws(CommandFailure) -> BackupKey {
        Sodium.start()
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure("Cannot read the backup key \(path): \(systemReason()).") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure("The backup key \(path) is not a file.")
        }
        guard status.st_mode & 0o077 == 0 || Credentials.contain(path) else {
            throw CommandFailure("The backup key \(path) is accessible to other users; run `chmod 600 \(path)`.")
        }
        var content = [UInt8](repeating: 0, count: fileBytesMax)
        let length = read(descriptor, &content, content.count)
        guard length >= 0 else { throw CommandFailure("Cannot read the backup key \(path): \(systemReason()).") }
        let words = String(decoding: content[..<length], as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count == 3, words[0] == format, let bytes = HexText.bytes(words[1], count: Sodium.keyByteCount)
        else {
            throw CommandFailure(
                "\(path) contains no backup key. `mealwire backup key FILE` makes one; take existing keys from your copy."
            )
        }
        let key = BackupKey(bytes, path: path)
        guard key.id == words[2] else {
            throw CommandFailure("The backup key \(path) is damaged: its checksum does not match. Use your copy of it.")
        }
        return key
    }

    /// Throws if the key would be stored beside what it protects, or lost with it.
    func requireApart(from directory: String, _ what: String) throws(CommandFailure) {
        guard "\(RealPath.of(path))/".hasPrefix("\(RealPath.of(directory))/") else { return }
        throw CommandFailure("The backup key \(path) lies in \(what), \(directory). Move it to another place.")
    }
}

/// The facts of libsodium that backups use.
enum Sodium {
    static let keyByteCount = Int(crypto_secretstream_xchacha20poly1305_keybytes())
    /// Bytes that a stream begins with.
    static let streamHeaderBytes = Int(crypto_secretstream_xchacha20poly1305_headerbytes())
    /// Bytes that each chunk grows by: a tag and an authentication code.
    static let overheadBytes = Int(crypto_secretstream_xchacha20poly1305_abytes())
    static let finalTag = UInt8(crypto_secretstream_xchacha20poly1305_tag_final())
    static let messageTag = UInt8(crypto_secretstream_xchacha20poly1305_tag_message())

    /// Initializes the library; repeated calls do nothing.
    static func start() {
        precondition(sodium_init() >= 0, "libsodium cannot start because the system supplies no random numbers")
    }
}

/// Bytes as hexadecimal digits.
enum HexText {
    private static let radix = 16

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in (byte < radix ? "0" : "") + String(byte, radix: radix) }.joined()
    }

    /// Parses exactly the given number of bytes; nil for any other text.
    static func bytes(_ text: Substring, count: Int) -> [UInt8]? {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == count * 2 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(UInt8(high * radix + low))
        }
        return bytes
    }
}
