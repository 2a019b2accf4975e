import Contracts
import MealwireClient
import Synchronization
import TestSupport
import Testing

/// The renewal of sessions.
@Suite(.timeLimit(.minutes(1)))
struct SessionTests {
    private let search = CatalogSearch(q: "soup")

    @Test func `a refused access token is renewed, and the request sent again`() async throws {
        let (server, store) = (Accounts().makeServer(), RecordingStore())
        let client = try server.client(store.store)
        _ = try await client.send(search)
        #expect(server.requests(of: "/v1/foods").map(\.token) == ["access-1", "access-2"])
        #expect(store.all.map(\.session?.refreshToken) == ["refresh-2"])
        _ = try await client.send(search)
        #expect(server.requests(of: "/v1/auth/refresh").count == 1)
    }

    @Test func `each expired token is renewed`() async throws {
        let accounts = Accounts()
        let server = accounts.makeServer()
        let client = try server.client()
        for _ in 0..<3 {
            _ = try await client.send(search)
            accounts.expire()
        }
        let used = server.requests(of: "/v1/foods").map(\.token)
        #expect(used == ["access-1", "access-2", "access-2", "access-3", "access-3", "access-4"])
    }

    @Test func `even a write without a key is sent again after a renewal, because it was refused`() async throws {
        let server = Accounts().makeServer()
        let client = try server.client()
        await #expect(throws: ClientError.self) { try await client.send(AuthTotpBegin(password: "p")) }
        #expect(server.requests(of: "/v1/auth/totp").map(\.token) == ["access-1", "access-2"])
    }

    @Test func `calls that are refused at the same time share one renewal`() async throws {
        let count = 20
        let (all, held) = (Gate(count), Gate(2))
        let server = Accounts(beforeRefusal: { await all.arrive() }, beforeRefresh: { await held.wait() }).makeServer()
        let client = try server.client()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count { group.addTask { _ = try await client.send(search) } }
            await all.wait()
            // Gives every refused call the time to ask for a renewal, while the first one is held.
            try await eventually("a renewal runs") { !server.requests(of: "/v1/auth/refresh").isEmpty }
            for _ in 0..<10_000 { await Task.yield() }
            await held.open()
            try await group.waitForAll()
        }
        #expect(server.requests(of: "/v1/auth/refresh").count == 1)
        #expect(server.requests(of: "/v1/foods").count == 2 * count)
    }

    @Test func `a call that is refused after the renewal uses the new token`() async throws {
        let late = Gate(2)
        let number = Mutex(0)
        let accounts = Accounts(beforeRefusal: {
            if number.withLock({ count in
                count += 1
                return count
            }) == 1 {
                await late.wait()
            }
        })
        let server = accounts.makeServer()
        let client = try server.client()
        async let slow = client.send(search)
        try await eventually("the first call is held") { number.withLock { $0 } == 1 }
        _ = try await client.send(search)
        await late.open()
        _ = try await slow
        #expect(server.requests(of: "/v1/auth/refresh").count == 1)
    }

    @Test func `a call that begins during a renewal waits for it`() async throws {
        let (held, reached) = (Gate(2), Gate(2))
        let server = Accounts(beforeRefresh: {
            await reached.open()
            await held.wait()
        }).makeServer()
        let client = try server.client()
        async let first = client.send(search)
        await reached.wait()
        async let second = client.send(search)
        await Task.yield()
        await held.open()
        _ = try await (first, second)
        #expect(server.requests(of: "/v1/auth/refresh").count == 1)
        #expect(server.requests(of: "/v1/foods").filter { $0.token == "access-1" }.count == 1)
    }

    @Test func `a new token is stored before it is used`() async throws {
        let (held, reached) = (Gate(2), Gate(2))
        let store = RecordingStore(beforeSave: {
            await reached.open()
            await held.wait()
        })
        let server = Accounts().makeServer()
        let client = try server.client(store.store)
        async let first = client.send(search)
        async let second = client.send(search)
        await reached.wait()
        for _ in 0..<100 { await Task.yield() }
        #expect(server.requests.allSatisfy { $0.token != "access-2" })
        await held.open()
        _ = try await (first, second)
        #expect(store.all.first?.session?.accessToken == "access-2")
    }

    @Test func `a session that cannot be stored is stored before the next request`() async throws {
        let store = RecordingStore()
        store.fail(1)
        let server = Accounts().makeServer()
        let client = try server.client(store.store)
        await #expect(throws: ClientError.self) { try await client.send(AuthTotpBegin(password: "p")) }
        #expect(store.all.isEmpty)
        #expect(server.requests.allSatisfy { $0.token != "access-2" })
        _ = try await client.send(search)
        #expect(store.all.map(\.session?.accessToken) == ["access-2"])
        #expect(server.requests(of: "/v1/auth/refresh").count == 1)
    }

    @Test(arguments: [ErrorCode.unauthenticated, .accountDisabled])
    func `a refused renewal ends the session once`(code: ErrorCode) async throws {
        let count = 10
        let all = Gate(count)
        let accounts = Accounts(beforeRefusal: { await all.arrive() })
        accounts.refuseRefresh(code)
        let (server, store) = (
            accounts.makeServer(), RecordingStore(StoredSession(session: Samples.session(1), deviceToken: "d"))
        )
        let client = try server.client(store.store)
        var ends = await client.sessionEnds().makeAsyncIterator()
        let outcomes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<count {
                group.addTask {
                    do {
                        _ = try await client.send(search)
                        return "sent"
                    } catch let problem as MealwireProblem {
                        return problem.codeText
                    } catch {
                        return "\(error)"
                    }
                }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        // A refusal that is read after the end of the session finds no session any more.
        #expect(outcomes.contains(code.rawValue))
        #expect(outcomes.isSubset(of: [code.rawValue, "\(ClientError.signedOut)"]))
        #expect(await ends.next()?.code == code)
        #expect(server.requests(of: "/v1/auth/refresh").count == 1)
        // The device stays known to the account.
        #expect(store.all == [StoredSession(deviceToken: "d")])
        let sent = server.requests.count
        await #expect(throws: ClientError.signedOut) { try await client.send(search) }
        #expect(server.requests.count == sent)
        #expect(try await client.isSignedIn == false)
    }

    @Test(arguments: [ErrorCode.unavailable, .tooManyRequests, .internalError])
    func `a renewal that fails for a while ends no session`(code: ErrorCode) async throws {
        let accounts = Accounts()
        accounts.refuseRefresh(code)
        let store = RecordingStore()
        let client = try accounts.makeServer().client(store.store)
        let problem = await #expect(throws: MealwireProblem.self) {
            try await client.send(AuthTotpBegin(password: "p"))
        }
        #expect(problem?.code == code)
        #expect(store.all.isEmpty)
        #expect(try await client.isSignedIn)
    }

    @Test func `an unreachable server ends no session`() async throws {
        let accounts = Accounts()
        accounts.setUnreachable(true)
        let (server, store) = (accounts.makeServer(), RecordingStore())
        let client = try server.client(store.store)
        await #expect(throws: ClientError.unreachable("x")) { try await client.send(AuthTotpBegin(password: "p")) }
        #expect(store.all.isEmpty)
        accounts.setUnreachable(false)
        _ = try await client.send(search)
        #expect(store.all.map(\.session?.refreshToken) == ["refresh-2"])
    }

    @Test func `a token that is refused again is not renewed forever`() async throws {
        let server = ScriptedServer { request in
            guard request.url.hasSuffix("/auth/refresh") else { return try Answer.problem(.unauthenticated).response() }
            return try Samples.sessionAnswer(2).response()
        }
        let problem = await #expect(throws: MealwireProblem.self) { try await server.client().send(search) }
        #expect(problem?.code == .unauthenticated)
        #expect(server.requests(of: "/v1/auth/refresh").count == 1)
    }

    @Test func `a cancelled call does not cancel the renewal of others`() async throws {
        let (held, reached) = (Gate(2), Gate(2))
        let server = Accounts(beforeRefresh: {
            await reached.open()
            await held.wait()
        }).makeServer()
        let store = RecordingStore()
        let client = try server.client(store.store)
        let call = Task { try await client.send(search) }
        await reached.wait()
        call.cancel()
        await held.open()
        _ = await call.result
        _ = try await client.send(search)
        #expect(store.all.map(\.session?.refreshToken) == ["refresh-2"])
        #expect(server.requests(of: "/v1/auth/refresh").count == 1)
    }

    @Test func `a request of one user is never sent with the token of the next`() async throws {
        let (held, reached) = (Gate(2), Gate(2))
        let server = Accounts(beforeRefusal: {
            await reached.open()
            await held.wait()
        }).makeServer()
        let client = try server.client()
        let call = Task { try await client.send(search) }
        await reached.wait()
        try await client.use(personalToken: "other")
        await held.open()
        await #expect(throws: (any Error).self) { _ = try await call.value }
        #expect(server.requests(of: "/v1/foods").allSatisfy { $0.token == "access-1" })
        _ = try await client.send(search)
        #expect(server.requests(of: "/v1/foods").last?.token == "other")
    }

    @Test func `a request of one session is never sent in the next`() async throws {
        let (held, reached) = (Gate(2), Gate(2))
        let server = ScriptedServer { request in
            if request.url.hasSuffix("/login") { return try Samples.sessionAnswer(9).response() }
            await reached.open()
            await held.wait()
            return try Answer.problem(.unauthenticated).response()
        }
        let client = try server.client()
        let call = Task { try await client.send(search) }
        await reached.wait()
        _ = try await client.signIn(email: "benjamin@example.org", password: "p")
        await held.open()
        await #expect(throws: ClientError.signedOut) { _ = try await call.value }
        #expect(server.requests(of: "/v1/foods").map(\.token) == ["access-1"])
    }

    @Test func `the tokens of a late renewal do not replace a later sign-in`() async throws {
        let (held, reached) = (Gate(2), Gate(2))
        let server = Accounts(beforeRefresh: {
            await reached.open()
            await held.wait()
        }).makeServer()
        let store = RecordingStore()
        let client = try server.client(store.store)
        let call = Task { try await client.send(search) }
        await reached.wait()
        try await client.use(personalToken: "other")
        await held.open()
        _ = await call.result
        #expect(store.all.last == StoredSession(personalToken: "other"))
        #expect(try await client.user == nil)
    }
}
