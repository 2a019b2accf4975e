import ContractDocuments
import Contracts

/// The page of fields: what each request takes, by area and route.
struct FieldsPage {
    private static let head = """
        # Fields of requests

        The fields of all requests, from the path, the query and the body. [HTTP interface](http.md) explains what they
        mean together. The page `/docs` of a server has the fields of answers, too.

        A dot leads into an object, and `[]` into each item of a list. Another field than these is refused with 400, and a
        value that breaks a rule with 422.


        """
    /// Objects in objects that a table lists; deeper ones do not exist.
    private static let depthMax = 3

    private let model: HTTPModel
    private let words: SchemaWords

    /// Returns the page without its first line.
    ///
    /// - Throws: An error if a contract cannot be described.
    static func text() throws -> String {
        let page = FieldsPage(model: try HTTPModel.current())
        let sections = APIArea.all.compactMap(page.section)
        return head + sections.joined(separator: "\n")
    }

    private init(model: HTTPModel) {
        self.model = model
        words = SchemaWords(model, code: { "`\($0)`" }, sentence: { $0 }, named: { _ in "object" })
    }

    private func section(_ area: APIArea) -> String? {
        let parts = model.operations.filter { $0.area == area }.compactMap(part)
        return parts.isEmpty ? nil : "## \(area.name)\n\n" + parts.joined(separator: "\n")
    }

    /// Returns the fields of an operation; nil without any.
    private func part(_ operation: HTTPOperation) -> String? {
        let rows = operation.parameters.filter { $0.place != .header }.map { parameter in
            row(parameter.name, parameter.place.rawValue, isRequired: parameter.isRequired, parameter.schema)
        }
        var (body, rules) = ([[String]](), operation.sentences)
        if case .json(let schema) = operation.body, case .object(let object) = model.resolved(schema).kind {
            body = fields(of: object, below: "", depth: 1)
            rules += object.relationSentences
        }
        guard !rows.isEmpty || !body.isEmpty else { return nil }
        let list = rules.map { "- \($0)\n" }.joined()
        return "### \(operation.verb.rawValue) \(operation.path)\n\n"
            + MarkdownTable(["field", "in", "", "value"], rows + body).text + (list.isEmpty ? "" : "\n\(list)")
    }

    private func fields(of object: ObjectSchema, below path: String, depth: Int) -> [[String]] {
        object.fields.flatMap { field -> [[String]] in
            let name = path + field.name
            let own = row(name, "body", isRequired: field.isRequired, field.schema)
            guard depth < Self.depthMax, let (inner, step) = nested(in: field.schema) else { return [own] }
            return [own] + fields(of: inner, below: "\(name)\(step).", depth: depth + 1)
        }
    }

    /// Returns the object that a value or each of its items is, and how a path leads into it.
    private func nested(in schema: Schema) -> (ObjectSchema, String)? {
        switch model.resolved(schema).kind {
        case .object(let object): (object, "")
        case .list(let item): nested(in: item).map { ($0.0, "[]" + $0.1) }
        default: nil
        }
    }

    private func row(_ name: String, _ place: String, isRequired: Bool, _ schema: Schema) -> [String] {
        ["`\(name)`", place, isRequired ? "required" : "", words.describe(schema)]
    }
}
