import Contracts
import MealwireClient
import Synchronization
import TestSupport
import Testing

/// A server with one account, whose access tokens expire on request.
private final class Accounts: Sendable {
    private struct State {
        var number = 1
        var isExpired = true
        var refusal: ErrorCode?
        var isUnreachable = false
    }

    private let state = Mutex(State())
    /// Called before the answer to a refresh.
    private let beforeRefresh: @Sendable () async -> Void
    /// Called for each refused token, before its answer.
    private let beforeRefusal: @Sendable () async -> Void

    init(
        beforeRefusal: @escaping @Sendable () async -> Void = {},
        beforeRefresh: @escaping @Sendable () async -> Void = {}
    ) {
        (self.beforeRefusal, self.beforeRefresh) = (beforeRefusal, beforeRefresh)
    }

    func expire() { state.withLock { $0.isExpired = true } }
    func refuseRefresh(_ code: ErrorCode) { state.withLock { $0.refusal = code } }
    func setUnreachable(_ isUnreachable: Bool) { state.withLock { $0.isUnreachable = isUnreachable } }

    func makeServer() -> ScriptedServer {
        ScriptedServer { [self] request in
            if request.url.hasSuffix("/auth/refresh") {
                await beforeRefresh()
                return try refresh(request).response()
            }
            let isValid = state.withLock { !$0.isExpired && request.token == "access-\($0.number)" }
            if request.token == "other" || isValid {
                let isEnd = request.url.hasSuffix("/auth/logout")
                return try Answer.json(isEnd ? 204 : 200, isEnd ? "" : Samples.search).response()
            }
            await beforeRefusal()
            return try Answer.problem(.unauthenticated).response()
        }
    }

    private func refresh(_ request: TransportRequest) throws -> Answer {
        try state.withLock { state in
            if state.isUnreachable { return .failure(.unreachable("x")) }
            if let refusal = state.refusal { return .problem(refusal) }
            guard request.text.contains("\"refresh-\(state.number)\"") else { return .problem(.unauthenticated) }
            state.number += 1
            state.isExpired = false
            return try Samples.sessionAnswer(state.number)
        }
    }
}

/// A store that records what is saved, and can wait or fail.
private final class RecordingStore: Sendable {
    private let saves = Mutex<[StoredSession]>([])
    private let failures = Mutex(0)
    private let first: StoredSession?
    private let beforeSave: @Sendable () async -> Void

    init(
        _ first: StoredSession? = StoredSession(session: Samples.session(1)),
        beforeSave: @escaping @Sendable () async -> Void = {}
    ) {
        (self.first, self.beforeSave) = (first, beforeSave)
    }

    struct Full: Error {}

    var all: [StoredSession] { saves.withLock { $0 } }
    func fail(_ times: Int) { failures.withLock { $0 = times } }

    var store: SessionStore {
        SessionStore(
            load: { [self] in saves.withLock { $0.last } ?? first },
            save: { [self] state in
                await beforeSave()
                let fails = failures.withLock { count in
                    defer { count = max(0, count - 1) }
                    return count > 0
                }
                if fails { throw Full() }
                saves.withLock { $0.append(state) }
            }
        )
    }
}

/// Signing in and out, and the renewal of sessions.
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

    @Test func `even a write without a key is sent again after a renewal, because it was refused`() async throws {
        let server = Accounts().makeServer()
        let client = try server.client()
        await #expect(throws: ClientError.self) { try await client.send(AuthTotpBegin(password: "p")) }
        #expect(server.requests(of: "/v1/auth/totp").map(\.token) == ["access-1", "access-2"])
    }

    @Test func `calls that are refused at the same time share one renewal`() async throws {
        let count = 20
        let all = Gate(count)
        let server = Accounts(beforeRefusal: { await all.arrive() }).makeServer()
        let client = try server.client()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count { group.addTask { _ = try await client.send(search) } }
            try await group.waitForAll()
        }
        #expect(server.requests(of: "/v1/auth/refresh").count == 1)
        #expect(server.requests(of: "/v1/foods").count == 2 * count)
    }

    @Test func `a call whose refusal arrives after the renewal uses the new token`() async throws {
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

    @Test func `a sign-in waits for a renewal, whose tokens do not replace it`() async throws {
        let (held, reached) = (Gate(2), Gate(2))
        let server = Accounts(beforeRefresh: {
            await reached.open()
            await held.wait()
        }).makeServer()
        let store = RecordingStore()
        let client = try server.client(store.store)
        let call = Task { try await client.send(search) }
        await reached.wait()
        let change = Task { try await client.use(personalToken: "other") }
        await Task.yield()
        await held.open()
        try await change.value
        _ = await call.result
        #expect(store.all.last == StoredSession(personalToken: "other"))
        #expect(try await client.user == nil)
    }

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
}
