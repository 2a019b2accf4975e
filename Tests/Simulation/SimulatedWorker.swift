import BrokerCore
import Contracts

/// A process that offers services to every broker, and keeps to its capacity whatever they send.
struct SimulatedWorker {
    struct Offer {
        let service: String
        let capacity: Int
    }

    /// A request that it works on.
    struct Run {
        let token: AttemptToken
        let link: Int
        let service: String
    }

    let process: Int
    let kind: WorkerKind
    let offers: [Offer]
    /// By broker.
    var links: [Int?]
    var runs: [Int: Run] = [:]
    var lastRun = 0
    var isDraining = false
    /// What a plain worker has not read, because it reads nothing while it works.
    var unread: [(link: Int, message: DownMessage)] = []

    init(process: Int, kind: WorkerKind, offers: [Offer], brokers: Int) {
        self.process = process
        self.kind = kind
        self.offers = offers
        links = Array(repeating: nil, count: brokers)
    }

    /// What a process that starts anew does not know.
    mutating func forget() {
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
