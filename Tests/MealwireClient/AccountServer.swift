import Contracts
import MealwireClient
import Synchronization

/// A server with one account; its access tokens expire on request.
final class Accounts: Sendable {
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
final class RecordingStore: Sendable {
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
