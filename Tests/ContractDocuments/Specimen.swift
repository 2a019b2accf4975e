import ContractDocuments

/// JSON that is valid, or invalid in one place.
struct Specimen {
    /// The expected result of decoding.
    enum Verdict {
        case valid
        case invalid
        /// Accepted by a tolerant reader, but never written by this version.
        case neverWritten
        /// Contains an unknown field: strict readers reject it, tolerant ones ignore it.
        case unknownField
    }

    var json: String
    var verdict: Verdict
}

/// Makes specimens of all shapes of a model: each field of each object in turn missing, null, or invalid.
struct SpecimenMaker {
    let types: [String: TypeShape]

    /// JSON with all fields.
    func full(_ shape: ValueShape) -> String {
        switch shape {
        case .boolean: "true"
        case .integer: "1"
        case .number: "1.5"
        case .text(let format): Self.text(format)
        case .list(let item): "[\(full(item))]"
        case .map(let value): #"{"key":\#(full(value))}"#
        case .nullable(let shape): full(shape)
        case .named(let name):
            switch types[name] {
            case .object(let fields): Self.object(fields.map { ($0.name, full($0.shape)) })
            case .choice(let values): "\"\(values.first ?? "")\""
            case nil: "\"\(name) is no type\""
            }
        }
    }

    /// Specimens of a shape; outside the one varied place all fields are present.
    ///
    /// - Parameters:
    ///   - shape: The shape.
    ///   - isStrict: Whether its reader is strict: a message to a strict reader may omit fields that a writer always
    ///     writes.
    /// - Returns: Valid and invalid specimens.
    func specimens(_ shape: ValueShape, isStrict: Bool) -> [Specimen] {
        switch shape {
        case .boolean: Self.specimens(valid: ["true", "false"], invalid: ["1", "\"true\"", "null"])
        case .integer: Self.specimens(valid: ["1", "-1"], invalid: ["1.5", "\"1\"", "true", "null"])
        case .number: Self.specimens(valid: ["1", "1.5"], invalid: ["\"1\"", "true", "null"])
        case .text(let format):
            Self.specimens(valid: [Self.text(format)], invalid: ["1", "null"] + Self.invalidTexts(format))
        case .list(let item):
            Self.specimens(valid: ["[]"], invalid: ["{}", "null"])
                + specimens(item, isStrict: isStrict).map { Specimen(json: "[\($0.json)]", verdict: $0.verdict) }
        case .map(let value):
            Self.specimens(valid: ["{}"], invalid: ["[]", "null"])
                + specimens(value, isStrict: isStrict).map {
                    Specimen(json: #"{"key":\#($0.json)}"#, verdict: $0.verdict)
                }
        case .nullable(let shape):
            Self.specimens(valid: ["null"], invalid: [])
                + specimens(shape, isStrict: isStrict).filter { $0.json != "null" }
        case .named(let name):
            switch types[name] {
            case .object(let fields): specimens(of: fields, isStrict: isStrict)
            case .choice(let values):
                Self.specimens(valid: values.map { "\"\($0)\"" }, invalid: ["\"none of them\"", "1", "null"])
            case nil: []
            }
        }
    }

    private func specimens(of fields: [FieldShape], isStrict: Bool) -> [Specimen] {
        // A type without fields reads nothing, so a tolerant reader accepts any JSON for it.
        let other: Specimen.Verdict = fields.isEmpty && !isStrict ? .neverWritten : .invalid
        let whole = fields.map { ($0.name, full($0.shape)) }
        let required = zip(fields, whole).filter { $0.0.presence != .optional }.map(\.1)
        var specimens = [
            Specimen(json: Self.object(whole), verdict: .valid),
            Specimen(json: Self.object(required), verdict: .valid),
            Specimen(json: Self.object(whole + [("noSuchField", "1")]), verdict: .unknownField),
            Specimen(json: "[]", verdict: other),
            Specimen(json: "null", verdict: other),
        ]
        for (index, field) in fields.enumerated() {
            var rest = whole
            rest.remove(at: index)
            let leftOut: Specimen.Verdict =
                switch field.presence {
                case .required: .invalid
                case .written: isStrict ? .valid : .neverWritten
                case .optional: .valid
                }
            specimens.append(Specimen(json: Self.object(rest), verdict: leftOut))
            specimens += self.specimens(field.shape, isStrict: isStrict).map { value in
                Specimen(json: Self.object(rest + [(field.name, value.json)]), verdict: value.verdict)
            }
        }
        return specimens
    }

    private static func specimens(valid: [String], invalid: [String]) -> [Specimen] {
        valid.map { Specimen(json: $0, verdict: .valid) } + invalid.map { Specimen(json: $0, verdict: .invalid) }
    }

    private static func object(_ fields: [(String, String)]) -> String {
        "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    private static func text(_ format: String?) -> String {
        switch format {
        case "uuid": #""01890a5d-ac96-774b-bcce-b302099a8057""#
        case "date": #""2024-02-29""#
        case "date-or-today": #""today""#
        case "json": #""{}""#
        default: #""text""#
        }
    }

    private static func invalidTexts(_ format: String?) -> [String] {
        switch format {
        case "uuid": [#""01890a5d""#]
        case "date", "date-or-today": [#""2023-02-29""#, #""yesterday""#]
        default: []
        }
    }
}
