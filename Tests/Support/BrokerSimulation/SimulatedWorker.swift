import BrokerCore

/// A process that offers services to every broker, and never exceeds its capacity.
struct SimulatedWorker {
    struct Offer {
        let service: String
        let capacity: Int
    }

    /// A request in progress.
    struct Run {
        let token: AttemptToken
        let link: Int
        let service: String
    }

    let process: Int
    let kind: WorkerKind
    let offers: [Offer]
    /// The connections, by broker.
    var links: [Int?]
    var runs: [Int: Run] = [:]
    var lastRun = 0
    var isDraining = false
    /// Messages that a plain worker has not read, because it reads nothing while it works.
    var unread: [(link: Int, message: MessageToPeer)] = []

    init(process: Int, kind: WorkerKind, offers: [Offer], brokers: Int) {
        self.process = process
        self.kind = kind
        self.offers = offers
        links = Array(repeating: nil, count: brokers)
    }

    /// Forgets what a restarted process does not know.
    mutating func discard() {
        links = Array(repeating: nil, count: links.count)
        runs = [:]
        isDraining = false
        unread = []
    }

    func hasRoom(_ service: String) -> Bool {
        let capacity = offers.first { $0.service == service }?.capacity ?? 0
        return !isDraining && runs.values.count { $0.service == service } < capacity
    }
}
