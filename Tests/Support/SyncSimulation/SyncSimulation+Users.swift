import MealwireCore
import SeededRandom

/// What users do, and what happens to their devices.
extension SyncSimulation {
    private mutating func newID() -> String {
        func hex(_ value: UInt64, _ digits: Int) -> String {
            let text = String(value, radix: 16)
            return String(repeating: "0", count: max(0, digits - text.count)) + text.suffix(digits)
        }
        let (high, low) = (hex(random.next(), 16), hex(random.next(), 16))
        return "\(high.prefix(8))-\(high.dropFirst(8).prefix(4))-7\(high.suffix(3))-8\(low.prefix(3))-\(low.suffix(12))"
    }

    private mutating func newValue() -> Int {
        lastValue += 1
        return lastValue
    }

    private mutating func newTime() -> String { "2026-11-23T00:00:00.\(newValue())Z" }

    private mutating func newAmount() -> FoodAmount {
        let grams = Double(newValue()) / 100 + 1
        let isRefused = !isDraining && random.oneIn(plan.refusesOneIn)
        return FoodAmount(foodId: "food", grams: isRefused ? grams + ModelServer.gramsMax : grams)
    }

    /// Amounts with more decimals than the server stores.
    private mutating func newEnergy() -> Nutrients { Nutrients(kcal: Double(newValue()) / 100 + 0.001) }

    private mutating func date() -> String { "2026-11-2\(random.number(1...plan.days))" }

    private func origin(_ device: Int) -> ActOrigin {
        let state = devices[device].state
        return ActOrigin(device: device, boot: devices[device].boot, save: state.lastSave, time: now)
    }

    private func shown(on device: Int) -> [DiarySync.ShownEntry] {
        (1...plan.days).flatMap { devices[device].state.shownEntries(on: "2026-11-2\($0)") }
    }

    /// Does something on a device, as a user would.
    mutating func act(_ device: Int) throws(SyncViolation) {
        switch random.number(0...19) {
        case 0...3: try create(device)
        case 4...9: try edit(device)
        case 10...11: try remove(device)
        case 12: try restore(device)
        case 13: try measure(device)
        case 14: try unmeasure(device)
        case 15: try drink(device)
        case 16: try undrink(device)
        default: try decide(device)
        }
    }

    private mutating func create(_ device: Int) throws(SyncViolation) {
        if shown(on: device).count >= plan.entriesMax { return try edit(device) }
        var content = EntryContent(date: date(), meal: random.element(Meal.allCases) ?? .lunch, at: newTime())
        if random.oneIn(3) {
            content.name = "energy \(newValue())"
            content.energy = newEnergy()
        } else {
            content.amount = newAmount()
        }
        try create(device, content)
    }

    private mutating func create(_ device: Int, _ content: EntryContent) throws(SyncViolation) {
        let creation = DiarySync.EntryCreation(
            write: newID(),
            entry: newID(),
            content: content,
            preview: EntryPreview(name: "food", nutrients: Nutrients(kcal: 1)),
            position: random.oneIn(5) ? random.number(0...3) : nil,
            now: now
        )
        try reduce(device, .create(creation))
        oracle.set(Token.tokens(of: content), replacing: [], origin(device))
    }

    private mutating func edit(_ device: Int) throws(SyncViolation) {
        guard let entry = random.element(shown(on: device)) else { return }
        var changes = EntryChanges()
        if random.oneIn(6) { changes.date = date() }
        if random.oneIn(4) { changes.meal = random.element(Meal.allCases) }
        if random.oneIn(3) { changes.at = newTime() }
        if entry.content.amount != nil {
            if random.oneIn(2) { changes.amount = newAmount() }
            // A user may type the former amount again.
            let former = formerAmounts[entry.id] ?? []
            if former.count > 1, random.oneIn(3) { changes.amount = former[former.count - 2] }
        } else {
            if random.oneIn(2) { changes.name = "energy \(newValue())" }
            if random.oneIn(2) { changes.energy = newEnergy() }
        }
        try edit(device, entry, changes, position: random.oneIn(6) ? random.number(0...3) : nil)
    }

    private mutating func edit(
        _ device: Int,
        _ entry: DiarySync.ShownEntry,
        _ changes: EntryChanges,
        position: Int?
    ) throws(SyncViolation) {
        let conflict = conflict(of: entry.id, device)
        let edit = DiarySync.EntryEdit(
            write: newID(),
            entry: entry.id,
            changes: changes,
            position: position,
            now: now
        )
        try reduce(device, .change(edit))
        let before = Token.tokens(of: entry.content)
        if let conflict {
            // Going on with one's own content decides the conflict.
            statistics.count("conflict edited")
            let theirs = Token.tokens(of: conflict.theirs.content)
            oracle.set(before.subtracting(theirs), replacing: theirs.union(before), origin(device))
        }
        let after = Token.tokens(of: entry.content.applying(changes))
        oracle.set(after.subtracting(before), replacing: before, origin(device))
    }

    private func conflict(of entry: String, _ device: Int) -> WriteConflict? {
        for write in devices[device].state.stored.writes where write.subject.id == entry {
            if case .conflict(let conflict) = write.status { return conflict }
        }
        return nil
    }

    private mutating func remove(_ device: Int) throws(SyncViolation) {
        guard let entry = random.element(shown(on: device)) else { return }
        let writes = devices[device].state.stored.writes.filter { $0.subject.id == entry.id }
        let conflict = conflict(of: entry.id, device)
        try reduce(device, .remove(.init(write: newID(), id: entry.id, now: now)))
        let tokens = Token.tokens(of: entry.content)
        let theirs = conflict.map { Token.tokens(of: $0.theirs.content) } ?? []
        oracle.revoke(tokens.union(theirs), removing: entry.id, origin(device))
        devices[device].removed.append(entry)
        if devices[device].removed.count > 5 { devices[device].removed.removeFirst() }
        if writes.count == 1, writes[0].attempts == 0, writes[0].status == .waiting,
            case .putEntry(let put) = writes[0].change, put.base == nil
        {
            statistics.count("cancelled unsent")
            let origin = origin(device)
            devices[device].cancelled[entry.id] = (origin.boot, origin.save, false)
        }
    }

    private mutating func restore(_ device: Int) throws(SyncViolation) {
        guard let entry = devices[device].removed.popLast() else { return }
        let state = devices[device].state
        guard state.shownEntry(entry.id) == nil else { return }
        let isInQueue = state.stored.writes.last { $0.subject.id == entry.id }.map {
            if case .removeEntry = $0.change { $0.status == .waiting && $0.attempts == 0 } else { false }
        }
        var content = entry.content
        if random.oneIn(2) { content.at = newTime() }
        let creation = DiarySync.EntryCreation(
            write: newID(),
            entry: newID(),
            content: content,
            preview: entry.preview,
            now: now
        )
        statistics.count(isInQueue == true ? "restored in queue" : "restored anew")
        try reduce(device, .restore(.init(removed: entry.id, creation: creation)))
        var seen = Token.tokens(of: entry.content)
        if isInQueue == true { seen.formUnion(oracle.restore(entry.id, origin(device))) }
        oracle.set(Token.tokens(of: content), replacing: seen, origin(device))
    }

    private mutating func measure(_ device: Int) throws(SyncViolation) {
        let isRefused = !isDraining && random.oneIn(plan.refusesOneIn)
        let value = isRefused ? ModelServer.gramsMax + 1 : 80
        let measurement = Measurement(id: newID(), kind: "weight", value: value, at: newTime(), date: date())
        try reduce(device, .measure(.init(write: newID(), measurement: measurement, now: now)))
        oracle.add(WriteSubject(.measurement, measurement.id), origin(device))
    }

    private mutating func unmeasure(_ device: Int) throws(SyncViolation) {
        let stored = devices[device].state.stored
        let queued = stored.writes.filter { $0.subject.kind == .measurement }.map(\.subject.id)
        guard let id = random.element(queued + stored.measurements.keys.sorted()) else { return }
        try reduce(device, .unmeasure(.init(write: newID(), id: id, now: now)))
        oracle.takeBack(WriteSubject(.measurement, id), origin(device))
    }

    private mutating func drink(_ device: Int) throws(SyncViolation) {
        let isRefused = !isDraining && random.oneIn(plan.refusesOneIn)
        let ml = isRefused ? Int(ModelServer.gramsMax) + 1 : 250
        let water = WaterAddition(id: newID(), date: date(), ml: ml)
        try reduce(device, .drink(.init(write: newID(), water: water, now: now)))
        devices[device].waters.append(water)
        oracle.add(WriteSubject(.water, water.id), origin(device))
    }

    private mutating func undrink(_ device: Int) throws(SyncViolation) {
        guard let water = devices[device].waters.popLast() else { return }
        try reduce(device, .undrink(.init(write: newID(), water: water, now: now)))
        oracle.takeBack(WriteSubject(.water, water.id), origin(device))
    }

    /// Decides the conflicts of a device, and some of the refusals.
    mutating func decide(_ device: Int) throws(SyncViolation) {
        for write in devices[device].state.writesToDecide {
            switch (write.status, write.change) {
            case (.conflict(let conflict), .putEntry(let put)): try resolve(device, write, conflict, put)
            case (.refused, .putEntry(let put)) where random.oneIn(3):
                statistics.count("refusal corrected")
                guard let entry = devices[device].state.shownEntry(put.id) else { continue }
                let changes =
                    put.content.amount == nil
                    ? EntryChanges(energy: newEnergy())
                    : EntryChanges(amount: FoodAmount(foodId: "food", grams: Double(newValue()) / 100 + 1))
                try edit(device, entry, changes, position: nil)
            case (.refused, _) where random.oneIn(4):
                statistics.count("refusal dismissed")
                try reduce(device, .dismiss(.init(write: write.id, now: now)))
                if case .putEntry(let put) = write.change {
                    oracle.revoke(Token.tokens(of: put.content), removing: nil, origin(device))
                } else {
                    oracle.takeBack(write.subject, origin(device))
                }
            default: continue
            }
        }
    }

    private mutating func resolve(
        _ device: Int,
        _ write: Write,
        _ conflict: WriteConflict,
        _ put: EntryPut
    ) throws(SyncViolation) {
        let mine = conflict.fields.filter { _ in random.oneIn(2) }
        statistics.count("conflict resolved")
        try reduce(device, .resolve(.init(write: write.id, mine: mine, now: now)))
        let theirs = Token.tokens(of: conflict.theirs.content)
        let own = Token.tokens(of: put.content).subtracting(theirs)
        oracle.set(own.filter { mine.contains($0.field) }, replacing: theirs.union(own), origin(device))
        let given = own.filter { conflict.fields.contains($0.field) && !mine.contains($0.field) }
        oracle.revoke(given, removing: nil, origin(device))
    }

    /// Lets something go wrong on a device.
    mutating func fault(_ device: Int) throws(SyncViolation) {
        switch random.number(0...19) {
        case 0...7: try restart(device)
        case 8...13:
            statistics.count("offline")
            let duration = random.number(1...120) * 1_000
            devices[device].offlineUntil = now + duration
            if random.oneIn(2) { schedule(.online, on: device, after: duration) }
        case 14...16:
            statistics.count("session over")
            devices[device].hasSession = false
        case 17...18:
            statistics.count("other user")
            try signIn(device, as: ModelDevice.otherUser)
            schedule(.signIn(user: ModelDevice.user), on: device, after: random.number(plan.pause))
        default:
            statistics.count("reset")
            server.reset()
        }
    }

    mutating func signIn(_ device: Int, as user: String) throws(SyncViolation) {
        if user == ModelDevice.user { devices[device].hasSession = true }
        devices[device].sessionUser = user
        try reduce(device, .signedIn(.init(user: user, now: now)))
    }

    /// Ends the app at any point: of the saves that were handed over, only the first few are on the disk.
    private mutating func restart(_ device: Int) throws(SyncViolation) {
        statistics.count("restart")
        let boot = devices[device].boot
        for _ in 0..<random.number(0...devices[device].pendingSaves.count) {
            guard let result = devices[device].completeSave(fails: false), result.isDone else { continue }
            oracle.accept(device: device, boot: boot, through: result.number)
            for (id, entry) in devices[device].cancelled where entry.boot == boot && entry.save <= result.number {
                devices[device].cancelled[id]?.isSaved = true
            }
        }
        devices[device].restart()
        try open(device)
        if let user = devices[device].sessionUser { try signIn(device, as: user) }
    }
}
