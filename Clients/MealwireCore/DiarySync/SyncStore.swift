/// Opening and closing the store, sessions, and saves.
extension DiarySync.State {
    /// Takes over the contents of a store.
    ///
    /// Writes that were being sent wait again. Whether the server has executed them is unknown.
    mutating func open(_ opening: DiarySync.Opening, _ turn: inout DiarySync.Turn) {
        stored = opening.stored
        for index in stored.writes.indices {
            if stored.writes[index].status == .sent, mutation != .forgetsSentAfterRestart {
                stored.writes[index].status = .waiting
            }
            if mutation == .forgetsAttempts { stored.writes[index].attempts = 0 }
            stored.writes[index].retryAt = nil
            stored.writes[index].failures = 0
        }
        requests = []
        changes = DiarySync.Pull()
        measurements = DiarySync.Pull()
        failures = 0
        retryAt = nil
        notBefore = nil
        wakeAt = nil
        lastSave = 0
        isUnsaved = false
        requestPull(opening.now, &turn)
    }

    /// Begins a session; that of another user than the store's leads to another store.
    mutating func signIn(_ signIn: DiarySync.SignIn, _ turn: inout DiarySync.Turn) {
        sessionUser = signIn.user
        if signIn.user != stored.user { turn.effects.append(.openStore(.init(user: signIn.user))) }
        requestPull(signIn.now, &turn)
    }

    /// Ends the session.
    ///
    /// The copy stays readable, and the writes stay in the queue.
    mutating func endSession(_ turn: inout DiarySync.Turn) {
        sessionUser = nil
        abandonPulls()
        if mutation == .dropsOnSessionEnd {
            for write in stored.writes { drop(write, &turn) }
            requests = []
        }
    }

    /// Forgets everything, on the device, too.
    mutating func erase(_ turn: inout DiarySync.Turn) {
        let user = stored.user
        let request = lastRequest
        let broken = mutation
        self = DiarySync.State()
        lastRequest = request
        mutation = broken
        if !user.isEmpty { turn.effects.append(.wipe(.init(user: user))) }
    }

    /// Sends the requests that waited for a save.
    mutating func release(through save: Int, _ turn: inout DiarySync.Turn) {
        isUnsaved = false
        sendRequests(savedThrough: save, &turn)
    }

    /// Sends the requests that waited for a save that failed: what cannot be stored must reach the server at once.
    mutating func failSave(_ save: Int, _ turn: inout DiarySync.Turn) {
        isUnsaved = mutation != .forgetsFailedSaves
        sendRequests(savedThrough: save, &turn)
    }

    private mutating func sendRequests(savedThrough save: Int, _ turn: inout DiarySync.Turn) {
        for index in requests.indices {
            guard let needed = requests[index].save, needed <= save else { continue }
            if isActive, retryAt == nil, notBefore == nil {
                requests[index].save = nil
                turn.effects.append(.send(requests[index].request))
            } else if let write = requests[index].write {
                waitAgain(write)
            }
        }
        // The session ended, or another request failed, before they were sent.
        requests.removeAll { ($0.save ?? .max) <= save }
    }

    /// Applies a change to the store in memory, and has it saved.
    mutating func change(_ change: StoreChange, _ turn: inout DiarySync.Turn) {
        stored.apply(change)
        switch change {
        case .putWrite where mutation == .savesNoWrites: return
        case .putEntry where mutation == .savesOnlyCursors: return
        default: turn.changes.append(change)
        }
    }

    /// Stores a write in the place of the one with its id.
    mutating func put(_ write: Write, _ turn: inout DiarySync.Turn) {
        // A new write that is sent at once is saved once.
        turn.changes.removeAll { change in
            if case .putWrite(let former) = change { former.write.id == write.id } else { false }
        }
        change(.putWrite(.init(write: write)), &turn)
    }

    /// Removes a write.
    mutating func drop(_ write: Write, _ turn: inout DiarySync.Turn) {
        change(.removeWrite(.init(id: write.id)), &turn)
    }

    /// Ends a turn: returns its effects, the save first.
    ///
    /// After a failed save the next one replaces everything, because the store lacks the changes of the failed one.
    mutating func finish(_ turn: DiarySync.Turn) -> [DiarySync.Effect] {
        var changes = turn.changes
        if isUnsaved, turn.now != nil, !stored.user.isEmpty { changes = [.replace(.init(stored: stored))] }
        guard !changes.isEmpty else { return turn.effects }
        lastSave += 1
        let save = DiarySync.Save(number: lastSave, user: stored.user, changes: changes)
        return [.save(save)] + turn.effects
    }
}
