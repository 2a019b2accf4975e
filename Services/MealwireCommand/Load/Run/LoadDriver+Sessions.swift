import NIOCore

extension LoadDriver {
    /// Renews access tokens before they run out; nobody counts these requests.
    func keepSessions() {
        guard !settings.isOnQueue, isSending else { return }
        let nowNs = NIODeadline.now().uptimeNanoseconds
        let old = people.indices.filter { nowNs - people[$0].signedInAtNs > LoadSessions.renewAfterNs }
        for person in old.prefix(LoadSessions.renewalsAtOnce(people: people.count)) {
            // Not asked for again while it is under way.
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
