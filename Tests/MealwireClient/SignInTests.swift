import Contracts
import MealwireClient
import Synchronization
import Testing

/// Signing in and out.
@Suite(.timeLimit(.minutes(1)))
struct SignInTests {
    private let search = CatalogSearch(q: "soup")

    @Test func `a personal access token is not renewed`() async throws {
        let server = ScriptedServer(inOrder: [.problem(.unauthenticated)])
        let client = try server.client(.memory(StoredSession(personalToken: "mealwire_pat_x")))
        await #expect(throws: MealwireProblem.self) { try await client.send(search) }
        #expect(server.requests.map(\.token) == ["mealwire_pat_x"])
    }

    @Test func `without a session nothing is sent`() async throws {
        let server = ScriptedServer(inOrder: [])
        await #expect(throws: ClientError.signedOut) { try await server.client(.memory()).send(search) }
        #expect(server.requests.isEmpty)
    }

    @Test func `a sign-in stores session and device, and sends the device at the next one`() async throws {
        let server = ScriptedServer { request in
            if request.url.hasSuffix("/auth/login") {
                return try Samples.sessionAnswer(5, deviceToken: "phone").response()
            }
            return try Answer.json(204, "").response()
        }
        let store = RecordingStore(nil)
        let client = try server.client(store.store)
        guard case .session(let session) = try await client.signIn(email: "a@b.c", password: "p") else {
            Issue.record("no session")
            return
        }
        #expect(session.accessToken == "access-5")
        #expect(try await client.user == Samples.user)
        try await client.signOut()
        #expect(store.all.last == StoredSession(deviceToken: "phone"))
        #expect(server.requests(of: "/v1/auth/logout").map(\.token) == ["access-5"])
        _ = try await client.signIn(email: "a@b.c", password: "p")
        let logins = server.requests(of: "/v1/auth/login").map(\.text)
        #expect(logins.map { $0.contains("\"deviceToken\":\"phone\"") } == [false, true])
    }

    @Test func `a slow write of the store does not replace a later one`() async throws {
        let (held, reached) = (Gate(2), Gate(2))
        let number = Mutex(0)
        let store = RecordingStore(
            nil,
            beforeSave: {
                let isFirst = number.withLock { count in
                    count += 1
                    return count == 1
                }
                guard isFirst else { return }
                await reached.open()
                await held.wait()
            }
        )
        let client = try ScriptedServer(inOrder: []).client(store.store)
        let first = Task { try await client.use(personalToken: "first") }
        await reached.wait()
        let second = Task { try await client.use(personalToken: "second") }
        for _ in 0..<10_000 { await Task.yield() }
        await held.open()
        _ = try await (first.value, second.value)
        #expect(store.all.last?.personalToken == "second")
    }

    @Test func `a second factor continues the sign-in`() async throws {
        let server = ScriptedServer { request in
            guard request.url.hasSuffix("/totp") else {
                return try Answer.problem(.secondFactorRequired, params: ["challenge": "abc"]).response()
            }
            return try Samples.sessionAnswer(5).response()
        }
        let client = try server.client(.memory())
        guard case .secondFactor(let challenge) = try await client.signIn(email: "a@b.c", password: "p") else {
            Issue.record("no second factor")
            return
        }
        _ = try await client.signIn(challenge, code: "123456")
        #expect(server.requests.last?.text == #"{"challenge":"abc","code":"123456"}"#)
        #expect(try await client.isSignedIn)
    }

    @Test func `wrong credentials renew nothing`() async throws {
        let server = ScriptedServer(inOrder: [.problem(.wrongCredentials)])
        let problem = await #expect(throws: MealwireProblem.self) {
            try await server.client().signIn(email: "a@b.c", password: "p")
        }
        #expect(problem?.code == .wrongCredentials)
        #expect(server.requests.count == 1)
    }

    @Test func `signing out forgets the session of an unreachable server, and reports that it may go on there`()
        async throws
    {
        let server = ScriptedServer { _ in throw ClientError.unreachable("x") }
        let store = RecordingStore()
        let client = try server.client(store.store)
        await #expect(throws: ClientError.unreachable("x")) { try await client.signOut() }
        #expect(store.all.last == StoredSession())
        #expect(try await client.isSignedIn == false)
    }

    @Test func `a sign-in during a slow sign-out keeps its session`() async throws {
        let (held, reached) = (Gate(2), Gate(2))
        let server = ScriptedServer { request in
            if request.url.hasSuffix("/auth/login") { return try Samples.sessionAnswer(5).response() }
            await reached.open()
            await held.wait()
            return try Answer.json(204, "").response()
        }
        let store = RecordingStore()
        let client = try server.client(store.store)
        let leaving = Task { try await client.signOut() }
        await reached.wait()
        _ = try await client.signIn(email: "a@b.c", password: "p")
        await held.open()
        try await leaving.value
        #expect(store.all.last?.session?.accessToken == "access-5")
        #expect(try await client.isSignedIn)
    }
}
