import MealwireCore

/// A model of the diary of one user on a server, with the rules of the HTTP interface.
struct ModelServer: SyncServer {
    private struct KeyedAnswer {
        let call: DiarySync.Call
        let answer: DiarySync.Answer
        let time: Int
    }

    let food = "food"
    private(set) var entries: [String: DiaryEntry] = [:]
    private(set) var days: [String: DayExtras] = [:]
    private(set) var measurements: [String: Measurement] = [:]
    private(set) var waters: [String: WaterAddition] = [:]
    private var removedMeasurements: Set<String> = []
    private var removedWaters: Set<String> = []
    /// The numbers of removals, by the id of the entry.
    private var removals: [String: Int] = [:]
    private var removedVersions: [String: Int] = [:]
    private var entryChanges: [String: Int] = [:]
    private var dayChanges: [String: Int] = [:]
    private var lastChange = 0
    private var epoch = 1
    private var keyed: [String: KeyedAnswer] = [:]
    let keyLife: Int
    let pageItems: Int

    static let gramsMax = 10_000.0

    init(_ plan: SyncPlan) {
        keyLife = plan.keyLife
        pageItems = plan.pageItems
    }

    /// Makes all cursors invalid, as after a restore.
    mutating func fail() { epoch += 1 }

    mutating func readAll() {}

    /// Executes a request once under its key.
    mutating func handle(_ request: DiarySync.Request, now: Int) -> DiarySync.Answer {
        if let key = request.key, let known = keyed[key], now - known.time < keyLife { return known.answer }
        let answer = execute(request.call)
        switch answer {
        case .entry, .measurement, .day, .gone:
            if let key = request.key { keyed[key] = KeyedAnswer(call: request.call, answer: answer, time: now) }
        default: break
        }
        return answer
    }

    private mutating func execute(_ call: DiarySync.Call) -> DiarySync.Answer {
        switch call {
        case .putEntry(let put): return self.put(put)
        case .removeEntry(let removal):
            guard let entry = entries[removal.id] else { return .gone }
            guard removal.version == nil || removal.version == entry.version else {
                return .changed(.init(current: entry))
            }
            entries[removal.id] = nil
            entryChanges[removal.id] = nil
            removals[removal.id] = nextChange()
            removedVersions[removal.id] = entry.version
            return .gone
        case .addMeasurement(let measurement):
            if removedMeasurements.contains(measurement.id) { return .gone }
            if let known = measurements[measurement.id] {
                return known == measurement
                    ? .measurement(.init(measurement: known)) : .refused(Self.problem(409, "conflict"))
            }
            guard measurement.value <= Self.gramsMax else { return .refused(Self.problem(422, "invalid")) }
            measurements[measurement.id] = measurement
            return .measurement(.init(measurement: measurement))
        case .removeMeasurement(let removal):
            measurements[removal.id] = nil
            removedMeasurements.insert(removal.id)
            return .gone
        case .addWater(let water):
            if removedWaters.contains(water.id) { return .gone }
            if waters[water.id] == nil {
                guard water.ml <= Int(Self.gramsMax) else { return .refused(Self.problem(422, "invalid")) }
                waters[water.id] = water
                addWater(water.ml, on: water.date)
            }
            return .day(.init(day: day(water.date)))
        case .removeWater(let water):
            removedWaters.insert(water.id)
            guard let known = waters.removeValue(forKey: water.id) else { return .gone }
            addWater(-known.ml, on: known.date)
            return .day(.init(day: day(known.date)))
        case .changes(let changes): return .page(page(since: changes.cursor))
        case .measurements: return .measurements(.init(items: measurements.values.sorted { $0.id < $1.id }))
        }
    }

    static func problem(_ status: Int, _ code: String) -> Problem {
        Problem(status: status, code: code, detail: "The server refuses this.")
    }

    private mutating func nextChange() -> Int {
        lastChange += 1
        return lastChange
    }

    private func day(_ date: String) -> DayExtras {
        days[date] ?? DayExtras(date: date, waterMl: 0, note: "", version: 0)
    }

    private mutating func addWater(_ ml: Int, on date: String) {
        var day = day(date)
        day.waterMl += ml
        day.version += 1
        days[date] = day
        dayChanges[date] = nextChange()
    }
}

/// Entries, with versions and positions.
extension ModelServer {
    private mutating func put(_ put: DiarySync.PutCall) -> DiarySync.Answer {
        var content = put.content
        content.energy = content.energy?.inHundredths
        if (content.amount?.grams ?? 0) > Self.gramsMax || (content.energy?.kcal ?? 0) > Self.gramsMax {
            return .refused(Self.problem(422, "invalid"))
        }
        let stored = entries[put.id]
        if let stored, stored.content == content, isPositioned(stored, at: put.position) {
            return .entry(.init(entry: stored))
        }
        if let stored {
            guard put.version == stored.version else { return .changed(.init(current: stored)) }
        } else if put.version != nil || removals[put.id] != nil {
            return .changed(.init(current: nil))
        }
        let preview = EntryPreview(
            name: content.name ?? content.amount?.foodId ?? "",
            grams: content.amount?.grams,
            nutrients: content.energy ?? Nutrients(kcal: (content.amount?.grams ?? 0) * 2).inHundredths
        )
        let version = (stored?.version ?? removedVersions[put.id] ?? 0) + 1
        var entry = DiaryEntry(id: put.id, content: content, preview: preview, position: 0, version: version)
        entry.position = position(of: entry, before: stored, wanted: put.position)
        entries[put.id] = entry
        entryChanges[put.id] = nextChange()
        return .entry(.init(entry: entry))
    }

    private func order(of entry: DiaryEntry) -> [DiaryEntry] {
        entries.values.filter { $0.date == entry.date && $0.meal == entry.meal }
            .sorted { ($0.position, $0.id) < ($1.position, $1.id) }
    }

    private func isPositioned(_ entry: DiaryEntry, at wanted: Int?) -> Bool {
        guard let wanted else { return true }
        let order = order(of: entry)
        return order.firstIndex { $0.id == entry.id } == min(wanted, order.count - 1)
    }

    /// Returns the position of an entry; others that move take a change number, and no version.
    private mutating func position(of entry: DiaryEntry, before: DiaryEntry?, wanted: Int?) -> Int {
        let others = order(of: entry).filter { $0.id != entry.id }
        guard let wanted else {
            if let before, before.date == entry.date, before.meal == entry.meal { return before.position }
            return (others.last?.position ?? -1) + 1
        }
        let gap = min(wanted, others.count)
        for (index, other) in others.enumerated() {
            let position = index < gap ? index : index + 1
            guard position != other.position else { continue }
            entries[other.id]?.position = position
            entryChanges[other.id] = nextChange()
        }
        return gap
    }

    private func page(since cursor: String?) -> DiarySync.ChangesPage {
        let parts = (cursor ?? "").split(separator: "-").compactMap { Int($0) }
        let isValid = parts.count == 3 && parts[0] == epoch
        let (start, base) = isValid ? (parts[1], parts[2]) : (0, lastChange)
        var found: [(number: Int, change: (inout DiarySync.ChangesPage) -> Void)] = []
        for (id, number) in entryChanges where number > start {
            guard let entry = entries[id] else { continue }
            found.append((number, { $0.items.append(entry) }))
        }
        // A device that reads everything does not need the removals before it began.
        for (id, number) in removals where number > max(start, base) {
            found.append((number, { $0.deleted.append(id) }))
        }
        for (date, number) in dayChanges where number > start {
            let day = day(date)
            found.append((number, { $0.days.append(day) }))
        }
        found.sort { $0.number < $1.number }
        let isMore = found.count > pageItems
        let end = isMore ? found[pageItems - 1].number : lastChange
        var page = DiarySync.ChangesPage(
            items: [],
            deleted: [],
            days: [],
            cursor: "\(epoch)-\(end)-\(base > end ? base : 0)",
            isMore: isMore,
            reset: cursor != nil && !isValid
        )
        for change in found.prefix(pageItems) { change.change(&page) }
        return page
    }
}
