import Contracts
import NIOCore

/// Keeps people signed in during a long run.
enum LoadSessions {
    /// An access token is good for fifteen minutes.
    static let renewAfterNs: UInt64 = 10 * 60 * 1_000_000_000
    /// In one second, so that nobody notices.
    static let renewalsAtOnce = 5

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
