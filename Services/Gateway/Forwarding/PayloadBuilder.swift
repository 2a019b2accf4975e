package import ContractDocuments
package import Contracts

/// Builds a payload from a body and from parameters outside it, without decoding the body.
package enum PayloadBuilder {
    /// A field and its JSON value.
    package struct Field {
        let name: String
        let json: String

        private init(name: String, json: String) {
            self.name = name
            self.json = json
        }

        /// Makes a field with the value true.
        package static func yes(_ name: String) -> Field { Field(name: name, json: "true") }

        /// Makes a field with a whole number.
        init(_ name: String, _ number: Int) { self.init(name: name, json: "\(number)") }

        /// Makes a field from the text of a path, a query or a header.
        ///
        /// - Throws: `malformed` for a text that is no whole number but must be one.
        package init(_ name: String, _ text: String, _ kind: BoundRoute.TextKind = .text) throws(ServiceError) {
            self.name = name
            switch kind {
            case .text: json = JSONObject.quoted(text)
            case .wholeNumber:
                guard let number = Int(text) else {
                    let message = "\(name) must be a whole number."
                    throw ServiceError(.malformed, message, details: [FieldError(name, .wrongType, message)])
                }
                json = "\(number)"
            }
        }
    }

    /// Builds a payload.
    ///
    /// - Parameters:
    ///   - body: The request's body; nil if the route takes none.
    ///   - fields: The fields to add.
    /// - Returns: The JSON of the method's contract.
    /// - Throws: `malformed` if there are fields to add and the body is no JSON object, or contains one of them.
    package static func payload(body: [UInt8]?, fields: [Field]) throws(ServiceError) -> [UInt8] {
        if let body, fields.isEmpty { return body.isEmpty ? Array("{}".utf8) : body }
        let object = try JSONObject(body ?? [])
        for field in fields where object.keys.contains(field.name) {
            let message = "\(field.name) is given by the address and must not occur in the body."
            throw ServiceError(.malformed, message, details: [FieldError(field.name, .unknown, message)])
        }
        var payload: [UInt8] = [UInt8(ascii: "{")]
        for (index, field) in fields.enumerated() {
            if index > 0 { payload.append(UInt8(ascii: ",")) }
            payload.append(contentsOf: "\(JSONObject.quoted(field.name)):\(field.json)".utf8)
        }
        if !object.keys.isEmpty, !fields.isEmpty { payload.append(UInt8(ascii: ",")) }
        payload.append(contentsOf: object.inside)
        payload.append(UInt8(ascii: "}"))
        return payload
    }
}
