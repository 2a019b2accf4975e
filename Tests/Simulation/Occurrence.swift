import BrokerCore
import Contracts

/// What a peer says to a broker.
enum UpMessage {
    case request(id: UUIDv7, service: String, timeLeftMs: Int, repeatable: Bool, byteCount: Int)
    case cancel(id: UUIDv7)
    case ready(service: String, capacity: Int, kind: WorkerKind)
    case reply(AttemptToken)
    case partial(AttemptToken)
    case busy(AttemptToken)
    case heartbeat(capacity: Int?)
    case disconnect
    /// The connection ends; comes behind all that was sent before.
    case end
}

/// What a broker says to a peer.
enum DownMessage {
    case request(token: AttemptToken, id: UUIDv7, service: String, repeatable: Bool)
    case cancel(AttemptToken)
    case heartbeat
    case disconnect
    case answer(id: UUIDv7)
    case partial
    case failure(id: UUIDv7, FailureReason)
    case end
}

enum ClientAlarm {
    case nextRequest
    case connect
    case deadline(UUIDv7)
    case cancel(UUIDv7)
    case sendAgain(UUIDv7)
    case lookAtBroker
}

enum WorkerAlarm {
    case connect(broker: Int)
    case heartbeat
    case finish(run: Int)
}

/// Something that happens at its time.
enum Occurrence {
    case arrivesAtBroker(link: Int, UpMessage)
    case arrivesAtPeer(link: Int, DownMessage)
    case tick(broker: Int)
    case client(Int, ClientAlarm)
    case worker(Int, WorkerAlarm)
    case stranger(Int)
    case start(process: Int)
    case thaw(process: Int)
    case fault
}

/// An occurrence in the order of time, and of making among those of one time.
struct Appointment: Comparable {
    let time: UInt64
    let sequence: UInt64
    /// The process to which it happens, and which of its lives; those of earlier lives are void.
    let process: Int?
    let life: Int
    let occurrence: Occurrence

    static func == (left: Appointment, right: Appointment) -> Bool { left.sequence == right.sequence }

    static func < (left: Appointment, right: Appointment) -> Bool {
        (left.time, left.sequence) < (right.time, right.sequence)
    }
}

/// A connection of a peer to a broker; its index is the number by which the broker knows the peer.
struct Link {
    let peer: Int
    let broker: Int
    /// All that is under way is lost.
    var isCut = false
    /// The peer neither sends nor reads any more.
    var isLeftByPeer = false
    /// The broker knows that it has ended.
    var isLeftByBroker = false
    /// When the last message of a direction arrives; none overtakes another.
    var lastUp: UInt64 = 0
    var lastDown: UInt64 = 0
    /// Until then nothing gets through.
    var stalledUntil: UInt64 = 0
    /// When the peer last read something.
    var lastHeard: UInt64 = 0
}

/// Whether a process lives.
struct Condition {
    var life = 0
    var isUp = false
    var isFrozen = false
    var frozenAt: UInt64 = 0
    var lastThaw: UInt64 = 0
    /// What happened to it while it was frozen.
    var backlog: [Occurrence] = []
}
