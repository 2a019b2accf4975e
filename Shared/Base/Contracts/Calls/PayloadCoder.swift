import JSONCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes contracts as JSON payloads and decodes them.
package enum PayloadCoder {
    /// Maximum length of a parser's message that is passed to the client, in characters.
    private static let parserMessageLengthMaximum = 200

    /// Encodes a value as JSON.
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        try PlainJSON.bytes(of: value) ?? encodeByFoundation(value)
    }

    /// Encodes a value with Foundation: many times slower, but for any type.
    package static func encodeByFoundation(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// Decodes a value strictly: unknown fields are errors.
    ///
    /// - Throws: `ServiceError` with `malformed`, which names every missing, unknown or mistyped field up to where the
    ///   decoder stopped.
    package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws(ServiceError) -> Value
    {
        if let value = PlainJSON.value(type, from: bytes, isStrict: true) { return value }
        return try decodeByFoundation(type, from: bytes)
    }

    /// Decodes strictly with Foundation: many times slower, but for any JSON.
    package static func decodeByFoundation<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8]
    ) throws(ServiceError) -> Value {
        do {
            return try JSONDecoder().decode(Strict<Value>.self, from: Data(bytes)).value
        } catch {
            throw serviceError(ShapeError(error))
        }
    }

    /// Decodes a value written by one of Mealwire's processes.
    ///
    /// Ignores unknown fields, because processes of two versions communicate during an upgrade.
    package static func decodeReply<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8]
    ) throws(ServiceError) -> Value {
        if let value = PlainJSON.value(type, from: bytes, isStrict: false) { return value }
        return try decodeReplyByFoundation(type, from: bytes)
    }

    /// Decodes a reply with Foundation: many times slower, but for any JSON.
    package static func decodeReplyByFoundation<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8]
    ) throws(ServiceError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw ServiceError(.internalError, "The reply does not match its contract: \(error)")
        }
    }

    private static func serviceError(_ shape: ShapeError) -> ServiceError {
        if let parserMessage = shape.notJSON {
            return ServiceError(
                .malformed,
                "The body is not valid JSON: \(parserMessage.prefix(parserMessageLengthMaximum))"
            )
        }
        return ServiceError(
            .malformed,
            shape.mismatches.map(\.message).joined(separator: " "),
            details: shape.mismatches.map(FieldError.init)
        )
    }
}

extension FieldError {
    /// Describes a field with JSON that does not match its type.
    fileprivate init(_ mismatch: ShapeError.Mismatch) {
        let code: Code =
            switch mismatch.reason {
            case .missing: .missing
            case .unknown: .unknown
            case .wrongType: .wrongType
            case .wrongFormat: .wrongFormat
            }
        let params = mismatch.expected.map { ["expected": $0] } ?? [:]
        self.init(mismatch.path, code, mismatch.message, params: params)
    }
}
