import CSodium
import FoundationEssentials

/// Returns cryptographically secure random bytes.
enum RandomBytes {
    static func make(count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }
}

/// Hashes values that are too secret, or too long, to be stored themselves, with SHA-256.
enum Fingerprint {
    static func of(_ bytes: [UInt8]) -> Data {
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        // libsodium writes 32 bytes, the size of `hash`, and reads `bytes.count` of `bytes`; it always succeeds.
        _ = crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
        return Data(hash)
    }

    /// Returns the keyed BLAKE2b hash of a value that is easily guessed from a plain hash; the key has 16 to 64 bytes.
    static func of(_ bytes: [UInt8], key: [UInt8]) -> Data {
        var hash = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES))
        // All lengths are those of the arrays, and within libsodium's limits, so the call cannot fail.
        _ = crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), key, key.count)
        return Data(hash)
    }
}

/// Encodes bytes as text that needs no escaping in URLs, headers and cookies (RFC 4648 §5), without padding.
enum Base64URL {
    static func text(_ bytes: [UInt8]) -> String {
        let capacity = sodium_base64_encoded_len(bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        var text = [CChar](repeating: 0, count: capacity)
        _ = sodium_bin2base64(&text, capacity, bytes, bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Decodes a text; nil unless it encodes exactly `count` bytes.
    static func bytes(_ text: String, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var written = 0
        // libsodium writes at most `count` bytes, reads the text's own length, and rejects longer text.
        let status = sodium_base642bin(
            &bytes,
            count,
            text,
            text.utf8.count,
            nil,
            &written,
            nil,
            sodium_base64_VARIANT_URLSAFE_NO_PADDING
        )
        return status == 0 && written == count ? bytes : nil
    }
}
