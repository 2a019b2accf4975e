import Contracts

/// A request that the broker holds.
struct HeldRequest {
    enum State: Equatable {
        case free
        case queued
        case running(worker: PeerID)
        /// Answered or given up, but a worker still has it, and with it a part of its capacity.
        case orphaned(worker: PeerID)
    }

    var id: UUIDv7
    var client: PeerID
    var service: Int
    var body: BodyHandle
    var byteCount: Int
    var arrivedAt: UInt64
    var deadline: UInt64
    var repeatable: Bool
    /// Whether the client takes an answer in parts.
    var takesParts = true
    /// The client has a part of the answer, so it is not begun anew.
    var isPartlyAnswered = false
    var attempts = 0
    var state = State.queued
    /// The count within the token of the current attempt.
    var attemptNumber: UInt32 = 0
}

/// All requests that are held, in slots which are used again, and by id.
struct RequestTable {
    private(set) var slots: [HeldRequest] = []
    private var free: [Int] = []
    private var byID: [UUIDv7: Int] = [:]
    private var lastAttempt: UInt32 = 0
    /// Bytes of the requests that somebody waits for.
    private(set) var byteCount = 0

    /// Requests that somebody waits for.
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
        byteCount += request.byteCount
        return slot
    }

    /// Nobody waits for the request any more, but a worker has it.
    mutating func orphan(_ slot: Int, worker: PeerID) {
        byID[slots[slot].id] = nil
        byteCount -= slots[slot].byteCount
        slots[slot].state = .orphaned(worker: worker)
    }

    /// The slot may be used again.
    mutating func remove(_ slot: Int) {
        if case .orphaned = slots[slot].state {
            // It left the other tables before.
        } else {
            byID[slots[slot].id] = nil
            byteCount -= slots[slot].byteCount
        }
        slots[slot].state = .free
        free.append(slot)
    }

    mutating func update(_ slot: Int, _ change: (inout HeldRequest) -> Void) {
        change(&slots[slot])
    }

    /// Begins another attempt and gives its number: slot below, count above, so that it is found at once and an old
    /// attempt's number never fits.
    ///
    /// - Parameters:
    ///   - slot: Of the request.
    ///   - worker: Who gets it.
    ///   - isNumbered: False for the number of the attempt before; tests alone want that.
    /// - Returns: The number.
    mutating func beginAttempt(_ slot: Int, worker: PeerID, isNumbered: Bool) -> UInt64 {
        if isNumbered { lastAttempt &+= 1 }
        slots[slot].attempts += 1
        slots[slot].attemptNumber = lastAttempt
        slots[slot].state = .running(worker: worker)
        return attemptNumber(slot)
    }

    /// The number of the attempt that runs in a slot.
    func attemptNumber(_ slot: Int) -> UInt64 { UInt64(slots[slot].attemptNumber) << 32 | UInt64(slot) }

    /// The slot that an attempt's number names, if the attempt is its current one.
    func slot(ofAttempt number: UInt64) -> Int? {
        let slot = Int(number & 0xFFFF_FFFF)
        guard slot < slots.count, slots[slot].attemptNumber == UInt32(number >> 32) else { return nil }
        return slot
    }
}
