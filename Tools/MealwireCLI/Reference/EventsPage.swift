import ContractDocuments
import Contracts
import MessageBus

/// The page of event types with their payloads.
enum EventsPage {
    private static let head = """
        # Events

        Services publish these events; [events and erasure](../explanation/events-and-erasure.md) explains how, and
        [other languages](../how-to/other-languages.md) how to read them. An event is a CloudEvents 1.0 envelope in JSON.
        `mealwire events TYPE` prints events as they happen. The
        [AsyncAPI document](../../Shared/Base/Contracts/asyncapi.yaml) has the schemas.

        A field that is marked *optional* may be missing.

        ## Envelope


        """

    /// Returns the page without its first line.
    ///
    /// - Throws: An error if a payload cannot be recorded.
    static func text() throws -> String {
        let model = try ContractModel.current(requestHeader: RequestHeader.self, replyHeader: ReplyHeader.self)
        var types = TypeList(model: model)
        var text = head + types.table(of: model.frame.event) + "\n"
        for event in API.events {
            guard let payload = model.events[event.type.rawValue] else { continue }
            text += "## \(event.type)\n\n\(event.sentence)\n\n\(types.table(of: payload))\n"
        }
        return text + types.remaining()
    }
}

/// Writes the fields of types, and remembers the types that fields name.
private struct TypeList {
    let model: ContractModel
    private var named: [String] = []

    init(model: ContractModel) { self.model = model }

    /// Returns the table of an object's fields.
    mutating func table(of shape: ValueShape) -> String {
        guard case .named(let name) = shape, case .object(let fields)? = model.types[name] else { return "\(shape)\n" }
        guard !fields.isEmpty else { return "The payload has no fields.\n" }
        let rows = fields.map { field in
            collect(field.shape)
            let presence = field.presence == .optional ? "*optional* " : ""
            return ["`\(field.name)`", presence + "`\(field.shape)`"]
        }
        return MarkdownTable(["field", "type"], rows).text
    }

    /// Returns the sections of all types that fields name.
    mutating func remaining() -> String {
        var sections: [String] = []
        var index = 0
        while index < named.count {
            let name = named[index]
            index += 1
            if case .choice(let words)? = model.types[name] {
                sections.append("## \(name)\n\nOne of \(words.map { "`\($0)`" }.joined(separator: ", ")).\n")
            } else {
                sections.append("## \(name)\n\n\(table(of: .named(name)))")
            }
        }
        return sections.joined(separator: "\n")
    }

    private mutating func collect(_ shape: ValueShape) {
        switch shape {
        case .named(let name): if !named.contains(name), model.types[name] != nil { named.append(name) }
        case .list(let inner), .map(let inner), .nullable(let inner): collect(inner)
        case .boolean, .integer, .number, .text: break
        }
    }
}
