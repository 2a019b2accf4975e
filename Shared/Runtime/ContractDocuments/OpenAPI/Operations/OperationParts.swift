import Contracts

extension RouteDescription.Body {
    /// The type of JSON or of events; nil for bytes and text.
    var type: (any (Codable & Sendable).Type)? {
        switch self {
        case .json(let type), .events(let type): type
        case .bytes, .text: nil
        }
    }
}

extension HTTPBinding {
    /// Fields that are neither in the body nor in the query.
    var filledFields: Set<String> {
        gatewayFields.union(pathFields).union([Self.versionField, Self.overwriteField])
    }
}

extension HTTPBinding.Success {
    var summary: String {
        switch self {
        case .ok: "Success."
        case .created: "Created."
        case .accepted: "Accepted; the work follows."
        case .noContent: "Success, without a body."
        }
    }
}

extension ObjectSchema {
    /// The object without fields; rules that name one of them stay as sentences.
    func without(_ names: Set<String>) -> ObjectSchema {
        var object = self
        object.fields.removeAll { names.contains($0.name) }
        object.relations = relations.map { relation in
            guard relation.fields.contains(where: names.contains) else { return relation }
            let sentence = ObjectSchema([], relations: [relation]).relationSentences.joined(separator: " ")
            return FieldConstraint([], .sentence(sentence))
        }
        return object
    }

    /// True if an empty object is not allowed.
    var demandsFields: Bool {
        fields.contains(where: \.isRequired)
            || relations.contains { [.exactlyOne, .atLeastOne].contains($0.constraint) }
    }
}

extension Schema {
    var withoutNull: Schema {
        var schema = self
        schema.isNullable = false
        return schema
    }

    /// The schema of a part of a path, which is never empty.
    var inPath: Schema {
        var schema = withoutNull
        if case .text(nil) = kind, constraints.isEmpty { schema.constraints = [.length(1...Self.pathPartLengthMax)] }
        return schema
    }

    /// A head of a request has 16 KiB, and no id is longer than a file name.
    private static let pathPartLengthMax = 255
}

extension OperationMaker {
    /// The problem document of RFC 9457.
    static let problem = Schema(
        .object(
            ObjectSchema([
                .init("type", Schema(.choice(["about:blank"]))),
                .init("title", .text()),
                .init("status", Schema(.integer)),
                .init("detail", .text(.sentence("A sentence for people."))),
                .init("code", Schema(.reference("ErrorCode"))),
                .init(
                    "params",
                    Schema(.map(.text()), constraints: [.sentence("Values of the sentence, for translations.")])
                ),
                .init("errors", Schema(.list(Schema(.reference("FieldError")))), isRequired: false),
                .init(
                    "current",
                    Schema(.anything, constraints: [.sentence(currentMeaning)]),
                    isRequired: false
                ),
            ])
        )
    )
}

extension HTTPOperation.Parameter {
    static let idempotencyKey = Self(
        name: HTTPHeader.idempotencyKey,
        place: .header,
        schema: .text(.pattern("^[!-~]+$"), .length(HTTPLimits.idempotencyKeyLength)),
        isRequired: false,
        summary: "The same request under the same key takes effect once, and is answered alike for two days."
    )

    /// A browser asks for its tokens in cookies.
    static let cookieSession = Self(
        name: HTTPHeader.session,
        place: .header,
        schema: Schema(.choice(["cookie"])),
        isRequired: false,
        summary: "Browsers receive their tokens in HttpOnly cookies instead of the body."
    )

    /// `*`, or one strong entity tag of the gateway: a version in quotes.
    static func ifMatch(overwrites: Bool) -> Self {
        Self(
            name: HTTPHeader.ifMatch,
            place: .header,
            schema: .text(.pattern(#"^(\*|"(0|[1-9][0-9]{0,17})")$"#)),
            isRequired: false,
            summary: overwrites
                ? "The `ETag` of the version to change, or `*` to replace any version; another version is 412."
                : "The `ETag` of the version to change; another version is answered with 412."
        )
    }
}

/// What `current` of a problem document is.
private let currentMeaning =
    "After 412 the newest state, and after 409 what is stored under the id of the request; null if it was removed."
