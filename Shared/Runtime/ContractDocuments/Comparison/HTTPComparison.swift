import Contracts

/// Finds what changed between two versions of the HTTP interface.
///
/// Clients are older than the server, because users upgrade apps when they like. A client newer than its server asks
/// `/v1/meta` for what the server offers; the verdict "services first" marks what it may use only then. The verdicts:
///
/// | change | verdict |
/// | --- | --- |
/// | operation removed, or with another verb or path | breaking |
/// | another scope, or sign-in where there was none | breaking |
/// | a role that fewer users have | breaking |
/// | another status of success | breaking |
/// | parameter removed, moved, or required | breaking |
/// | type, range, length, pattern or choice of a request narrower | breaking |
/// | type, range, length, pattern or choice of a request wider | services first |
/// | optional parameter or field of a request added | services first |
/// | field of a reply removed, renamed, or possibly missing or null | breaking |
/// | field of a reply added | compatible, or services first if it is always present |
/// | case of an enum added to a reply | breaking, as in messages: strict clients cannot read it |
/// | case of an enum added to a request | services first |
/// | header of a reply removed | breaking |
/// | problem code added with a status that the operation did not have | breaking, except for 429 and 5xx |
/// | problem code added with a known status | compatible: clients fall back to the status |
/// | problem code unknown to the older version | breaking, as in messages |
struct HTTPComparison {
    /// Any operation can be answered with these statuses, also by a proxy.
    private static let expectedStatuses: Set = ["429"]
    private static let serverErrors = "5"

    private let old: HTTPInterface
    private let new: HTTPInterface
    private var schemas: SchemaComparison

    /// Returns the changes, by operation.
    static func changes(from old: HTTPInterface, to new: HTTPInterface) -> [ContractChange] {
        var comparison = HTTPComparison(old: old, new: new)
        comparison.compare()
        return comparison.schemas.changes
    }

    private init(old: HTTPInterface, new: HTTPInterface) {
        (self.old, self.new) = (old, new)
        schemas = SchemaComparison(old: old.schemas, new: new.schemas)
    }

    private mutating func compare() {
        let after = Dictionary(new.operations.map { (Self.pattern($0.key), $0) }) { first, _ in first }
        for (name, operation) in old.operations.sorted(by: { $0.key < $1.key }) {
            if let other = after[Self.pattern(name)] {
                compare(operation, other.value, oldName: name, name: other.key)
            } else {
                schemas.add(.breaking, "the operation \(name) was removed")
            }
        }
        let before = Set(old.operations.keys.map(Self.pattern))
        for name in new.operations.keys.sorted() where !before.contains(Self.pattern(name)) {
            schemas.add(.servicesFirst, "the operation \(name) was added")
        }
        let problem = Schema(.reference(HTTPInterface.problemName))
        schemas.compare(problem, problem, .reply, at: "the problem document")
    }

    /// Returns a verb and path without the names of the path's parameters, which clients do not send.
    private static func pattern(_ name: String) -> String {
        name.split(separator: "/").map { $0.hasPrefix("{") ? "{}" : String($0) }.joined(separator: "/")
    }

    private mutating func compare(
        _ before: HTTPInterface.Operation,
        _ after: HTTPInterface.Operation,
        oldName: String,
        name: String
    ) {
        if before.access != after.access {
            let isOpener = after.access == .anyone
            schemas.add(
                isOpener ? .servicesFirst : .breaking,
                "the access of \(name) was \(before.access.rawValue) and is \(after.access.rawValue)"
            )
        }
        compare(role: before.role, after.role, name)
        compare(scope: before.scope, after.scope, name)
        compare(
            parameters: Self.byPosition(before.parameters, oldName),
            Self.byPosition(after.parameters, name),
            of: after,
            name
        )
        compare(body: before.body, after.body, name)
        compare(responses: before.responses, after.responses, name)
        compare(problems: before.problems, after.problems, name)
    }

    /// An older baseline does not know the roles, so nothing is said about it.
    private mutating func compare(role before: Role?, _ after: Role?, _ name: String) {
        guard let before, let after, before != after else { return }
        schemas.add(
            before.holders.allSatisfy(after.holders.contains) ? .servicesFirst : .breaking,
            "the role that \(name) needs was \(before.rawValue) and is \(after.rawValue)"
        )
    }

    private mutating func compare(scope before: String?, _ after: String?, _ name: String) {
        switch (before, after) {
        case (let before?, let after?) where before != after:
            schemas.add(.breaking, "the scope of \(name) was \(before) and is \(after)")
        case (let before?, nil): schemas.add(.breaking, "\(name) no longer accepts tokens with the scope \(before)")
        case (nil, let after?): schemas.add(.servicesFirst, "\(name) now accepts tokens with the scope \(after)")
        default: break
        }
    }

    // MARK: Parameters

    /// Returns the parameters by place and name, those of the path by their position in it.
    private static func byPosition(
        _ parameters: [String: HTTPInterface.Parameter],
        _ operation: String
    ) -> [String: HTTPInterface.Parameter] {
        let parts = operation.split(separator: "/").map(String.init)
        let names = parts.filter { $0.hasPrefix("{") }
        let entries = parameters.map { key, parameter in
            let words = key.split(separator: " ").map(String.init)
            let position = names.firstIndex(of: "{\(words.last ?? "")}")
            guard words.first == "path", let position else { return (key, parameter) }
            return ("path part \(position + 1)", parameter)
        }
        return Dictionary(entries) { first, _ in first }
    }

    private mutating func compare(
        parameters before: [String: HTTPInterface.Parameter],
        _ after: [String: HTTPInterface.Parameter],
        of operation: HTTPInterface.Operation,
        _ name: String
    ) {
        for (key, parameter) in before.sorted(by: { $0.key < $1.key }) {
            guard let other = after[key] else {
                let place = moved(key, to: after, operation.body)
                schemas.add(.breaking, "the \(key) of \(name) was \(place.map { "moved to the \($0)" } ?? "removed")")
                continue
            }
            if !parameter.isRequired, other.isRequired {
                schemas.add(.breaking, "the \(key) of \(name) may no longer be omitted")
            } else if parameter.isRequired, !other.isRequired {
                schemas.add(.servicesFirst, "the \(key) of \(name) may now be omitted")
            }
            schemas.compare(parameter.schema, other.schema, .request, at: "the \(key) of \(name)")
        }
        for (key, parameter) in after.sorted(by: { $0.key < $1.key }) where before[key] == nil {
            schemas.add(
                parameter.isRequired ? .breaking : .servicesFirst,
                "the \(key) was added to \(name)\(parameter.isRequired ? ", and is required" : "")"
            )
        }
    }

    /// Returns the new place of a parameter: `header`, or `body` for a field of it.
    private func moved(
        _ key: String,
        to parameters: [String: HTTPInterface.Parameter],
        _ body: HTTPInterface.Body?
    ) -> String? {
        let name = key.split(separator: " ").last ?? ""
        if let other = parameters.keys.first(where: { $0.split(separator: " ").last == name }) {
            return other.split(separator: " ").first.map(String.init)
        }
        guard let schema = body?.content.schema, case .reference(let type) = schema.kind,
            case .object(let object)? = new.schemas[type]?.kind
        else { return nil }
        return object[String(name)] == nil ? nil : "body"
    }

    // MARK: Bodies

    private mutating func compare(body before: HTTPInterface.Body?, _ after: HTTPInterface.Body?, _ name: String) {
        switch (before, after) {
        case (nil, nil): return
        case (_?, nil): schemas.add(.breaking, "\(name) no longer has a body in requests")
        case (nil, let after?):
            schemas.add(
                after.isRequired ? .breaking : .servicesFirst,
                "\(name) now \(after.isRequired ? "needs" : "accepts") a body in requests"
            )
        case (let before?, let after?):
            if before.isRequired != after.isRequired {
                let verb = after.isRequired ? "no longer" : "now"
                schemas.add(
                    after.isRequired ? .breaking : .servicesFirst,
                    "the body of \(name) may \(verb) be omitted"
                )
            }
            if before.bytesMax != after.bytesMax {
                schemas.add(
                    after.bytesMax < before.bytesMax ? .breaking : .servicesFirst,
                    "the largest body of \(name) was \(before.bytesMax) bytes and is \(after.bytesMax) bytes"
                )
            }
            compare(content: before.content, after.content, .request, "the body of \(name)")
        }
    }

    private mutating func compare(
        content before: HTTPInterface.Content,
        _ after: HTTPInterface.Content,
        _ role: SchemaComparison.Role,
        _ path: String
    ) {
        for type in before.mediaTypes where !after.mediaTypes.contains(type) {
            schemas.add(role.narrowed, "\(path) can no longer be \(type)")
        }
        for type in after.mediaTypes where !before.mediaTypes.contains(type) {
            schemas.add(role.widened, "\(path) can now be \(type)")
        }
        if let before = before.schema, let after = after.schema {
            schemas.compare(before, after, role, at: path)
        }
    }

    private mutating func compare(
        responses before: [String: HTTPInterface.Response],
        _ after: [String: HTTPInterface.Response],
        _ name: String
    ) {
        for (status, response) in before.sorted(by: { $0.key < $1.key }) {
            guard let other = after[status] else {
                schemas.add(.breaking, "\(name) is no longer answered with the status \(status)")
                continue
            }
            for header in response.headers where !other.headers.contains(header) {
                schemas.add(.breaking, "the header \(header) was removed from replies to \(name)")
            }
            for header in other.headers where !response.headers.contains(header) {
                schemas.add(.compatible, "the header \(header) was added to replies to \(name)")
            }
            switch (response.content, other.content) {
            case (let before?, let after?): compare(content: before, after, .reply, "the reply to \(name)")
            case (_?, nil): schemas.add(.breaking, "the reply to \(name) no longer has a body")
            case (nil, _?): schemas.add(.compatible, "the reply to \(name) now has a body")
            case (nil, nil): break
            }
        }
        for status in after.keys.sorted() where before[status] == nil {
            schemas.add(.breaking, "\(name) can now be answered with the status \(status)")
        }
    }

    private mutating func compare(problems before: [String], _ after: [String], _ name: String) {
        func status(_ problem: String) -> String { problem.split(separator: " ").first.map(String.init) ?? "" }
        let statuses = Set(before.map(status)).union(Self.expectedStatuses)
        for problem in after where !before.contains(problem) {
            let isExpected = statuses.contains(status(problem)) || status(problem).hasPrefix(Self.serverErrors)
            schemas.add(isExpected ? .compatible : .breaking, "\(name) can now be answered with the problem \(problem)")
        }
        for problem in before where !after.contains(problem) {
            schemas.add(.compatible, "\(name) is no longer answered with the problem \(problem)")
        }
    }
}
