import MealwireCore

/// The invariants that are checked at every step of a device, and at the end.
extension SyncSimulation {
    /// Checks what an action did to the queue.
    func checkQueue(_ device: Int, _ action: DiarySync.Action, before: [Write]) throws(SyncViolation) {
        let after = Dictionary(uniqueKeysWithValues: devices[device].state.stored.writes.map { ($0.id, $0) })
        for write in before {
            guard case .refused = write.status, !action.decides(write) else { continue }
            if case .refused? = after[write.id]?.status { continue }
            throw SyncViolation(invariant: .refusedStay, detail: "\(write.subject)")
        }
        guard case .answered(let answered) = action else { return }
        try checkRefused(device, answered, before: before)
        for write in before {
            guard let now = after[write.id], case .conflict(let conflict) = now.status, now.status != write.status,
                let put = now.change.entryPut, let base = put.base?.content
            else {
                continue
            }
            let entryWrites = before.filter { $0.subject.kind == .entry }
            let isUnsure = entryWrites.contains { $0.attempts > 1 || $0.change.entryPut?.isUnsure == true }
            for field in conflict.fields {
                let (old, mine) = (base.value(of: field), put.content.value(of: field))
                let theirs = conflict.theirs.content.value(of: field)
                guard mine != old, mine != theirs, theirs != old || isUnsure else {
                    throw SyncViolation(invariant: .asksOnlyIfNeeded, detail: "\(field) of \(put.id)")
                }
            }
        }
    }

    private func checkRefused(_ device: Int, _ answered: DiarySync.Answered, before: [Write]) throws(SyncViolation) {
        guard case .refused = answered.answer, let open = lastDelivered, open.request.number == answered.request,
            let write = before.first(where: { $0.id == open.write })
        else {
            return
        }
        let writes = devices[device].state.stored.writes.filter { $0.subject == write.subject }
        let isRefused = writes.contains { if case .refused = $0.status { true } else { false } }
        let isChanged = before.contains { $0.subject == write.subject && $0.order > write.order }
        guard isRefused || isChanged else {
            throw SyncViolation(invariant: .refusedStay, detail: "\(write.subject) was refused")
        }
    }

    /// Checks that a save shows no entry again that the device knows as removed.
    func checkShown(_ device: Int, _ save: DiarySync.Save) throws(SyncViolation) {
        for change in save.changes {
            guard case .putEntry(let put) = change, devices[device].gone.contains(put.entry.id) else { continue }
            throw SyncViolation(invariant: .removedStayRemoved, detail: put.entry.id)
        }
    }

    /// Checks that a key names the same request each time.
    mutating func checkKey(of request: DiarySync.Request) throws(SyncViolation) {
        guard let key = request.key else { return }
        if let call = calls[key], call != request.call {
            throw SyncViolation(invariant: .keysNameOneContent, detail: key)
        }
        calls[key] = request.call
    }

    /// Checks a request that a device sends.
    func checkSend(_ request: DiarySync.Request, from number: Int) throws(SyncViolation) {
        let device = devices[number]
        func require(_ condition: Bool, _ invariant: SyncInvariant) throws(SyncViolation) {
            guard condition else { throw SyncViolation(invariant: invariant, detail: "device \(number): \(request)") }
        }
        try require(device.sessionUser == request.user, .ownSessionOnly)
        try require(now >= device.notBefore, .retryAfterIsHonoured)
        try require(now >= device.pauseUntil, .pausesAfterFailures)
        guard let key = request.key, let subject = request.call.subject else { return }
        let isOnDisk = device.disk.writes.contains { $0.key == key && $0.status == .sent }
        try require(isOnDisk || device.state.isUnsaved || device.diskIsBehind, .savedBeforeSent)
        let open = device.state.requests.filter { $0.write != nil && $0.save == nil }
        try require(open.count <= DiarySync.Limits.openWritesMax, .fewOpenWrites)
        try require(open.count { $0.request.call.subject == subject } == 1, .oneWritePerObject)
        let known = device.answeredVersions[subject.id] ?? 0
        switch request.call {
        case .putEntry(let put): try require((put.version ?? .max) >= known, .newestVersions)
        case .removeEntry(let removal): try require((removal.version ?? 0) >= known, .newestVersions)
        default: break
        }
    }

    /// Checks that everything is equal and nothing was lost.
    func checkEnd() throws(SyncViolation) {
        for device in devices {
            let stored = device.state.stored
            func require(_ condition: Bool, _ detail: String) throws(SyncViolation) {
                guard condition else {
                    throw SyncViolation(invariant: .converges, detail: "device \(device.number): \(detail)")
                }
            }
            try require(stored.entries == server.entries, difference(stored.entries, server.entries))
            try require(stored.days == server.days, difference(stored.days, server.days))
            try require(stored.measurements == server.measurements, "measurements")
            var disk = device.disk
            // Whether a write is being sent matters only in memory.
            disk.writes = disk.writes.map { $0.asWaiting }
            var memory = stored
            memory.writes = memory.writes.map { $0.asWaiting }
            try require(disk == memory, "the disk differs from the memory")
        }
        try checkCreated()
        for (date, day) in server.days {
            let sum = server.waters.values.filter { $0.date == date }.reduce(0) { $0 + $1.ml }
            guard sum == day.waterMl else { throw SyncViolation(invariant: .appliedOnce, detail: "water of \(date)") }
        }
        let refused = Dictionary(uniqueKeysWithValues: devices.map { ($0.number, $0.state.writesToDecide) })
        try oracle.checkNothingLost(server, refused: refused)
    }

    /// Checks that the server has no entry and no measurement that no user has made.
    private func checkCreated() throws(SyncViolation) {
        let entries = Set(server.entries.keys).subtracting(oracle.created)
        let measurements = Set(server.measurements.keys).subtracting(firstMeasurements)
            .filter { !oracle.isAdded(WriteSubject(.measurement, $0)) }
        guard entries.isEmpty, measurements.isEmpty else {
            throw SyncViolation(invariant: .appliedOnce, detail: "no user made \(entries.union(measurements).sorted())")
        }
    }

    private func difference<Value: Equatable>(_ left: [String: Value], _ right: [String: Value]) -> String {
        let keys = Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }.sorted()
        return keys.map { "\($0): \(left[$0].map { "\($0)" } ?? "-") / \(right[$0].map { "\($0)" } ?? "-")" }
            .joined(separator: "; ")
    }
}

extension DiarySync.Action {
    /// Whether the user decides about a write with this action.
    fileprivate func decides(_ write: Write) -> Bool {
        switch self {
        case .change(let edit): edit.entry == write.subject.id
        case .remove(let removal), .unmeasure(let removal): removal.id == write.subject.id
        case .restore(let restoration): restoration.removed == write.subject.id
        case .undrink(let drinking): drinking.water.id == write.subject.id
        case .dismiss(let dismissal): dismissal.write == write.id
        case .opened: true
        default: false
        }
    }
}

extension WriteChange {
    fileprivate var entryPut: EntryPut? {
        if case .putEntry(let put) = self { put } else { nil }
    }
}

extension Write {
    /// The write without what matters only in memory.
    fileprivate var asWaiting: Write {
        var write = self
        if write.status == .sent { write.status = .waiting }
        write.failures = 0
        write.retryAt = nil
        return write
    }
}

extension EntryContent {
    /// A field's value as a text that is equal for equal values.
    fileprivate func value(of field: EntryField) -> String {
        switch field {
        case .date: date
        case .meal: meal.rawValue
        case .at: at
        case .amount: "\(String(describing: amount))"
        case .name: name ?? ""
        case .energy: "\(String(describing: energy))"
        }
    }
}
