import Calendar
import Contracts
import Foundation
import JSONCoding
import MealwireClient
import Synchronization
import TestSupport
import Testing

extension SystemTests {
    /// MealwireClient, and the commands that use it, against a real stack.
    struct Client {
        private static let password = "1234567A"

        /// A store that counts what is saved.
        private final class Store: Sendable {
            private let saves = Mutex<[StoredSession]>([])

            init(_ first: StoredSession? = nil) {
                if let first { saves.withLock { $0 = [first] } }
            }

            var all: [StoredSession] { saves.withLock { $0 } }

            var store: SessionStore {
                SessionStore(
                    load: { [self] in saves.withLock { $0.last } },
                    save: { [self] state in saves.withLock { $0.append(state) } }
                )
            }
        }

        private func client(_ stack: StackFixture, _ store: Store = Store()) throws -> MealwireClient {
            let url = try #require(URL(string: "http://127.0.0.1:\(stack.port)/"))
            return MealwireClient(baseURL: url, sessions: store.store)
        }

        private func registration(_ name: String) -> AuthRegister {
            var profile = ProfileChange()
            (profile.sex, profile.heightCm, profile.weightKg) = (.set(.female), .set(165), .set(65))
            return AuthRegister(
                email: "\(name.lowercased())-\(UUIDv7.make().description.suffix(8))@example.org",
                password: Self.password,
                name: name,
                profile: profile
            )
        }

        @Test func `an app signs in, logs, changes and reads`() async throws {
            try await StackFixture.run { stack in
                let store = Store()
                let client = try client(stack, store)
                let registration = registration("Anna")
                let session = try await client.register(Intent(registration))
                #expect(session.user.name == "Anna")
                try await client.signOut()
                await #expect(throws: ClientError.signedOut) { try await client.send(DiaryDayGet(date: .today)) }
                guard case .session = try await client.signIn(email: registration.email, password: Self.password) else {
                    Issue.record("a second factor is wanted")
                    return
                }
                #expect(store.all.last?.deviceToken != nil)

                let banana = try #require(try await client.send(CatalogSearch(q: "banana", limit: 5)).items.first)
                let amount = EntryAmount(foodId: banana.id, grams: 120)
                let intent = Intent(DiaryEntriesAdd(date: .today, meal: .breakfast, amount: amount))
                let entry = try await client.send(intent)
                #expect(try await client.send(intent) == entry)
                let changed = try await client.send(DiaryEntriesUpdate(id: entry.id, ifVersion: 1, grams: 60))
                #expect((changed.version, changed.grams) == (2, 60))
                let conflict = await #expect(throws: MealwireProblem.self) {
                    try await client.send(DiaryEntriesUpdate(id: entry.id, ifVersion: 1, grams: 70))
                }
                #expect(conflict?.code == .versionMismatch)
                #expect(conflict?.current(DiaryEntry.self) == changed)
                try await eventually("the diary has the target") {
                    try await client.send(DiaryDayGet(date: .today)).target != nil
                }
                let day = try await client.send(DiaryDayGet(date: .today))
                #expect(day.meals.flatMap(\.entries).map(\.id) == [entry.id])
                let invalid = await #expect(throws: MealwireProblem.self) {
                    try await client.send(
                        DiaryEntriesAdd(date: .today, meal: .lunch, amount: EntryAmount(name: "", kcal: 1))
                    )
                }
                #expect(invalid?.traceId == nil)
                #expect(try await client.meta().features.contains("diary.entries.add"))
                try await movesFiles(client, entry)
            }
        }

        /// Sends and loads files as streams.
        private func movesFiles(_ client: MealwireClient, _ entry: DiaryEntry) async throws {
            let png = [UInt8](try TestPicture.file())
            let image = Upload(count: png.count, mediaType: "image/png") { ByteStream(png) }
            let pictured = try await client.setImage(image, of: entry.id, ifVersion: 2)
            let address = try #require(pictured.imageURL)
            let loaded = try await client.image(address)
            #expect(loaded.mediaType == "image/png")
            #expect(try await !loaded.bytes.collect(upTo: 1 << 20).isEmpty)
            let csv = try await client.exportDiary(as: .csv).bytes.collect(upTo: 1 << 20)
            #expect(String(decoding: csv, as: UTF8.self).contains("breakfast"))
            let preview = try await client.importDiary(Upload(csv, mediaType: "text/csv"), format: .mealwire)
            try await client.send(DiaryImportsApply(id: preview.id))
        }

        @Test func `calls with an expired token share one renewal, and a stream begins with it`() async throws {
            try await StackFixture.run { stack in
                let registration = registration("Anna")
                var session = try await client(stack).register(Intent(registration))
                // The signature does not match: the gateway answers as for an expired token.
                session.accessToken.removeLast(4)
                let store = Store(StoredSession(session: session))
                let client = try client(stack, store)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<10 { group.addTask { try await client.send(DiaryDayGet(date: .today)) } }
                    try await group.waitForAll()
                }
                #expect(store.all.count == 2)
                let renewed = try #require(store.all.last?.session)
                #expect(renewed.refreshToken != session.refreshToken)

                var expired = try await self.session(stack, registration)
                expired.accessToken.removeLast(4)
                let listener = Store(StoredSession(session: expired))
                var events = try self.client(stack, listener).liveEvents().makeAsyncIterator()
                #expect(try await events.next() == .reset)
                #expect(listener.all.count == 2)
            }
        }

        /// Signs in on another device.
        private func session(_ stack: StackFixture, _ registration: AuthRegister) async throws -> Session {
            let outcome = try await client(stack).signIn(email: registration.email, password: registration.password)
            guard case .session(let session) = outcome else { throw ClientError.signedOut }
            return session
        }

        @Test func `a device hears of an entry that another one logs`() async throws {
            try await StackFixture.run { stack in
                let registration = registration("Anna")
                let phone = try client(stack)
                try await phone.register(Intent(registration))
                let computer = try client(stack)
                _ = try await computer.signIn(email: registration.email, password: Self.password)
                var events = computer.liveEvents().makeAsyncIterator()
                #expect(try await events.next() == .reset)
                try await phone.send(
                    DiaryEntriesAdd(date: .today, meal: .snack, amount: EntryAmount(name: "Biscuit", kcal: 150))
                )
                var hint: LiveHint?
                while hint?.kind != .day, let event = try await events.next() {
                    if case .hint(let found) = event { hint = found }
                }
                #expect(hint?.date == (try await phone.send(DiaryDayGet(date: .today)).date))
            }
        }

        @Test func `a personal access token reads what its scopes allow, and cannot be renewed`() async throws {
            try await StackFixture.run { stack in
                let client = try client(stack)
                try await client.register(Intent(registration("Anna")))
                let made = try await client.send(
                    AuthTokensMake(
                        name: "Script",
                        scopes: [.diaryRead],
                        expiresAt: Timestamp.text(Date() + 86_400)
                    )
                )
                let script = try self.client(stack)
                try await script.use(personalToken: made.token)
                #expect(try await script.send(DiaryDayGet(date: .today)).meals.flatMap(\.entries).isEmpty)
                let forbidden = await #expect(throws: MealwireProblem.self) { try await script.send(ProfileGet()) }
                #expect(forbidden?.params["scope"] == "profile:read")
                try await client.send(AuthTokensRevoke(id: made.id))
                try await eventually("the token is revoked") {
                    do {
                        try await script.send(DiaryDayGet(date: .today))
                        return false
                    } catch let problem as MealwireProblem {
                        return problem.code == .unauthenticated
                    }
                }
            }
        }

        @Test func `the commands of a user sign in, log and show the day`() async throws {
            let home = try TemporaryDirectory()
            defer { home.remove() }
            try await StackFixture.run { stack in
                let registration = registration("Anna")
                try await client(stack).register(Intent(registration))
                let url = "http://127.0.0.1:\(stack.port)"
                let early = try run(["today", "--server", url], home)
                #expect(early.status != 0)
                #expect(early.errors.contains("mealwire login --server \(url)"))
                let wrong = try run(["login", "--server", url, "--email", registration.email], home, "1234567B\n")
                #expect(wrong.status != 0 && !wrong.errors.contains("1234567B"))
                let login = try run(["login", "--server", url], home, "\(registration.email)\n\(Self.password)\n")
                #expect(login.status == 0, "\(login.errors)")
                #expect(login.output == "Signed in as Anna at \(url).\n")
                let many = try run(["log", "banana", "120"], home)
                #expect(many.status != 0)
                #expect(many.errors.contains("--yes"))
                let logged = try run(["log", "banana", "120", "--yes", "--meal", "snack"], home)
                #expect(logged.output.hasPrefix("Logged 120 g of "), "\(logged.errors)")
                let today = try run(["today"], home)
                #expect(today.output.contains("snack") && today.output.contains("120 g"))
                let json = try run(["today", "--json"], home)
                let day = try PayloadCoder.decode(DiaryDay.self, from: Array(json.output.utf8))
                #expect(day.meals.flatMap(\.entries).map(\.grams) == [120])
                let file = home.file("mealwire/session.json")
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
                #expect(try run(["today"], home).errors.contains("chmod 600"))
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
                #expect(try run(["logout"], home).output == "Signed out of \(url).\n")
                #expect(try run(["today"], home).status != 0)
            }
        }

        private func run(
            _ arguments: [String],
            _ home: TemporaryDirectory,
            _ input: String = ""
        ) throws -> (status: Int32, output: String, errors: String) {
            let process = CommandLineTool.process(arguments)
            process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CONFIG_HOME": home.path]) { $1 }
            let (given, output, errors) = (Pipe(), Pipe(), Pipe())
            (process.standardInput, process.standardOutput, process.standardError) = (given, output, errors)
            try given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try given.fileHandleForWriting.close()
            try process.run()
            // Both outputs are a few lines, which fit into a pipe.
            let printed = output.fileHandleForReading.readDataToEndOfFile()
            let printedErrors = errors.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (
                process.terminationStatus, String(decoding: printed, as: UTF8.self),
                String(decoding: printedErrors, as: UTF8.self)
            )
        }
    }
}
