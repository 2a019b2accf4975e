import Contracts
import HeapModule

/// A request that the broker holds.
struct HeldRequest {
    enum State: Equatable {
        case free
        case queued
        case running(worker: PeerID)
        /// Answered or abandoned, but a worker still has it, and it counts against the worker's capacity.
        case orphaned(worker: PeerID)
    }

    var id: UUIDv7
    var client: PeerID
    var service: Int
    var body: BodyHandle
    var byteCount: Int
    /// Whether the broker still has the body; without it the request cannot be dispatched again.
    var hasBody = true
    var arrivedAt: UInt64
    var deadline: UInt64
    var retryable: Bool
    /// Whether the client accepts partial answers.
    var takesParts = true
    /// Whether the client has received a part of the answer, so that another attempt is not allowed.
    var isPartlyAnswered = false
    var attempts = 0
    var state = State.queued
    /// The count within the current attempt's token.
    var attemptNumber: UInt32 = 0
}

/// All held requests, in reusable slots and by id.
///
/// Free slots at the end are released and low slots are used first. A scan of the slots therefore takes time in
/// proportion to the current number of requests, not to a past maximum.
struct RequestTable {
    /// Below this number of slots, memory is not released.
    private static let minimumCapacity = 1_024
    /// Memory is released when less than this fraction of it is used.
    private static let shrinkFactor = 8

    private(set) var slots: [HeldRequest] = []
    /// Free slots; numbers beyond the last slot belong to released slots.
    private var free = Heap<Int>()
    private var byID: [UUIDv7: Int] = [:]
    private var lastAttempt: UInt32 = 0
    /// Bytes of the bodies of waiting requests.
    private(set) var waitingByteCount = 0
    /// Bytes of the bodies of running requests.
    private(set) var runningByteCount = 0
    /// Bytes of the bodies of all held requests.
    var byteCount: Int { waitingByteCount + runningByteCount }

    /// Number of requests that a client waits for.
    var count: Int { byID.count }

    func slot(of id: UUIDv7) -> Int? { byID[id] }

    /// Inserts a request, which waits until its first attempt begins.
    mutating func insert(_ request: HeldRequest) -> Int {
        let slot: Int
        if let lowest = free.popMin(), lowest < slots.count {
            slot = lowest
            slots[slot] = request
        } else {
            // The lowest free slot was released, so all others were.
            free = []
            slot = slots.count
            slots.append(request)
        }
        byID[request.id] = slot
        countBytes(slot, 1)
        return slot
    }

    /// Adds the bytes of a slot's body to the total of its state, or subtracts them.
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

    /// Marks a request as waiting, because no worker has it any more.
    mutating func markQueued(_ slot: Int) { enter(.queued, slot) }

    /// Marks the body of a request as dropped; the request continues.
    mutating func dropBody(_ slot: Int) {
        countBytes(slot, -1)
        slots[slot].hasBody = false
    }

    /// Marks a request as orphaned: no client waits for it, but a worker has it.
    mutating func orphan(_ slot: Int, worker: PeerID) {
        byID[slots[slot].id] = nil
        enter(.orphaned(worker: worker), slot)
    }

    /// Removes a request, so that its slot can be reused.
    mutating func remove(_ slot: Int) {
        if case .orphaned = slots[slot].state {
            // It was removed from `byID` before.
        } else {
            byID[slots[slot].id] = nil
        }
        enter(.free, slot)
        free.insert(slot)
    }

    /// Releases free slots at the end.
    ///
    /// Must not be called during a scan of the slots.
    mutating func trim() {
        while slots.last?.state == .free { slots.removeLast() }
    }

    /// Releases memory that was needed for many more requests than are held.
    mutating func shrink() {
        guard slots.capacity > Self.minimumCapacity, slots.count < slots.capacity / Self.shrinkFactor else { return }
        var fewer: [HeldRequest] = []
        fewer.reserveCapacity(max(Self.minimumCapacity, 2 * slots.count))
        fewer += slots
        slots = fewer
        free = Heap(free.unordered.filter { $0 < slots.count })
    }

    mutating func update(_ slot: Int, _ change: (inout HeldRequest) -> Void) {
        change(&slots[slot])
    }

    /// Begins another attempt and returns its number.
    ///
    /// The lower half is the slot, for fast look-up; the upper half is a count, so that the number of an old attempt
    /// never matches.
    ///
    /// - Parameters:
    ///   - slot: The slot of the request.
    ///   - worker: The worker of the attempt.
    ///   - isNumbered: False to reuse the previous attempt's number; only tests use it.
    /// - Returns: The number.
    mutating func beginAttempt(_ slot: Int, worker: PeerID, isNumbered: Bool) -> UInt64 {
        if isNumbered { lastAttempt &+= 1 }
        slots[slot].attempts += 1
        slots[slot].attemptNumber = lastAttempt
        enter(.running(worker: worker), slot)
        return attemptNumber(slot)
    }

    /// Returns the number of the attempt that runs in a slot.
    func attemptNumber(_ slot: Int) -> UInt64 { UInt64(slots[slot].attemptNumber) << 32 | UInt64(slot) }

    /// Returns the slot in an attempt's number, if the attempt is the slot's current one.
    func slot(ofAttempt number: UInt64) -> Int? {
        let slot = Int(number & 0xFFFF_FFFF)
        guard slot < slots.count, slots[slot].attemptNumber == UInt32(number >> 32) else { return nil }
        return slot
    }
}
