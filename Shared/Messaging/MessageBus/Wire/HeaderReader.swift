package import Contracts

/// Parses headers of the usual form without a JSON decoder, which reads any other JSON with the same fields.
///
/// A request's header is read strictly. That of a reply may have further fields, because a newer process may send it.
package enum HeaderReader {
    /// The fields of a request's header that the broker needs.
    package struct Routing: Equatable {
        package let id: UUIDv7
        package let timeLeftMs: Int
        package let retryable: Bool
    }

    /// Reads the first fields of a request's header, which may exceed the size limit; returns nil if the bytes are no
    /// header.
    package static func routing(_ bytes: UnsafeRawBufferPointer) -> Routing? {
        var scanner = unsafe HeaderScanner(bytes)
        if let routing = scanner.routing() { return routing }
        guard let header = unsafe strictRequest(bytes) else { return nil }
        return Routing(id: header.id, timeLeftMs: header.timeLeftMs, retryable: header.retryable)
    }

    /// Reads a request's header; returns nil if the bytes are none.
    package static func request(_ bytes: UnsafeRawBufferPointer) -> RequestHeader? {
        guard bytes.count <= MessageLimits.headerMax else { return nil }
        var scanner = unsafe HeaderScanner(bytes)
        return unsafe scanner.request() ?? strictRequest(bytes)
    }

    /// Reads a reply's header; returns nil if the bytes are none.
    package static func reply(_ bytes: UnsafeRawBufferPointer) -> ReplyHeader? {
        guard bytes.count <= MessageLimits.headerMax else { return nil }
        var scanner = unsafe HeaderScanner(bytes)
        if let header = scanner.reply() { return header }
        return unsafe try? PayloadCoder.decodeReply(ReplyHeader.self, from: Array(bytes))
    }

    private static func strictRequest(_ bytes: UnsafeRawBufferPointer) -> RequestHeader? {
        guard bytes.count <= MessageLimits.headerMax else { return nil }
        guard let header = unsafe try? PayloadCoder.decode(RequestHeader.self, from: Array(bytes)),
            header.timeLeftMs >= 0
        else { return nil }
        return header
    }
}

/// Scans a header in the field order of `HeaderWriter`; fails at any deviation.
@safe private struct HeaderScanner {
    private let bytes: UnsafeRawBufferPointer
    private let count: Int
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.bytes = unsafe bytes
        count = bytes.count
    }

    mutating func routing() -> HeaderReader.Routing? {
        guard skip(#"{"id":""#), let id = uuid(), skip(#"","timeLeftMs":"#), let timeLeftMs = number(),
            skip(#","retryable":"#), let retryable = boolean()
        else { return nil }
        return HeaderReader.Routing(id: id, timeLeftMs: timeLeftMs, retryable: retryable)
    }

    mutating func request() -> RequestHeader? {
        guard let routing = routing(), skip(#","method":"#), let method = string() else { return nil }
        var header = RequestHeader(
            id: routing.id,
            timeLeftMs: routing.timeLeftMs,
            retryable: routing.retryable,
            method: method
        )
        if skip(#","principal":"#) {
            guard let principal = principal() else { return nil }
            header.principal = principal
        }
        if skip(#","idempotencyKey":"#) {
            guard let key = string() else { return nil }
            header.idempotencyKey = key
        }
        if skip(#","traceparent":"#) {
            guard let traceparent = string() else { return nil }
            header.traceparent = traceparent
        }
        if skip(#","wantsVersion":"#) {
            guard let wantsVersion = boolean() else { return nil }
            header.wantsVersion = wantsVersion
        }
        if skip(#","external":true"#) { header.external = true }
        return skip("}") && isAtEnd ? header : nil
    }

    mutating func reply() -> ReplyHeader? {
        guard skip(#"{"id":""#), let id = uuid(), skip(#"","status":"#), let status = string(),
            skip(#","instance":"#), let instance = string()
        else { return nil }
        var header = ReplyHeader(id: id, status: status, instance: instance)
        if skip(#","version":"#) {
            guard let version = number() else { return nil }
            header.version = version
        }
        return skip("}") && isAtEnd ? header : nil
    }

    private var isAtEnd: Bool { position == count }

    private mutating func principal() -> Principal? {
        guard skip(#"{"user":""#), let user = uuid(), skip(#"","roles":["#) else { return nil }
        var roles: [Role] = []
        while !skip("]") {
            if !roles.isEmpty, !skip(",") { return nil }
            guard let text = string(), let role = Role(rawValue: text) else { return nil }
            roles.append(role)
        }
        guard skip(#","session":""#), let session = uuid(), skip(#""}"#) else { return nil }
        return Principal(user: UserID(user), roles: roles, session: SessionID(session))
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard position + length <= count else { return false }
        for index in 0..<length where unsafe bytes[position + index] != text.utf8Start[index] { return false }
        position += length
        return true
    }

    private mutating func uuid() -> UUIDv7? {
        guard position + UUIDv7.textLength <= count else { return nil }
        let text = unsafe bytes[position..<position + UUIDv7.textLength]
        let id = unsafe text.withMemoryRebound(to: UInt8.self) { unsafe UUIDv7(utf8: $0) }
        position += UUIDv7.textLength
        return id
    }

    /// Reads at most 9 digits; a longer number is left to the decoder.
    private mutating func number() -> Int? {
        let start = position
        var value = 0
        while position < count, position - start < 9 {
            let digit = unsafe bytes[position]
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { break }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
            position += 1
        }
        return position > start ? value : nil
    }

    private mutating func boolean() -> Bool? {
        if skip("true") { return true }
        return skip("false") ? false : nil
    }

    /// Reads a string without escapes or control characters.
    private mutating func string() -> String? {
        guard skip("\"") else { return nil }
        let start = position
        while position < count {
            let byte = unsafe bytes[position]
            if byte == UInt8(ascii: "\"") {
                let text = unsafe String(validating: bytes[start..<position], as: UTF8.self)
                position += 1
                return text
            }
            if byte < 0x20 || byte == UInt8(ascii: "\\") { return nil }
            position += 1
        }
        return nil
    }
}
