import Contracts

/// A request that the broker holds.
struct HeldRequest {
    enum State: Equatable {
        case free
        case queued
        case running(worker: PeerID)
    }

    var id: UUIDv7
    var client: PeerID
    var service: Int
    var body: BodyHandle
    var arrivedAt: UInt64
    var deadline: UInt64
    var repeatable: Bool
    var attempts = 0
    var state = State.queued
    /// The count within the token of the current attempt.
    var attemptNumber: UInt32 = 0
    /// The ticket by which it stands in its service's queue.
    var ticketNumber: UInt64 = 0
}

/// A place in a queue; void once its request has another ticket or none.
struct Ticket {
    let slot: Int
    let number: UInt64
}

/// All requests that are held, in slots which are used again, and by id.
struct RequestTable {
    private(set) var slots: [HeldRequest] = []
    private var free: [Int] = []
    private var byID: [UUIDv7: Int] = [:]
    private var lastAttempt: UInt32 = 0
    private var lastTicket: UInt64 = 0

    var count: Int { byID.count }

    func slot(of id: UUIDv7) -> Int? { byID[id] }

    mutating func insert(_ request: HeldRequest) -> Int {
        let slot: Int
        if let reused = free.popLast() {
            slot = reused
            slots[slot] = request
        } else {
            slot = slots.count
            slots.append(request)
        }
        byID[request.id] = slot
        return slot
    }

    mutating func remove(_ slot: Int) {
        byID[slots[slot].id] = nil
        slots[slot].state = .free
        free.append(slot)
    }

    mutating func update(_ slot: Int, _ change: (inout HeldRequest) -> Void) {
        change(&slots[slot])
    }

    /// A new ticket for a request that waits from now on.
    mutating func ticket(for slot: Int) -> Ticket {
        lastTicket += 1
        slots[slot].ticketNumber = lastTicket
        return Ticket(slot: slot, number: lastTicket)
    }

    func isValid(_ ticket: Ticket) -> Bool {
        slots[ticket.slot].ticketNumber == ticket.number && slots[ticket.slot].state == .queued
    }

    /// Begins another attempt and gives its number: slot below, count above, so that it is found at once and an old
    /// attempt's number never fits.
    mutating func beginAttempt(_ slot: Int, worker: PeerID) -> UInt64 {
        lastAttempt &+= 1
        slots[slot].attempts += 1
        slots[slot].attemptNumber = lastAttempt
        slots[slot].state = .running(worker: worker)
        return UInt64(lastAttempt) << 32 | UInt64(slot)
    }

    /// The number of the attempt that runs in a slot.
    func attemptNumber(_ slot: Int) -> UInt64 { UInt64(slots[slot].attemptNumber) << 32 | UInt64(slot) }

    /// The slot of a running attempt, if the number is that of its current one with that worker.
    func runningSlot(_ number: UInt64, worker: PeerID) -> Int? {
        let slot = Int(number & 0xFFFF_FFFF)
        guard slot < slots.count, slots[slot].attemptNumber == UInt32(number >> 32),
            slots[slot].state == .running(worker: worker)
        else { return nil }
        return slot
    }
}
