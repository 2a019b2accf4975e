import BrokerCore
import Contracts

/// A message from a peer to a broker.
enum MessageToBroker {
    case request(id: UUIDv7, service: String, timeLeftMs: Int, retryable: Bool, byteCount: Int)
    case cancel(id: UUIDv7)
    case ready(service: String, capacity: Int, kind: WorkerKind)
    case reply(AttemptToken)
    case partial(AttemptToken)
    case busy(AttemptToken)
    case heartbeat(capacity: Int?)
    case disconnect
    /// The connection ends, after all messages sent before.
    case end
}

/// A message from a broker to a peer.
enum MessageToPeer {
    case request(token: AttemptToken, id: UUIDv7, service: String, retryable: Bool)
    case cancel(AttemptToken)
    case heartbeat
    case disconnect
    case answer(id: UUIDv7)
    case partial
    case failure(id: UUIDv7, FailureReason)
    case end
}

enum ClientTimer {
    case nextRequest
    case connect
    case deadline(UUIDv7)
    case cancel(UUIDv7)
    case resend(UUIDv7)
    case checkBroker
}

enum WorkerTimer {
    case connect(broker: Int)
    case heartbeat
    case finish(run: Int)
}

/// An event of the simulation.
enum SimulationEvent {
    case arrivesAtBroker(link: Int, MessageToBroker)
    case arrivesAtPeer(link: Int, MessageToPeer)
    case tick(broker: Int)
    case client(Int, ClientTimer)
    case worker(Int, WorkerTimer)
    case adversarialPeer(Int)
    case start(process: Int)
    case thaw(process: Int)
    case fault
}

/// A scheduled event.
///
/// Ordered by time, and by order of scheduling among events of one time.
struct ScheduledEvent: Comparable {
    let time: UInt64
    let sequence: UInt64
    /// The process of the event, and its incarnation.
    ///
    /// Events of earlier incarnations are void.
    let process: Int?
    let incarnation: Int
    let event: SimulationEvent

    static func == (left: ScheduledEvent, right: ScheduledEvent) -> Bool { left.sequence == right.sequence }

    static func < (left: ScheduledEvent, right: ScheduledEvent) -> Bool {
        (left.time, left.sequence) < (right.time, right.sequence)
    }
}

/// A connection of a peer to a broker.
///
/// Its index is the broker's number of the peer.
struct Link {
    let peer: Int
    let broker: Int
    /// The connection is broken: all messages in transit are lost.
    var isCut = false
    /// The peer neither sends nor reads any more.
    var isLeftByPeer = false
    /// The broker knows that the connection has ended.
    var isLeftByBroker = false
    /// When the last message of each direction arrives; messages do not overtake each other.
    var lastUp: UInt64 = 0
    var lastDown: UInt64 = 0
    /// No message arrives before this time.
    var stalledUntil: UInt64 = 0
    /// When the peer last received a message.
    var lastHeard: UInt64 = 0
}

/// The state of a process.
struct ProcessState {
    var incarnation = 0
    var isUp = false
    var isFrozen = false
    var frozenAt: UInt64 = 0
    var lastThaw: UInt64 = 0
    /// Events of the process while it was frozen.
    var backlog: [SimulationEvent] = []
}
