/// What happens when another device has changed the same entry: an answer with 412.
extension DiarySync.State {
    /// Merges a write with the state on the server.
    ///
    /// - Parameters:
    ///   - write: The write that the server has not executed.
    ///   - current: The entry on the server; nil if it was removed.
    ///   - turn: Collects changes and effects.
    mutating func contradict(_ write: Write, _ current: DiaryEntry?, _ turn: inout DiarySync.Turn) {
        if let current {
            // This answer is newer than the copy: no pull is open, and errors are not kept under a key.
            change(.putEntry(.init(entry: current)), &turn)
        } else if stored.entries[write.subject.id] != nil {
            change(.removeEntry(.init(id: write.subject.id)), &turn)
        }
        let next = writes(of: write.subject).first { $0.order > write.order }
        switch (write.change, next?.change) {
        case (.putEntry(let put), .removeEntry(let removal)?):
            drop(write, &turn)
            // The server has the state before or after the first write, or another device has changed it.
            let isSeen = current.map { [put.base?.content, put.content].contains($0.content) } ?? true
            if let next { overrule(next, removal, current, isSeen: isSeen, &turn) }
        case (.putEntry(let first), .putEntry(let last)?):
            drop(write, &turn)
            if let next { merge(next, last, from: first, attempts: write.attempts, current, &turn) }
        case (.putEntry(let put), _): merge(write, put, from: put, attempts: write.attempts, current, &turn)
        case (.removeEntry(let removal), _):
            let isSeen = current.map { $0.content == removal.base.content } ?? true
            overrule(write, removal, current, isSeen: isSeen, &turn)
        default: refuse(write, Problem(status: 412, code: "versionMismatch", detail: ""), &turn)
        }
    }

    private mutating func refuse(_ write: Write, _ problem: Problem, _ turn: inout DiarySync.Turn) {
        var write = write
        write.status = .refused(problem)
        put(write, &turn)
    }

    /// Gives up a removal of an entry that another device has changed since, or repeats it for the newest version.
    private mutating func overrule(
        _ write: Write,
        _ removal: EntryRemoval,
        _ current: DiaryEntry?,
        isSeen: Bool,
        _ turn: inout DiarySync.Turn
    ) {
        guard let current else { return drop(write, &turn) }
        if isSeen || mutation == .removesChanged {
            var write = write
            write.replace(.removeEntry(EntryRemoval(id: removal.id, base: EntryBase(current))))
            put(write, &turn)
        } else {
            drop(write, &turn)
            turn.effects.append(.removalOverruled(.init(entry: current)))
        }
    }

    /// Merges a change of an entry with the state on the server.
    ///
    /// - Parameters:
    ///   - write: The write that goes on.
    ///   - put: Its change.
    ///   - first: The change that was sent: the same, or an earlier one of the same entry.
    ///   - attempts: How often the latter was sent.
    ///   - current: The entry on the server; nil if it was removed.
    ///   - turn: Collects changes and effects.
    private mutating func merge(
        _ write: Write,
        _ put: EntryPut,
        from first: EntryPut,
        attempts: Int,
        _ current: DiaryEntry?,
        _ turn: inout DiarySync.Turn
    ) {
        if first.base == nil, attempts == 1 { return mergeUnsaved(write, put, current, &turn) }
        // No other device knows the id of a new entry. So the server has executed its creation before.
        let base = first.base ?? EntryBase(content: first.content, version: nil)
        // An earlier attempt may have been executed, and its change changed back: that takes two versions.
        let wasPerhapsExecuted = first.base != nil && attempts > 1
        guard let current else {
            return revive(write, put, base, isUnsure: first.isUnsure || wasPerhapsExecuted, &turn)
        }
        let isNewer = current.version > (base.version ?? 0) + 1
        let isUnsure = (first.isUnsure || wasPerhapsExecuted && isNewer) && mutation != .trustsUnchangedFields
        var merged = put
        let merge = EntryMerge(base: base.content, mine: put.content, theirs: current.content, isUnsure: isUnsure)
        merged.content = merge.content
        merged.position = nil
        merged.base = EntryBase(current)
        merged.isUnsure = false
        if merge.content.eatsSame(as: current.content) { merged.preview = current.preview }
        if mutation == .yieldsOnConflict, !merge.conflicts.isEmpty { return drop(write, &turn) }
        if mutation == .asksAboutOneSide, !merged.isWithoutEffect {
            return ask(write, merged, base, .init(theirs: current, fields: EntryField.allCases), &turn)
        }
        guard merge.conflicts.isEmpty || mutation == .overwritesOnConflict else {
            return ask(write, merged, base, .init(theirs: current, fields: merge.conflicts), &turn)
        }
        replace(write, merged, &turn)
    }

    /// Merges a new entry that is already on the server, although this content was never sent before.
    ///
    /// Former content was sent while the disk failed, and forgotten by a restart. So it is unknown what both sides
    /// started from.
    private mutating func mergeUnsaved(
        _ write: Write,
        _ put: EntryPut,
        _ current: DiaryEntry?,
        _ turn: inout DiarySync.Turn
    ) {
        var put = put
        put.position = nil
        guard let current else {
            // Not the next id: another device may have continued the entry there.
            put.id = RevivedID.next(after: RevivedID.next(after: put.id))
            turn.effects.append(.revived(.init(removed: write.subject.id, entry: put.id)))
            return replace(write, put, &turn)
        }
        if current.version == 1 {
            // No other device has changed it, so its content is this device's former one.
            put.base = EntryBase(current)
            return replace(write, put, &turn)
        }
        let fields = EntryField.allCases.filter { field in
            var content = put.content
            content.take([field], from: current.content)
            return content != put.content
        }
        guard !fields.isEmpty else { return drop(write, &turn) }
        ask(write, put, nil, .init(theirs: current, fields: fields), &turn)
    }

    private mutating func ask(
        _ write: Write,
        _ put: EntryPut,
        _ base: EntryBase?,
        _ conflict: WriteConflict,
        _ turn: inout DiarySync.Turn
    ) {
        var write = write
        var put = put
        put.base = base
        write.replace(.putEntry(put))
        write.status = .conflict(conflict)
        self.put(write, &turn)
    }

    /// Continues a change of a removed entry under another id.
    ///
    /// All devices derive the same id. So two devices that changed the removed entry meet in one entry, and the second
    /// one merges its change. Under the removed id, each would replace the other's entry without seeing it.
    private mutating func revive(
        _ write: Write,
        _ put: EntryPut,
        _ base: EntryBase,
        isUnsure: Bool,
        _ turn: inout DiarySync.Turn
    ) {
        if put.content == base.content || mutation == .dropsChangesOfRemoved { return drop(write, &turn) }
        var id = RevivedID.next(after: put.id)
        while !writes(of: WriteSubject(.entry, id)).isEmpty { id = RevivedID.next(after: id) }
        turn.effects.append(.revived(.init(removed: put.id, entry: id)))
        var revived = put
        revived.id = id
        revived.base = EntryBase(content: base.content, version: nil)
        revived.isUnsure = isUnsure
        if let current = stored.entries[id] {
            return merge(write, revived, from: revived, attempts: 0, current, &turn)
        }
        replace(write, revived, &turn)
    }
}

/// Ids of entries that continue after their removal.
package enum RevivedID {
    /// The last digits of an id, which change: 48 bits.
    private static let digits = 12
    private static let modulus = 1 << 48
    /// An odd number, so that all 2^48 ids follow each other before the first one comes again; the golden ratio's
    /// fraction of the modulus, so that they lie far apart.
    private static let step = 0x9E37_79B9_7F4B

    /// Returns the id that follows an id.
    package static func next(after id: String) -> String {
        let value = Int(id.suffix(digits), radix: 16) ?? 0
        let text = String((value + step) % modulus, radix: 16)
        return id.dropLast(digits) + String(repeating: "0", count: digits - text.count) + text
    }
}
