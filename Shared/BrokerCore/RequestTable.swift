import Contracts
import HeapModule

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
    /// Whether the broker still has the body; without it the request cannot be handed out again.
    var hasBody = true
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
///
/// Free slots at the end are given back and low ones are used first, so that a walk over the slots costs what is held now,
/// and not what was held once.
struct RequestTable {
    /// Below so many slots their memory is kept.
    private static let keptCapacity = 1_024
    /// Memory is given back when less than this part of it is used.
    private static let shrinkFactor = 8

    private(set) var slots: [HeldRequest] = []
    /// Free slots; numbers beyond the last slot are those of slots that were given back.
    private var free = Heap<Int>()
    private var byID: [UUIDv7: Int] = [:]
    private var lastAttempt: UInt32 = 0
    /// Bytes of the bodies of waiting requests.
    private(set) var waitingByteCount = 0
    /// Bytes of the bodies of running requests.
    private(set) var runningByteCount = 0
    /// Bytes of all bodies that are held.
    var byteCount: Int { waitingByteCount + runningByteCount }

    /// Requests that somebody waits for.
    var count: Int { byID.count }

    func slot(of id: UUIDv7) -> Int? { byID[id] }

    /// Takes a request in; it waits until its first attempt begins.
    mutating func insert(_ request: HeldRequest) -> Int {
        let slot: Int
        if let lowest = free.popMin(), lowest < slots.count {
            slot = lowest
            slots[slot] = request
        } else {
            // The lowest was given back, so all others were.
            free = []
            slot = slots.count
            slots.append(request)
        }
        byID[request.id] = slot
        countBytes(slot, 1)
        return slot
    }

    /// Adds the bytes of a slot's body to those in its state, or takes them away.
    private mutating func countBytes(_ slot: Int, _ sign: Int) {
        guard slots[slot].hasBody else { return }
        switch slots[slot].state {
        case .queued: waitingByteCount += sign * slots[slot].byteCount
        case .running: runningByteCount += sign * slots[slot].byteCount
        case .free, .orphaned: return
        }
    }

    private mutating func enter(_ state: HeldRequest.State, _ slot: Int) {
        countBytes(slot, -1)
        slots[slot].state = state
        countBytes(slot, 1)
    }

    /// No worker has the request any more.
    mutating func wait(_ slot: Int) { enter(.queued, slot) }

    /// The body of a request is dropped; the request goes on.
    mutating func dropBody(_ slot: Int) {
        countBytes(slot, -1)
        slots[slot].hasBody = false
    }

    /// Nobody waits for the request any more, but a worker has it.
    mutating func orphan(_ slot: Int, worker: PeerID) {
        byID[slots[slot].id] = nil
        enter(.orphaned(worker: worker), slot)
    }

    /// The slot may be used again.
    mutating func remove(_ slot: Int) {
        if case .orphaned = slots[slot].state {
            // It left the other tables before.
        } else {
            byID[slots[slot].id] = nil
        }
        enter(.free, slot)
        free.insert(slot)
    }

    /// Gives free slots at the end back; not while a walk over the slots is under way.
    mutating func trim() {
        while slots.last?.state == .free { slots.removeLast() }
    }

    /// Gives memory back that was needed for many more requests than are held.
    mutating func shrink() {
        guard slots.capacity > Self.keptCapacity, slots.count < slots.capacity / Self.shrinkFactor else { return }
        var fewer: [HeldRequest] = []
        fewer.reserveCapacity(max(Self.keptCapacity, 2 * slots.count))
        fewer += slots
        slots = fewer
        free = Heap(free.unordered.filter { $0 < slots.count })
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
        enter(.running(worker: worker), slot)
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
