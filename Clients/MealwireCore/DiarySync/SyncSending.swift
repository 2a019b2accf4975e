/// Choosing what is sent, and when.
extension DiarySync.State {
    /// Sends what may be sent now, and asks to be woken for what may be sent later.
    mutating func advance(_ now: Milliseconds, _ turn: inout DiarySync.Turn) {
        guard isActive else { return }
        if let wait = [retryAt, notBefore].compactMap({ $0 }).max(), wait > now {
            if mutation != .neverRetries { wake(at: wait, now, &turn) }
            return
        }
        if mutation == .neverRetries, retryAt != nil { return }
        retryAt = nil
        notBefore = nil
        sendWrites(now, &turn)
        if !requests.contains(where: { $0.write != nil }) { sendPull(&turn) }
        if let next = stored.writes.compactMap(\.retryAt).filter({ $0 > now }).min() { wake(at: next, now, &turn) }
    }

    private mutating func wake(at time: Milliseconds, _ now: Milliseconds, _ turn: inout DiarySync.Turn) {
        if let wakeAt, wakeAt > now, wakeAt <= time { return }
        wakeAt = time
        turn.effects.append(.wake(.init(at: time)))
    }

    /// Sends the first write of each object, in the order of the queue.
    private mutating func sendWrites(_ now: Milliseconds, _ turn: inout DiarySync.Turn) {
        var subjects: Set<WriteSubject> = []
        for write in stored.writes {
            let isFirst = subjects.insert(write.subject).inserted || mutation == .overtakesItself
            guard isFirst, write.status == .waiting, (write.retryAt ?? now) <= now else { continue }
            let open = requests.count { $0.write != nil }
            guard open < DiarySync.Limits.openWritesMax || mutation == .sendsEverything else { return }
            if mutation != .appliesOldPages { abandonPulls() }
            send(write, now, &turn)
        }
    }

    private mutating func send(_ write: Write, _ now: Milliseconds, _ turn: inout DiarySync.Turn) {
        var write = write
        write.status = .sent
        write.attempts += 1
        if write.firstSentAt == nil { write.firstSentAt = now }
        write.retryAt = nil
        put(write, &turn)
        let request = makeRequest(call(of: write), key: write.key)
        if mutation == .sendsBeforeSaving {
            requests.append(.init(request: request, write: write.id, save: nil))
            turn.effects.append(.send(request))
        } else {
            requests.append(.init(request: request, write: write.id, save: lastSave + 1))
        }
    }

    private func call(of write: Write) -> DiarySync.Call {
        switch write.change {
        case .putEntry(let put):
            .putEntry(
                .init(id: put.id, version: put.base?.version, content: put.content, position: put.position)
            )
        case .removeEntry(let removal): .removeEntry(.init(id: removal.id, version: removal.base.version))
        case .addMeasurement(let measurement): .addMeasurement(measurement)
        case .removeMeasurement(let measurement): .removeMeasurement(.init(id: measurement.id, version: nil))
        case .addWater(let water): .addWater(water)
        case .removeWater(let water): .removeWater(water)
        }
    }

    private mutating func makeRequest(_ call: DiarySync.Call, key: String?) -> DiarySync.Request {
        lastRequest += 1
        return DiarySync.Request(number: lastRequest, user: stored.user, key: key, call: call)
    }

    /// Pulls changes, then measurements.
    ///
    /// A pull changes nothing on the server, so it waits for no save.
    private mutating func sendPull(_ turn: inout DiarySync.Turn) {
        guard changes.request == nil, measurements.request == nil else { return }
        let call: DiarySync.Call
        if changes.isWanted {
            call = .changes(.init(cursor: stored.cursor))
            changes = .init(isWanted: false, request: lastRequest + 1)
        } else if measurements.isWanted {
            call = .measurements
            measurements = .init(isWanted: false, request: lastRequest + 1)
        } else {
            return
        }
        let request = makeRequest(call, key: nil)
        requests.append(.init(request: request, write: nil, save: nil))
        turn.effects.append(.send(request))
    }

    /// Gives up open pulls: their answers could be older than those to writes that are sent now.
    mutating func abandonPulls() {
        if changes.request != nil { changes = .init(isWanted: true, request: nil) }
        if measurements.request != nil { measurements = .init(isWanted: true, request: nil) }
        requests.removeAll { $0.write == nil }
    }

    /// Wants everything new of the server.
    mutating func requestPull(_ now: Milliseconds, _ turn: inout DiarySync.Turn) {
        changes.isWanted = true
        measurements.isWanted = true
        turn.now = now
    }

    /// Tries at once, because the line may work again.
    ///
    /// `Retry-After` still holds.
    mutating func comeOnline(_ now: Milliseconds, _ turn: inout DiarySync.Turn) {
        retryAt = nil
        for index in stored.writes.indices { stored.writes[index].retryAt = nil }
        turn.now = now
    }

    /// Returns how long to wait after a number of failures: doubled each time, from half of it to all of it.
    func wait(after failures: Int, jitter: Double) -> Milliseconds {
        if mutation == .retriesAtOnce { return 0 }
        let limits = (DiarySync.Limits.retryMin, DiarySync.Limits.retryMax)
        // 2^9 of the shortest wait is more than the longest.
        let full = min(limits.1, limits.0 << min(failures - 1, 9))
        return full / 2 + Int(Double(full / 2) * jitter)
    }

    /// Puts a write back that was being sent.
    mutating func waitAgain(_ id: String) {
        guard let index = stored.writes.firstIndex(where: { $0.id == id }) else { return }
        if stored.writes[index].status == .sent { stored.writes[index].status = .waiting }
    }
}
