import MealwireCore
import SeededRandom

/// What users do.
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

    /// Returns a time that no other act has, in the form in which the server stores it.
    private mutating func newTime() -> String {
        func digits(_ value: Int, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let ms = newValue()
        let (minute, second) = (digits(ms / 60_000 % 60, 2), digits(ms / 1_000 % 60, 2))
        return "\(Self.day(1))T00:\(minute):\(second).\(digits(ms % 1_000, 3))Z"
    }

    /// Returns a day in the past, counted from 1.
    private static func day(_ number: Int) -> String { "2024-11-2\(number)" }

    private mutating func newAmount() -> FoodAmount {
        let grams = Double(newValue()) / 100 + 1
        let isRefused = !isDraining && random.oneIn(plan.refusesOneIn)
        return FoodAmount(foodId: server.food, grams: isRefused ? grams + ModelServer.gramsMax : grams)
    }

    /// Amounts with more decimals than the server stores.
    private mutating func newEnergy() -> Nutrients { Nutrients(kcal: Double(newValue()) / 100 + 0.001) }

    private mutating func date() -> String { Self.day(random.number(1...plan.days)) }

    private func origin(_ device: Int) -> ActOrigin {
        let state = devices[device].state
        return ActOrigin(device: device, boot: devices[device].boot, save: state.lastSave, time: now)
    }

    private func shown(on device: Int) -> [DiarySync.ShownEntry] {
        (1...plan.days).flatMap { devices[device].state.shownEntries(on: Self.day($0)) }
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
        oracle.create(creation.entry)
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
        oracle.create(creation.entry)
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
                    : EntryChanges(amount: FoodAmount(foodId: server.food, grams: Double(newValue()) / 100 + 1))
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
}
