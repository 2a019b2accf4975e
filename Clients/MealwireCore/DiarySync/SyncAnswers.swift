/// What answers change.
extension DiarySync.State {
    /// Takes the outcome of a request.
    ///
    /// Answers to requests that were given up are ignored.
    mutating func answer(_ answered: DiarySync.Answered, _ turn: inout DiarySync.Turn) {
        let known = requests.firstIndex { $0.request.number == answered.request && $0.save == nil }
        guard let index = known ?? lateIndex else { return }
        let open = requests.remove(at: index)
        turn.now = answered.now
        countFailure(answered, isPull: open.write == nil)
        if let id = open.write {
            guard let write = stored.writes.first(where: { $0.id == id }) else { return }
            settle(write, answered, &turn)
        } else {
            settlePull(open.request, answered.answer, &turn)
        }
        if answered.answer == .sessionOver { endSession(&turn) }
    }

    private var lateIndex: Int? {
        mutation == .acceptsLateAnswers && !requests.isEmpty ? requests.startIndex : nil
    }

    /// Sets the wait after a failure of the line or the server, and ends it after an answer.
    private mutating func countFailure(_ answered: DiarySync.Answered, isPull: Bool) {
        let isOfLine =
            switch answered.answer {
            case .busy, .lost: true
            // A write that fails waits by itself. A pull has no wait of its own.
            case .failed: isPull
            default: false
            }
        if isOfLine {
            // Requests that were open together fail together, and count as one failure.
            if (retryAt ?? answered.now) <= answered.now { failures += 1 }
            retryAt = max(retryAt ?? 0, answered.now + wait(after: failures, jitter: answered.jitter))
        } else {
            failures = 0
            retryAt = nil
        }
        if case .busy(let busy) = answered.answer, let duration = busy.retryAfter, mutation != .ignoresRetryAfter {
            notBefore = max(notBefore ?? 0, answered.now + duration)
        }
    }

    private mutating func settle(_ write: Write, _ answered: DiarySync.Answered, _ turn: inout DiarySync.Turn) {
        switch answered.answer {
        case .entry(let answer):
            let known = stored.entries[answer.entry.id]
            if write.isOvertaken, known == nil, mutation != .revivesFromAnswers {
                // The entry may have been removed since. The next page shows it.
                changes.isWanted = true
            } else if answer.entry.version > (known?.version ?? 0) {
                change(.putEntry(.init(entry: answer.entry)), &turn)
            }
            confirm(write, answer.entry, &turn)
        case .measurement(let answer):
            change(.putMeasurement(.init(measurement: answer.measurement)), &turn)
            drop(write, &turn)
        case .day(let answer):
            adopt(answer.day, &turn)
            drop(write, &turn)
        case .gone: removed(write, &turn)
        case .changed(let answer): contradict(write, answer.current, &turn)
        case .refused(let problem): refuse(write, problem, &turn)
        case .failed: fail(write, answered, &turn)
        case .busy, .lost, .sessionOver: waitAgain(write.id)
        case .page, .measurements: waitAgain(write.id)
        }
    }

    private mutating func fail(_ write: Write, _ answered: DiarySync.Answered, _ turn: inout DiarySync.Turn) {
        if mutation == .dropsFailed { return drop(write, &turn) }
        waitAgain(write.id)
        guard let index = stored.writes.firstIndex(where: { $0.id == write.id }) else { return }
        stored.writes[index].failures += 1
        let failures = stored.writes[index].failures
        stored.writes[index].retryAt = answered.now + wait(after: failures, jitter: answered.jitter)
    }

    private mutating func adopt(_ day: DayExtras, _ turn: inout DiarySync.Turn) {
        guard day.version > (stored.days[day.date]?.version ?? 0) else { return }
        change(.putDay(.init(day: day)), &turn)
    }

    /// Ends a removal, or an addition that was removed meanwhile.
    private mutating func removed(_ write: Write, _ turn: inout DiarySync.Turn) {
        let subject = write.subject
        switch subject.kind {
        case .entry where stored.entries[subject.id] != nil: change(.removeEntry(.init(id: subject.id)), &turn)
        case .measurement where stored.measurements[subject.id] != nil:
            change(.removeMeasurement(.init(id: subject.id)), &turn)
        case .entry, .measurement: break
        // The day's new sum comes with the next page.
        case .water: changes.isWanted = true
        }
        drop(write, &turn)
    }

    /// Ends a confirmed write of an entry.
    ///
    /// The write after it continues from the confirmed state.
    private mutating func confirm(_ write: Write, _ entry: DiaryEntry, _ turn: inout DiarySync.Turn) {
        guard var next = writes(of: write.subject).first(where: { $0.order > write.order }) else {
            return drop(write, &turn)
        }
        drop(write, &turn)
        // Its version stays as it was.
        if mutation == .keepsOldVersions { return }
        switch next.change {
        case .putEntry(var put):
            // The server writes some values in a normal form, so unchanged fields take its values.
            let before = put.base?.content ?? put.content
            let changed = EntryField.allCases.filter { field in
                var content = before
                content.take([field], from: put.content)
                return content != before
            }
            var content = entry.content
            content.take(changed, from: put.content)
            put.content = content
            put.base = EntryBase(entry)
            put.isUnsure = false
            if put.isWithoutEffect { return drop(next, &turn) }
            next.change = .putEntry(put)
        case .removeEntry(var removal):
            removal.base = EntryBase(entry)
            next.change = .removeEntry(removal)
        default: break
        }
        if next.attempts == 0 { self.put(next, &turn) }
    }

    /// Keeps a refused write, with what the user has changed since.
    private mutating func refuse(_ write: Write, _ problem: Problem, _ turn: inout DiarySync.Turn) {
        if mutation == .dropsRefused { return drop(write, &turn) }
        if mutation == .retriesRefused { return waitAgain(write.id) }
        var write = write
        guard var next = writes(of: write.subject).first(where: { $0.order > write.order }) else {
            write.status = .refused(problem)
            put(write, &turn)
            return
        }
        drop(write, &turn)
        let base = write.change.put?.base
        switch next.change {
        case .putEntry(var put):
            put.base = base
            if put.isWithoutEffect { return drop(next, &turn) }
            next.change = .putEntry(put)
            self.put(next, &turn)
        case .removeEntry(var removal):
            guard let base, base.version != nil else { return drop(next, &turn) }
            removal.base = base
            next.change = .removeEntry(removal)
            self.put(next, &turn)
        // The addition does not exist, so there is nothing to take back.
        default: drop(next, &turn)
        }
    }
}
