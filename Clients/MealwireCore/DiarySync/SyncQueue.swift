/// What the user does to entries.
extension DiarySync.State {
    /// Returns the writes of an object, in order.
    func writes(of subject: WriteSubject) -> [Write] { stored.writes.filter { $0.subject == subject } }

    private mutating func append(_ id: String, _ change: WriteChange, _ turn: inout DiarySync.Turn) {
        put(Write(id: id, order: (stored.writes.last?.order ?? 0) + 1, change: change), &turn)
    }

    /// Makes an entry.
    mutating func create(_ creation: DiarySync.EntryCreation, _ turn: inout DiarySync.Turn) {
        turn.now = creation.now
        guard writes(of: WriteSubject(.entry, creation.entry)).isEmpty, stored.entries[creation.entry] == nil else {
            return
        }
        let put = EntryPut(
            id: creation.entry,
            content: creation.content,
            preview: creation.preview,
            position: creation.position,
            base: nil
        )
        append(creation.write, .putEntry(put), &turn)
    }

    /// Changes an entry: in its last write if the server has certainly not executed that, else in a write after it.
    mutating func edit(_ edit: DiarySync.EntryEdit, _ turn: inout DiarySync.Turn) {
        turn.now = edit.now
        guard let last = writes(of: WriteSubject(.entry, edit.entry)).last else {
            guard let entry = stored.entries[edit.entry] else { return }
            let put = EntryPut(
                id: entry.id,
                content: entry.content.applying(edit.changes),
                preview: edit.preview ?? entry.preview,
                position: edit.position,
                base: EntryBase(entry)
            )
            if !put.isWithoutEffect { append(edit.write, .putEntry(put), &turn) }
            return
        }
        guard var put = last.change.put else { return }
        if last.isChangeable || mutation == .changesSent {
            if case .conflict(let conflict) = last.status {
                put.base = EntryBase(conflict.theirs)
                put.isUnsure = false
            }
        } else {
            put.base = EntryBase(content: put.content, version: nil)
            if mutation == .keepsOldVersions { put.base?.version = last.change.put?.base?.version }
            put.position = nil
            put.isUnsure = false
        }
        put.content = put.content.applying(edit.changes)
        put.preview = edit.preview ?? put.preview
        put.position = edit.position ?? put.position
        if !last.isChangeable, mutation != .changesSent {
            if !put.isWithoutEffect { append(edit.write, .putEntry(put), &turn) }
        } else if mutation == .changesSent, !last.isChangeable {
            var changed = last
            changed.change = .putEntry(put)
            self.put(changed, &turn)
        } else {
            replace(last, put, &turn)
        }
    }

    /// Replaces the content of a write; one without effect leaves the queue.
    mutating func replace(_ write: Write, _ put: EntryPut, _ turn: inout DiarySync.Turn) {
        if put.isWithoutEffect { return drop(write, &turn) }
        var write = write
        let (revision, firstSentAt) = (write.revision, write.firstSentAt)
        write.replace(.putEntry(put))
        if mutation == .keepsKeys { (write.revision, write.firstSentAt) = (revision, firstSentAt) }
        self.put(write, &turn)
    }

    /// Removes an entry.
    ///
    /// One that the server has certainly never had vanishes with its write.
    mutating func remove(_ removal: DiarySync.Removal, _ turn: inout DiarySync.Turn) {
        turn.now = removal.now
        let writes = writes(of: WriteSubject(.entry, removal.id))
        guard var last = writes.last else {
            guard let entry = stored.entries[removal.id] else { return }
            append(removal.write, .removeEntry(EntryRemoval(id: entry.id, base: EntryBase(entry))), &turn)
            return
        }
        guard var put = last.change.put else { return }
        if case .conflict(let conflict) = last.status { put.base = EntryBase(conflict.theirs) }
        let isAlone = writes.count == 1
        if mutation == .cancelsSent, isAlone, put.base?.version == nil { return drop(last, &turn) }
        guard last.isChangeable, mutation != .sendsCancelled || put.base != nil else {
            let base = EntryBase(content: put.content, version: nil)
            append(removal.write, .removeEntry(EntryRemoval(id: removal.id, base: base)), &turn)
            return
        }
        guard let base = put.base, base.version != nil || !isAlone else { return drop(last, &turn) }
        last.replace(.removeEntry(EntryRemoval(id: removal.id, base: base)))
        self.put(last, &turn)
    }

    /// Takes a removal back: in the queue if it was not sent, else by a new entry with the same content.
    mutating func restore(_ restoration: DiarySync.EntryRestoration, _ turn: inout DiarySync.Turn) {
        let creation = restoration.creation
        guard let last = writes(of: WriteSubject(.entry, restoration.removed)).last, last.isChangeable,
            let removal = last.change.removal
        else {
            create(creation, &turn)
            return
        }
        turn.now = creation.now
        let put = EntryPut(
            id: removal.id,
            content: creation.content,
            preview: creation.preview,
            position: nil,
            base: removal.base
        )
        replace(last, put, &turn)
    }

    /// Continues a write with the user's decision, on top of the server's state.
    mutating func resolve(_ resolution: DiarySync.Resolution, _ turn: inout DiarySync.Turn) {
        turn.now = resolution.now
        guard let write = stored.writes.first(where: { $0.id == resolution.write }),
            case .conflict(let conflict) = write.status, var put = write.change.put
        else {
            return
        }
        let theirs = conflict.theirs.content
        var content = put.content
        content.take(conflict.fields.filter { !resolution.mine.contains($0) }, from: theirs)
        if !content.isConsistent { content.take(EntryField.eaten, from: theirs) }
        if content.eatsSame(as: theirs) { put.preview = conflict.theirs.preview }
        put.content = content
        put.base = EntryBase(conflict.theirs)
        put.isUnsure = false
        replace(write, put, &turn)
    }

    /// Gives up a refused write.
    mutating func dismiss(_ dismissal: DiarySync.Dismissal, _ turn: inout DiarySync.Turn) {
        turn.now = dismissal.now
        guard let write = stored.writes.first(where: { $0.id == dismissal.write }), case .refused = write.status else {
            return
        }
        drop(write, &turn)
    }
}

/// What the user does to measurements and water.
extension DiarySync.State {
    /// Adds a measurement or water.
    mutating func add(_ id: String, _ change: WriteChange, _ now: Milliseconds, _ turn: inout DiarySync.Turn) {
        turn.now = now
        guard writes(of: change.subject).isEmpty else { return }
        append(id, change, &turn)
    }

    /// Removes a measurement that is stored on the server or in the queue.
    mutating func removeMeasurement(_ removal: DiarySync.Removal, _ turn: inout DiarySync.Turn) {
        turn.now = removal.now
        if case .addMeasurement(let queued)? = writes(of: WriteSubject(.measurement, removal.id)).last?.change {
            takeBack(removal.write, .removeMeasurement(queued), removal.now, &turn)
        } else if let measurement = stored.measurements[removal.id] {
            takeBack(removal.write, .removeMeasurement(measurement), removal.now, &turn)
        }
    }

    /// Takes an addition back.
    ///
    /// One that the server has certainly never had vanishes with its write.
    mutating func takeBack(
        _ id: String,
        _ change: WriteChange,
        _ now: Milliseconds,
        _ turn: inout DiarySync.Turn
    ) {
        turn.now = now
        guard let last = writes(of: change.subject).last else { return append(id, change, &turn) }
        switch last.change {
        case .removeMeasurement, .removeWater: return
        default: break
        }
        if last.isChangeable || mutation == .cancelsSent { drop(last, &turn) } else { append(id, change, &turn) }
    }
}
