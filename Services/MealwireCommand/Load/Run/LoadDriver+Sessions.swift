import NIOCore

extension LoadDriver {
    /// Renews access tokens before they expire.
    ///
    /// These requests are not counted.
    func keepSessions() {
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
