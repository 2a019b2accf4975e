import MealwireCore
import SeededRandom
import SyncSimulation
import Synchronization
import TestSupport

/// The diary of one user on real processes; the diary is killed at times.
///
/// The simulation waits for each answer, so that the order of requests follows from its seed. Copies of a request are
/// sent at the same time. The system decides how far they are when the diary is killed.
struct RealDiary: SyncServer {
    /// What happened, to see that every kind of thing did.
    final class Record: Sendable {
        private let counts = Mutex<[String: Int]>([:])

        func count(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }

        subscript(_ name: String) -> Int { counts.withLock { $0[name, default: 0] } }
    }

    /// One write in so many is sent beside a kill: a restart takes longer than a hundred requests.
    private static let killsOneIn = 25
    private static let copiesOneIn = 4
    private static let copiesMax = 3
    /// After one removal in so many, the creation arrives once more.
    private static let lateCreationsOneIn = 2

    let food: String
    /// The order of these follows from the simulation's seed.
    private var random: SeededGenerator
    private let pageItems: Int
    private let exchange: BlockingExchange
    private let defect: LineDefect?
    private let record: Record
    private var mirror = DiaryMirror()
    private(set) var measurements: [String: Measurement] = [:]
    private(set) var waters: [String: WaterAddition] = [:]
    private var removed: Set<WriteSubject> = []
    private var creations: [WriteSubject: DeviceRequest] = [:]
    private var sentKeys: Set<String> = []

    init(
        _ plan: SyncPlan,
        seed: Int,
        food: String,
        exchange: BlockingExchange,
        defect: LineDefect?,
        record: Record
    ) {
        random = SeededGenerator(seed: seed)
        pageItems = plan.pageItems
        self.food = food
        self.exchange = exchange
        self.defect = defect
        self.record = record
    }

    var entries: [String: DiaryEntry] { mirror.entries }
    var days: [String: DayExtras] { mirror.days }

    mutating func handle(_ request: DiarySync.Request, now: Int) throws(SyncViolation) -> DiarySync.Answer {
        try Self.violation { try execute(request) }
    }

    mutating func fail() throws(SyncViolation) {
        try Self.violation {
            record.count("kill")
            try exchange.restartDiary()
        }
    }

    mutating func readAll() throws(SyncViolation) {
        try Self.violation {
            var all = DiaryMirror()
            try all.catchUp(exchange, pageItems: pageItems)
            try mirror.catchUp(exchange, pageItems: pageItems)
            guard all.entries == mirror.entries, all.days == mirror.days else {
                throw SyncViolation(invariant: .converges, detail: "the changes since a cursor are not all changes")
            }
            try readMeasurements()
            let back = measurements.keys.filter { removed.contains(WriteSubject(.measurement, $0)) }
            guard back.isEmpty else {
                throw SyncViolation(invariant: .appliedOnce, detail: "removed measurements are back: \(back.sorted())")
            }
        }
    }

    /// Reports errors of requests as violations.
    private static func violation<Value>(_ body: () throws -> Value) throws(SyncViolation) -> Value {
        do {
            return try body()
        } catch let violation as SyncViolation {
            throw violation
        } catch {
            throw SyncViolation(invariant: .drains, detail: "\(error)")
        }
    }

    private mutating func readMeasurements() throws {
        let request = try DeviceRequest(.measurements, key: nil, pageItems: pageItems)
        let list: DiarySync.MeasurementList = try exchange.read(request)
        measurements = Dictionary(uniqueKeysWithValues: list.items.map { ($0.id, $0) })
    }

    private mutating func execute(_ request: DiarySync.Request) throws -> DiarySync.Answer {
        guard let key = request.key else {
            let reply = exchange.send(try DeviceRequest(request.call, key: nil, pageItems: pageItems), copies: 1)
            return try reply.first.map { try request.call.answer($0) } ?? .lost
        }
        // The server forgets keys after two days. Ids and versions must do without them.
        let sentKey = Bool.random(using: &random) ? key : nil
        let sent = try write(request.call, key: sentKey, isRepeated: !sentKeys.insert(key).inserted)
        let replies = try send(sent)
        let answer = try replies.randomElement(using: &random).map { try request.call.answer($0) } ?? .lost
        for reply in replies { note(request.call, try request.call.answer(reply)) }
        if let subject = request.call.subject { try repeatCreation(of: subject, after: request.call, sent) }
        try mirror.catchUp(exchange, pageItems: pageItems)
        if case .measurement? = request.call.subject?.kind { try readMeasurements() }
        return answer
    }

    private func write(_ call: DiarySync.Call, key: String?, isRepeated: Bool) throws -> DeviceRequest {
        try defect?.request(for: call, isRepeated: isRepeated, days: days)
            ?? DeviceRequest(call, key: key, pageItems: pageItems)
    }

    /// Sends the creation of an object again after its removal, as a network does that delays it.
    private mutating func repeatCreation(
        of subject: WriteSubject,
        after call: DiarySync.Call,
        _ sent: DeviceRequest
    ) throws {
        switch call {
        case .putEntry, .addMeasurement, .addWater:
            if creations[subject] == nil { creations[subject] = sent.withoutKey }
        default:
            guard removed.contains(subject), let creation = creations[subject],
                Int.random(in: 0..<Self.lateCreationsOneIn, using: &random) == 0
            else {
                return
            }
            record.count("late creation")
            _ = try send(creation)
        }
    }

    /// Sends a write, sometimes several copies of it, and sometimes beside a kill.
    private mutating func send(_ request: DeviceRequest) throws -> [DeviceReply] {
        var copies = 1
        if Int.random(in: 0..<Self.copiesOneIn, using: &random) == 0 {
            copies = Int.random(in: 2...Self.copiesMax, using: &random)
            record.count("copies")
        }
        guard Int.random(in: 0..<Self.killsOneIn, using: &random) == 0,
            let time = BlockingExchange.KillTime.allCases.randomElement(using: &random)
        else {
            return exchange.send(request, copies: copies)
        }
        record.count("kill")
        return try exchange.send(request, copies: copies, killing: time)
    }

    /// Remembers which additions of water the server has, and what was removed.
    private mutating func note(_ call: DiarySync.Call, _ answer: DiarySync.Answer) {
        switch (call, answer) {
        case (.addWater(let water), .day) where !removed.contains(WriteSubject(.water, water.id)):
            waters[water.id] = water
        case (.removeWater(let water), .day), (.removeWater(let water), .gone):
            removed.insert(WriteSubject(.water, water.id))
            waters[water.id] = nil
        case (.removeEntry(let removal), .gone): removed.insert(WriteSubject(.entry, removal.id))
        case (.removeMeasurement(let removal), .gone): removed.insert(WriteSubject(.measurement, removal.id))
        default: break
        }
    }
}

/// A copy of the diary, updated from the changes since its cursor after each request.
private struct DiaryMirror {
    private(set) var entries: [String: DiaryEntry] = [:]
    private(set) var days: [String: DayExtras] = [:]
    private var cursor: String?

    mutating func catchUp(_ exchange: BlockingExchange, pageItems: Int) throws {
        var isMore = true
        while isMore {
            let call = DiarySync.Call.changes(.init(cursor: cursor))
            let page: DiarySync.ChangesPage = try exchange.read(
                try DeviceRequest(call, key: nil, pageItems: pageItems)
            )
            if page.reset { (entries, days) = ([:], [:]) }
            for entry in page.items { entries[entry.id] = entry }
            for id in page.deleted { entries[id] = nil }
            for day in page.days { days[day.date] = day }
            (cursor, isMore) = (page.cursor, page.isMore)
        }
    }
}
