import FoundationEssentials

/// Turns contracts into the bytes of a payload and back.
package enum PayloadCoder {
    /// The most characters of a parser's complaint that are passed on.
    private static let complaintLengthMax = 200

    /// The JSON of a value.
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        if let value = value as? any JSONWritable {
            var writer = JSONWriter()
            value.write(to: &writer)
            return writer.bytes
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// A value from JSON that has exactly its fields.
    ///
    /// - Throws: `ServiceError` with `malformed`, which names every field that is missing, unknown or of a wrong type
    ///   as far as the decoder came.
    package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws(ServiceError) -> Value
    {
        if let value = PlainJSON.value(type, from: bytes, isStrict: true) { return value }
        return try decodeByFoundation(type, from: bytes)
    }

    /// The same, many times slower, for any JSON.
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

    /// A value from JSON that an own process wrote; fields which this version does not know are passed over, because
    /// processes of two versions talk to each other during an upgrade.
    package static func decodeReply<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8]
    ) throws(ServiceError) -> Value {
        if let value = PlainJSON.value(type, from: bytes, isStrict: false) { return value }
        return try decodeReplyByFoundation(type, from: bytes)
    }

    /// The same, many times slower, for any JSON.
    package static func decodeReplyByFoundation<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8]
    ) throws(ServiceError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw ServiceError(.internalError, "The reply is not of the shape that its contract names: \(error)")
        }
    }

    private static func serviceError(_ shape: ShapeError) -> ServiceError {
        if let complaint = shape.notJSON {
            return ServiceError(.malformed, "The body is not valid JSON: \(complaint.prefix(complaintLengthMax))")
        }
        return ServiceError(
            .malformed,
            shape.details.map(\.message).joined(separator: " "),
            details: shape.details
        )
    }
}
