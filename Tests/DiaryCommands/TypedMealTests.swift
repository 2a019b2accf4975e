import Calendar
import CommandSupport
import Contracts
import DiaryCommands
import Foundation
import MealwireClient
import Synchronization
import TestSupport
import Testing

/// What `mealwire log` shows of a typed meal, and what it logs of it.
struct TypedMealTests {
    private static let date = PlainDate(dayNumber: 20_522)

    private static func food(_ name: String, _ number: UInt64, kcal: Double, portion: String? = nil) -> Food {
        var food = Food(
            id: FoodID(UUIDv7(high: 0, low: number)),
            name: name,
            kcal: kcal,
            proteinG: 1,
            fatG: 1,
            carbohydrateG: 1,
            source: "usda"
        )
        food.portions = portion.map { [Portion(name: $0, grams: 50)] } ?? []
        return food
    }

    /// "2 eggs, toast 40 g, xyzzy": a portion, a weight, and words without a food.
    private static let reply = CatalogFoodsParse.Reply(
        lines: [
            ParsedLine(
                words: ParsedWords(text: "2 eggs", start: 0, end: 6),
                food: food("Egg, boiled", 1, kcal: 155, portion: "1 large"),
                grams: 100,
                portion: ParsedPortion(name: "1 large", grams: 50, count: 2),
                amountSource: .portion,
                confidence: 0.9,
                alternatives: [
                    ParsedAlternative(food: food("Egg, fried", 3, kcal: 196), grams: 92, confidence: 0.1)
                ]
            ),
            ParsedLine(
                words: ParsedWords(text: "toast 40 g", start: 8, end: 18),
                food: food("Bread, white, toasted", 2, kcal: 290),
                grams: 40,
                portion: nil,
                amountSource: .stated,
                confidence: 0.9,
                alternatives: []
            ),
            ParsedLine(
                words: ParsedWords(text: "xyzzy", start: 20, end: 25),
                food: nil,
                grams: nil,
                portion: nil,
                amountSource: nil,
                confidence: 0,
                alternatives: []
            ),
        ]
    )

    @Test(arguments: [
        (["2 eggs, toast 40 g"], "2 eggs, toast 40 g"), (["banana", "120"], "banana 120 g"),
        (["rye", "bread", "45.5g"], "rye bread 45.5g"), (["2", "eggs"], "2 eggs"), (["banana"], "banana"),
        (["banana", "nan"], "banana nan"), (["ข้าว 1 จาน"], "ข้าว 1 จาน"),
    ])
    func `the arguments are the text, and a bare number at their end is a weight`(
        arguments: [String],
        text: String
    ) throws {
        #expect(try TypedMeal.text(of: arguments) == text)
    }

    @Test(arguments: [[], [""], ["120"], [String(repeating: "a", count: 1_001)]])
    func `arguments without words, and too many of them, are refused with an example`(arguments: [String]) {
        let failure = #expect(throws: CommandFailure.self) { try TypedMeal.text(of: arguments) }
        #expect(failure?.description.contains("mealwire log \"2 eggs, toast 40 g\"") == true)
    }

    @Test func `each line is shown with its words, food, amount and energy`() {
        #expect(
            TypedMeal(Self.reply).table == """
                   WORDS       FOOD                               AMOUNT  KCAL
                1  2 eggs      Egg, boiled            2 × 1 large, 100 g   155
                2  toast 40 g  Bread, white, toasted                40 g   116
                3  xyzzy       not found                               -     -
                                                                           271
                """
        )
        #expect(TypedMeal(Self.reply).missing == ["xyzzy"])
    }

    @Test func `another food of a line is chosen with its own amount`() {
        var meal = TypedMeal(Self.reply)
        #expect(meal.alternatives(ofLine: 1)?.contains("Egg, fried") == true)
        #expect(meal.alternatives(ofLine: 2) == nil && meal.alternatives(ofLine: 0) == nil)
        // Macros of tests cannot change a value.
        let isMissing = !meal.choose(2, forLine: 1) && !meal.choose(1, forLine: 4)
        let isChosen = meal.choose(1, forLine: 1)
        #expect(isMissing && isChosen)
        #expect(meal.lines[0].food?.name == "Egg, fried")
        #expect(meal.lines[0].amount == EntryAmount(foodId: FoodID(UUIDv7(high: 0, low: 3)), grams: 92))
    }

    @Test func `entries take a portion that the food has, and grams otherwise`() {
        let entries = PendingMeal.entries(TypedMeal(Self.reply).lines, for: .lunch, on: Self.date)
        #expect(entries.count == 2)
        #expect(entries[0].amount.portion == "1 large" && entries[0].amount.quantity == 2)
        #expect(entries[1].amount.grams == 40)
        #expect(entries.allSatisfy { $0.date == .date(Self.date) && $0.meal == .lunch })
        #expect(entries[0].id != entries[1].id)
    }

    @Test func `the same command of the same user continues a meal for some hours`() throws {
        let (user, made) = (UserID.make(), "2026-03-10T07:30:00.000Z")
        let meal = PendingMeal(server: "http://a", user: user, text: "egg", meal: nil, madeAt: made, entries: [])
        let start = Date(timeIntervalSince1970: Double(try #require(TimestampReader.milliseconds(made))) / 1_000)
        func isContinued(
            _ server: String = "http://a",
            _ other: UserID? = nil,
            _ text: String = "egg",
            _ meal2: Meal? = nil,
            after hours: Double = 1
        ) -> Bool {
            let now = start.addingTimeInterval(hours * 3_600)
            return meal.isContinued(server: server, user: other ?? user, text: text, meal: meal2, now: now)
        }
        #expect(isContinued())
        #expect(!isContinued("http://b") && !isContinued("http://a", .make()))
        #expect(!isContinued("http://a", nil, "eggs") && !isContinued("http://a", nil, "egg", .lunch))
        #expect(!isContinued(after: 13) && !isContinued(after: -1))
    }
}

/// Logging a confirmed meal over a line that loses answers.
struct MealLogTests {
    private static let date = PlainDate(dayNumber: 20_522)

    /// A server that keeps entries by id, and refuses as told.
    private final class Server: Sendable {
        struct State {
            var entries: [String] = []
            /// Answers of the next requests; nil stores the entry and answers it.
            var script: [(status: Int, code: String, stores: Bool)?] = []
        }

        let state = Mutex(State())

        var transport: Transport {
            Transport { [self] request in
                let id = String(request.url.split(separator: "/").last ?? "")
                let step = state.withLock { state in
                    let step = state.script.isEmpty ? nil : state.script.removeFirst()
                    if step?.stores ?? true, !state.entries.contains(id) { state.entries.append(id) }
                    return step
                }
                if let step {
                    let body = #"{"title":"","status":\#(step.status),"detail":"No.","code":"\#(step.code)"}"#
                    return TransportResponse(
                        status: step.status,
                        headers: ["content-type": "application/problem+json"],
                        body: ByteStream(Array(body.utf8))
                    )
                }
                let entry = DiaryEntry(
                    id: try #require(EntryID(id)),
                    date: date,
                    meal: .lunch,
                    position: 0,
                    at: "2026-03-10T07:30:00.000Z",
                    foodId: nil,
                    name: "Egg",
                    imageURL: nil,
                    grams: 100,
                    portion: nil,
                    quantity: nil,
                    nutrients: Nutrients(kcal: 155),
                    version: 1
                )
                return TransportResponse(status: 200, body: ByteStream(try PayloadCoder.encode(entry)))
            }
        }
    }

    /// A clock that only waiting moves: a call is repeated until its time-out.
    private final class Clock: Sendable {
        let now = Mutex(Duration.zero)
    }

    private let directory: TemporaryDirectory
    private let file: SessionFile
    private let server = Server()

    init() throws {
        directory = try TemporaryDirectory()
        file = SessionFile(path: directory.file("mealwire/session.json"))
    }

    private var meal: PendingMeal {
        let entries = (0..<3).map { _ in
            DiaryEntriesPut(
                id: .make(),
                date: .date(Self.date),
                meal: .lunch,
                amount: EntryAmount(foodId: .make(), grams: 10)
            )
        }
        return PendingMeal(server: "http://a", user: nil, text: "3 eggs", meal: nil, entries: entries)
    }

    private func log() async throws -> MealLog {
        let clock = Clock()
        let client = MealwireClient(
            baseURL: try ServerAddress("http://a").url,
            transport: server.transport,
            environment: ClientEnvironment(
                now: { clock.now.withLock { $0 } },
                sleep: { pause in clock.now.withLock { $0 += pause } },
                random: { 0 }
            )
        )
        try await client.use(personalToken: "mwt_x")
        return MealLog(client, file, try ServerAddress("http://a"))
    }

    @Test func `a logged meal is forgotten`() async throws {
        defer { directory.remove() }
        let meal = meal
        #expect(try await log().log(meal).map(\.id) == meal.entries.map(\.id))
        #expect(server.state.withLock { $0.entries } == meal.entries.map(\.id.description))
        #expect(try file.read().pending == nil)
        #expect(try await log().unfinished(meal.text, nil) == nil)
    }

    @Test func `after a lost answer, the same command sends the same ids again and logs nothing twice`() async throws {
        defer { directory.remove() }
        let meal = meal
        let lost = (status: 503, code: "unavailable", stores: true)
        server.state.withLock { $0.script = [nil] + Array(repeating: lost, count: 50) }
        let failure = await #expect(throws: CommandFailure.self) { _ = try await log().log(meal) }
        #expect(failure?.description.contains("1 of 3 foods are logged. Run the same command again") == true)
        server.state.withLock { $0.script = [] }
        let unfinished = try #require(try await log().unfinished(meal.text, nil))
        #expect(unfinished == meal)
        #expect(try await log().log(unfinished).count == 3)
        #expect(server.state.withLock { $0.entries } == meal.entries.map(\.id.description))
        #expect(try file.read().pending == nil)
    }

    @Test func `an entry that the server refuses ends the meal, which is not sent again`() async throws {
        defer { directory.remove() }
        server.state.withLock { $0.script = [nil, (422, "invalid", false)] }
        let failure = await #expect(throws: CommandFailure.self) { _ = try await log().log(meal) }
        #expect(failure?.description.contains("1 of 3 foods are logged.") == true)
        #expect(failure?.description.contains("again") == false)
        #expect(try file.read().pending == nil)
    }

    @Test func `meals that wait are bounded, and sessions stay in the file`() async throws {
        defer { directory.remove() }
        try file.write(.init(current: "http://a"))
        let lost = (status: 503, code: "unavailable", stores: false)
        server.state.withLock { $0.script = Array(repeating: lost, count: 1_000) }
        for _ in 0...PendingMeal.countMax {
            await #expect(throws: CommandFailure.self) { _ = try await log().log(meal) }
        }
        #expect(try file.read().pending?.count == PendingMeal.countMax)
        #expect(try file.read().current == "http://a")
    }
}
