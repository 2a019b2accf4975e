import Contracts

/// The HTTP interface as types of TypeScript: every request, reply, problem code and live hint.
package struct TypeScriptDeclarations {
    private static let heading = """
        // Written by scripts/contracts from Shared/Base/Contracts; change the Swift there and run it again.
        // The types of Mealwire's HTTP interface. `Operations` has one member for each operation of openapi.yaml.

        """

    private static let lineLengthMax = 120

    private let model: HTTPModel

    package init(_ model: HTTPModel) {
        self.model = model
    }

    /// The text of `docs/reference/contracts.d.ts`.
    package var text: String {
        let types = model.components.sorted { $0.key < $1.key }.map { declaration($0.key, $0.value) }
        return ([Self.heading] + types + [operations, Self.aliases]).joined(separator: "\n")
    }

    /// Names that say what a type is for.
    private static let aliases = """
        /** The path with its parameters in braces. */
        export type Path = Operations[keyof Operations]["path"];

        /** The codes that an operation can fail with. */
        export type ProblemCode<Name extends keyof Operations = keyof Operations> = Operations[Name]["problems"];

        """

    private func declaration(_ name: String, _ schema: Schema) -> String {
        if case .object(let object) = schema.kind, !schema.isNullable {
            return comment(object.relationSentences, indent: "")
                + "export interface \(name) \(body(of: object, indent: ""))\n"
        }
        return comment(schema.demands, indent: "") + "export type \(name) =\(Self.spaced(type(schema, indent: "")));\n"
    }

    private func body(of object: ObjectSchema, indent: String) -> String {
        if object.fields.isEmpty { return "{}" }
        let inner = indent + "  "
        let lines = object.fields.map { field in
            comment(field.schema.demands, indent: inner)
                + "\(inner)\(Self.key(field.name))\(field.isRequired ? "" : "?"):\(Self.spaced(type(field.schema, indent: inner)));\n"
        }
        return "{\n" + lines.joined() + indent + "}"
    }

    /// A type after a space, unless it begins on the next line.
    private static func spaced(_ type: String) -> String { type.hasPrefix("\n") ? type : " " + type }

    private func type(_ schema: Schema, indent: String) -> String {
        let plain = plainType(schema, indent: indent)
        return schema.isNullable && plain != "unknown" ? "\(plain) | null" : plain
    }

    private func plainType(_ schema: Schema, indent: String) -> String {
        if case .oneOf(let values)? = schema.constraints.first(where: { if case .oneOf = $0 { true } else { false } }) {
            return union(values, indent: indent)
        }
        switch schema.kind {
        case .boolean: return "boolean"
        case .integer, .number: return "number"
        case .text: return "string"
        case .choice(let values): return union(values, indent: indent)
        case .list(let item):
            let item = type(item, indent: indent)
            return item.contains("|") ? "(\(item))[]" : "\(item)[]"
        case .map(let value): return "Record<string, \(type(value, indent: indent))>"
        case .object(let object): return body(of: object, indent: indent)
        case .reference(let name): return name
        case .either(let schemas): return schemas.map { type($0, indent: indent) }.joined(separator: " | ")
        case .anything: return "unknown"
        }
    }

    /// Strings as a union, in one line if it is short.
    private func union(_ values: [String], indent: String) -> String {
        let quoted = values.map { "\"\($0)\"" }
        let line = quoted.joined(separator: " | ")
        guard line.utf8.count + indent.utf8.count + 40 > Self.lineLengthMax else { return line }
        return quoted.map { "\n\(indent)  | \($0)" }.joined()
    }

    private func comment(_ sentences: [String], indent: String) -> String {
        if sentences.isEmpty { return "" }
        let text = sentences.joined(separator: "; ").split(separator: "*/").joined(separator: "* /")
        return "\(indent)/** \(text) */\n"
    }

    /// A name of a field; quoted if it is no identifier.
    private static func key(_ name: String) -> String {
        let isIdentifier =
            name.first?.isNumber == false && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return isIdentifier ? name : "\"\(name)\""
    }

    // MARK: Operations

    private var operations: String {
        "export interface Operations {\n" + model.operations.map(member).joined() + "}\n"
    }

    private func member(_ operation: HTTPOperation) -> String {
        let indent = "    "
        var lines = [
            "method: \"\(operation.verb.rawValue)\";", "path: \"\(operation.path)\";",
            "pathParameters: \(parameters(.path, operation));", "query: \(parameters(.query, operation));",
            "headers: \(parameters(.header, operation));",
        ]
        let optional = operation.body != nil && !operation.isBodyRequired ? " | undefined" : ""
        lines.append("body: \(content(operation.body, indent))\(optional);")
        let replies = Set(operation.responses.map { content($0.content, indent) }).sorted()
        lines.append("reply: \(replies.isEmpty ? "undefined" : replies.joined(separator: " | "));")
        let problems = union(operation.errors.map(\.rawValue), indent: indent)
        lines.append("problems:\(Self.spaced(problems));")
        return comment([operation.summary], indent: "  ") + "  \(operation.id): {\n"
            + lines.map { "\(indent)\($0)\n" }.joined() + "  };\n"
    }

    private func parameters(_ place: RouteDescription.Parameter.Place, _ operation: HTTPOperation) -> String {
        let fields = operation.parameters.filter { $0.place == place }
            .map { ObjectSchema.Field($0.name, $0.schema, isRequired: $0.isRequired) }
        return fields.isEmpty ? "Record<never, never>" : body(of: ObjectSchema(fields), indent: "    ")
    }

    private func content(_ content: HTTPOperation.Content?, _ indent: String) -> String {
        switch content {
        case .json(let schema): type(schema, indent: indent)
        case .bytes: "Blob"
        case .text: "string"
        case .events(let schema): "ReadableStream<\(type(schema, indent: indent))>"
        case nil: "undefined"
        }
    }
}
