import Contracts
import NIOCore

/// Keeps people signed in during a long run.
enum LoadSessions {
    /// An access token is good for fifteen minutes.
    static let renewAfterNs: UInt64 = 10 * 60 * 1_000_000_000
    /// How long after a renewal that failed it is tried again: some times before the token runs out.
    static let retryAfterNs: UInt64 = 10 * 1_000_000_000
    /// In one second, so that hardly anybody notices.
    private static let renewalsMin = 5
    /// All people are renewed within so many seconds, before the first token runs out.
    private static let renewalsWithinS = 200

    /// How many are renewed in one second.
    static func renewalsAtOnce(people: Int) -> Int { max(renewalsMin, people / renewalsWithinS) }

    static func renewal(of person: LoadPerson) -> LoadCall {
        LoadCall(
            AuthRefresh.method,
            "POST",
            "/v1/auth/refresh",
            [.body("refreshToken", person.refreshToken)],
            keepsBody: true
        )
    }

    static func session(in answer: LoadAnswer) -> Session? {
        answer.isGood ? try? PayloadCoder.decodeReply(Session.self, from: answer.body) : nil
    }
}

extension LoadPerson {
    /// Takes a new session of theirs.
    mutating func renew(_ session: Session) {
        accessToken = session.accessToken
        self.session = Self.session(of: session.accessToken) ?? self.session
        refreshToken = session.refreshToken
        signedInAtNs = NIODeadline.now().uptimeNanoseconds
    }
}
