package import Contracts
import NIOCore

/// Renews sessions during a long run.
enum LoadSessions {
    /// Renews before the end of an access token, which is valid for fifteen minutes.
    static let renewAfterNs: UInt64 = 10 * 60 * 1_000_000_000
    /// The pause after a failed renewal, which allows several attempts before the token expires.
    static let retryAfterNs: UInt64 = 10 * 1_000_000_000
    /// The least number of renewals in one second; so few hardly affect the measurements.
    private static let renewalsMin = 5
    /// All users are renewed within this number of seconds, before the first token expires.
    private static let renewalsWithinS = 200

    /// Returns the number of renewals in one second.
    static func renewalsAtOnce(people: Int) -> Int { max(renewalsMin, people / renewalsWithinS) }

    static func renewal(of person: LoadPerson) -> LoadCall {
        LoadCall(AuthRefresh(refreshToken: person.refreshToken), keepsBody: true)
    }

    static func session(in answer: LoadAnswer) -> Session? {
        // Callers report an answer without a session.
        answer.isGood ? try? PayloadCoder.decodeReply(Session.self, from: answer.body) : nil
    }
}

extension LoadPerson {
    /// Stores a new session of the user.
    package mutating func renew(_ session: Session) {
        accessToken = session.accessToken
        self.session = Self.session(of: session.accessToken) ?? self.session
        refreshToken = session.refreshToken
        signedInAtNs = NIODeadline.now().uptimeNanoseconds
    }
}

extension LoadDriver {
    /// Renews access tokens before they expire.
    ///
    /// These requests are not counted.
    func renewSessions() {
        guard !settings.isOnQueue, isSending else { return }
        let nowNs = NIODeadline.now().uptimeNanoseconds
        let old = people.indices.filter { nowNs - people[$0].signedInAtNs > LoadSessions.renewAfterNs }
        for person in old.prefix(LoadSessions.renewalsAtOnce(people: people.count)) {
            // Prevents a second renewal while this one is in flight.
            people[person].signedInAtNs = nowNs
            transport.send(LoadSessions.renewal(of: people[person]), as: nil) { answer in
                if let session = LoadSessions.session(in: answer) {
                    self.people[person].renew(session)
                } else {
                    let agoNs = LoadSessions.renewAfterNs - LoadSessions.retryAfterNs
                    self.people[person].signedInAtNs = nowNs - min(nowNs, agoNs)
                }
            }
        }
    }
}
