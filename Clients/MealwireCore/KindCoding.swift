/// The key that names the case of an enum in JSON.
private enum KindKey: String, CodingKey {
    case kind
}

/// The keys of payloads that have a field `kind` or `id` of their own, so that they cannot stand beside `kind`.
enum PayloadKey: String, CodingKey {
    case measurement
    case water
}

extension Encoder {
    /// Writes the name of a case as `kind`.
    func encode(kind: String) throws {
        var container = container(keyedBy: KindKey.self)
        try container.encode(kind, forKey: .kind)
    }

    /// Writes the name of a case as `kind`, beside the fields of its payload.
    func encode(kind: String, _ payload: some Encodable) throws {
        try encode(kind: kind)
        try payload.encode(to: self)
    }

    /// Writes the name of a case as `kind`, and its payload under a key.
    func encode(kind: String, _ payload: some Encodable, under key: PayloadKey) throws {
        try encode(kind: kind)
        var container = container(keyedBy: PayloadKey.self)
        try container.encode(payload, forKey: key)
    }
}

extension Decoder {
    /// Reads the name of a case.
    func kind() throws -> String {
        try container(keyedBy: KindKey.self).decode(String.self, forKey: .kind)
    }

    /// Reads a payload under a key.
    func payload<Payload: Decodable>(under key: PayloadKey) throws -> Payload {
        try container(keyedBy: PayloadKey.self).decode(Payload.self, forKey: key)
    }

    /// Returns the error for a name that no case has.
    func unknownKind(_ kind: String, of type: Any.Type) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: "\(type) has no kind \"\(kind)\"."))
    }
}
