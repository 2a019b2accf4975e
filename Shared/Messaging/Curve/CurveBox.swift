import CSodium

/// Authenticated encryption between the holders of two keys (curve25519xsalsa20poly1305, by libsodium).
struct CurveBox: Sendable {
    /// What a box has more than its content, in bytes.
    static let overhead = 16
    static let nonceLength = 24
    static let empty = [UInt8](repeating: 0, count: CurveKey.byteCount)

    private let key: [UInt8]

    init(key: [UInt8]) { self.key = key }

    /// Readies the library; may be called again and again.
    static func start() {
        let status = sodium_init()
        precondition(status >= 0, "libsodium does not start: the system gives no random numbers")
    }

    static func random(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }

    func seal(_ content: [UInt8], nonce: [UInt8]) -> [UInt8] {
        var box = [UInt8](repeating: 0, count: content.count + Self.overhead)
        unsafe content.withUnsafeBytes { content in
            unsafe box.withUnsafeMutableBytes { unsafe seal(content, nonce: nonce, into: $0) }
        }
        return box
    }

    /// Seals into memory that has room for the content and the overhead.
    func seal(_ content: UnsafeRawBufferPointer, nonce: [UInt8], into box: UnsafeMutableRawBufferPointer) {
        precondition(nonce.count == Self.nonceLength && box.count >= content.count + Self.overhead, "a box has room")
        let bytes = unsafe content.assumingMemoryBound(to: UInt8.self)
        let room = unsafe box.assumingMemoryBound(to: UInt8.self)
        guard let target = room.baseAddress else { return }
        _ = unsafe crypto_box_easy_afternm(target, bytes.baseAddress, UInt64(bytes.count), nonce, key)
    }

    func open(_ box: [UInt8], nonce: [UInt8]) throws(ZMTPViolation) -> [UInt8] {
        var content = [UInt8](repeating: 0, count: max(0, box.count - Self.overhead))
        let isGenuine = unsafe box.withUnsafeBytes { box in
            unsafe content.withUnsafeMutableBytes { unsafe open(box, nonce: nonce, into: $0) }
        }
        guard isGenuine else { throw .wrongKey }
        return content
    }

    /// Opens a box into memory that has room for its content; false if it was not made for this key and nonce.
    func open(
        _ box: UnsafeRawBufferPointer,
        nonce: [UInt8],
        into content: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard box.count >= Self.overhead, content.count >= box.count - Self.overhead else { return false }
        precondition(nonce.count == Self.nonceLength, "a nonce has 24 bytes")
        let bytes = unsafe box.assumingMemoryBound(to: UInt8.self)
        let room = unsafe content.assumingMemoryBound(to: UInt8.self)
        guard let source = bytes.baseAddress else { return false }
        return unsafe crypto_box_open_easy_afternm(room.baseAddress, source, UInt64(bytes.count), nonce, key) == 0
    }
}
