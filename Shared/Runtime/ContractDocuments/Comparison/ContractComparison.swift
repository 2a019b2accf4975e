import Contracts

/// Finds what changed between two versions of the contracts, by the rules of `ContractChange`.
package enum ContractComparison {
    package static func changes(from old: ContractModel, to new: ContractModel) -> [ContractChange] {
        var comparison = ShapeComparison(old: old.types, new: new.types)
        compareMethods(old.methods, new.methods, &comparison)
        for (type, payload) in old.events.sorted(by: { $0.key < $1.key }) {
            if let other = new.events[type] {
                comparison.compare(payload, other, .event, at: type)
            } else {
                comparison.add(.breaking, "the event \(type) was removed; its subscribers no longer receive it")
            }
        }
        comparison.compare(old.frame.requestHeader, new.frame.requestHeader, .requestHeader, at: "the header")
        comparison.compare(old.frame.replyHeader, new.frame.replyHeader, .replyHeader, at: "the header")
        comparison.compare(old.frame.error, new.frame.error, .reply, at: "the error")
        comparison.compare(old.frame.event, new.frame.event, .event, at: "the envelope")
        comparison.compare(old.frame.beacon, new.frame.beacon, .reply, at: "the beacon")
        guard let before = old.http, let after = new.http else { return comparison.changes }
        return comparison.changes + changes(from: before, to: after)
    }

    /// Returns the changes of the HTTP interface, by the rules of `HTTPComparison`.
    package static func changes(from old: HTTPInterface, to new: HTTPInterface) -> [ContractChange] {
        HTTPComparison.changes(from: old, to: new)
    }

    private static func compareMethods(
        _ old: [String: ContractModel.Operation],
        _ new: [String: ContractModel.Operation],
        _ comparison: inout ShapeComparison
    ) {
        for (name, before) in old.sorted(by: { $0.key < $1.key }) {
            guard let after = new[name] else {
                comparison.add(.breaking, "the method \(name) was removed")
                continue
            }
            comparison.addIfChanged(name, "service", before.service.rawValue, after.service.rawValue, .breaking)
            comparison.addIfChanged(
                name,
                "effect",
                before.effect.rawValue,
                after.effect.rawValue,
                effect(before.effect, after.effect)
            )
            comparison.addIfChanged(name, "access", before.access.rawValue, after.access.rawValue, access(after.access))
            comparison.addIfChanged(name, "time-out", "\(before.timeoutMs) ms", "\(after.timeoutMs) ms", .compatible)
            comparison.compare(before.request, after.request, .request, at: name)
            comparison.compare(before.reply, after.reply, .reply, at: name)
        }
        for name in new.keys.sorted() where old[name] == nil {
            comparison.add(.servicesFirst, "the method \(name) was added")
        }
    }

    /// Older callers continue to retry as before; newer callers retry only what has become safer.
    private static func effect(
        _ before: Contracts.Method.Effect,
        _ after: Contracts.Method.Effect
    ) -> ContractChange.Verdict {
        let bySafety: [Contracts.Method.Effect] = [.singleWrite, .keyedWrite, .read]
        let ranks = [before, after].map { bySafety.firstIndex(of: $0) ?? 0 }
        return ranks[0] < ranks[1] ? .servicesFirst : .breaking
    }

    /// Users and internal processes exclude each other, so only a method open to anyone excludes no caller.
    private static func access(_ after: Contracts.Method.Access) -> ContractChange.Verdict {
        after == .anyone ? .servicesFirst : .breaking
    }
}

/// Compares two shapes recursively, each pair of types once for each kind of message.
struct ShapeComparison {
    private struct Visit: Hashable {
        let old: String
        let new: String
        let role: MessageRole
    }

    let old: [String: TypeShape]
    let new: [String: TypeShape]
    private(set) var changes: [ContractChange] = []
    private var visits: Set<Visit> = []

    init(old: [String: TypeShape], new: [String: TypeShape]) {
        self.old = old
        self.new = new
    }

    mutating func add(_ verdict: ContractChange.Verdict, _ sentence: String) {
        changes.append(ContractChange(verdict: verdict, sentence: sentence))
    }

    mutating func addIfChanged(
        _ name: String,
        _ what: String,
        _ before: String,
        _ after: String,
        _ verdict: ContractChange.Verdict
    ) {
        if before != after { add(verdict, "the \(what) of \(name) was \(before) and is \(after)") }
    }

    mutating func compare(_ before: ValueShape, _ after: ValueShape, _ role: MessageRole, at path: String) {
        switch (before, after) {
        case (.nullable(let before), .nullable(let after)): compare(before, after, role, at: path)
        case (.nullable(let before), _):
            add(.breaking, "\(path) may no longer be null in \(role.name)")
            compare(before, after, role, at: path)
        case (_, .nullable(let after)):
            add(role.widened, "\(path) may now be null in \(role.name)")
            compare(before, after, role, at: path)
        case (.list(let before), .list(let after)), (.map(let before), .map(let after)):
            compare(before, after, role, at: path)
        case (.named(let before), .named(let after)): compare(types: before, after, role, at: path)
        default:
            guard before != after else { return }
            let isWider = Self.holds(after, all: before)
            add(isWider ? role.widened : .breaking, "\(path) was \(before) and is \(after) in \(role.name)")
        }
    }

    /// Returns whether every value of the narrower shape is a value of the wider one.
    private static func holds(_ wider: ValueShape, all narrower: ValueShape) -> Bool {
        switch (narrower, wider) {
        case (.integer, .number), (.text, .text(nil)), (.text("date"), .text("date-or-today")): true
        default: false
        }
    }

    private mutating func compare(types before: String, _ after: String, _ role: MessageRole, at path: String) {
        guard visits.insert(Visit(old: before, new: after, role: role)).inserted else { return }
        switch (old[before], new[after]) {
        case (.object(let beforeFields), .object(let afterFields)):
            compare(fields: beforeFields, afterFields, role, of: after)
        case (.choice(let beforeValues), .choice(let afterValues)):
            for value in beforeValues where !afterValues.contains(value) {
                add(.breaking, "\(after) no longer has \(value), which older peers and databases still have")
            }
            for value in afterValues where !beforeValues.contains(value) {
                add(role.widened, "\(after) has the new value \(value) in \(role.name)")
            }
        default: add(.breaking, "\(path) was \(before) and is \(after) in \(role.name)")
        }
    }

    private mutating func compare(
        fields before: [FieldShape],
        _ after: [FieldShape],
        _ role: MessageRole,
        of type: String
    ) {
        for field in before {
            let path = "\(type).\(field.name)"
            guard let other = after.first(where: { $0.name == field.name }) else {
                add(.breaking, "\(path) was removed from \(role.name)")
                continue
            }
            compare(presence: field.presence, other.presence, role, at: path)
            compare(field.shape, other.shape, role, at: path)
        }
        for field in after where !before.contains(where: { $0.name == field.name }) {
            let isRequired = field.presence == .required
            add(
                isRequired ? role.required : role.addedOptional,
                "\(type).\(field.name) was added to \(role.name)\(isRequired ? ", and is required" : "")"
            )
        }
    }

    private mutating func compare(
        presence before: FieldShape.Presence,
        _ after: FieldShape.Presence,
        _ role: MessageRole,
        at path: String
    ) {
        // Readers of replies always find a written field, whether they require it or not.
        let isRequest = role == .request || role == .requestHeader
        func isThere(_ presence: FieldShape.Presence) -> Bool {
            presence == .required || (presence == .written && !isRequest)
        }
        if before == .required, !isThere(after) {
            add(role.omitted, "\(path) may now be omitted from \(role.name)")
        } else if after == .required, !isThere(before) {
            add(role.required, "\(path) may no longer be omitted from \(role.name)")
        }
    }
}
