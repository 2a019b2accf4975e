import MealwireCore

/// A unique value of a field, by which a change of a user is recognised wherever it arrives.
///
/// Day and meal have few values, so they are not followed.
struct Token: Hashable, CustomStringConvertible {
    let field: EntryField
    let value: String

    var description: String { "\(field) \(value)" }

    /// The tokens of a content, as the server stores it.
    static func tokens(of content: EntryContent) -> Set<Token> {
        var tokens: Set<Token> = [Token(field: .at, value: content.at)]
        if let amount = content.amount { tokens.insert(Token(field: .amount, value: "\(amount.grams ?? 0)")) }
        if let name = content.name { tokens.insert(Token(field: .name, value: name)) }
        if let energy = content.energy { tokens.insert(Token(field: .energy, value: "\(energy.inHundredths.kcal)")) }
        return tokens
    }
}

/// Something that a user did on a device.
struct UserAct {
    enum Kind: Equatable {
        /// Set a field to a value.
        case set(Token)
        /// Removed an entry.
        case remove(String)
        /// Added a measurement or water.
        case add(WriteSubject)
        /// Took something back, or set a former value again.
        case revoke
    }

    let kind: Kind
    let device: Int
    /// The run of the device, and the save that stores the act.
    let boot: Int
    let save: Int
    let time: Int
    /// Whether the save is on the disk.
    var isAccepted = false
    /// Later acts on the same device that replace it.
    var successors: [Int] = []
}

/// Follows every change of the users from the device to the server, and finds those that are lost, doubled, or replaced
/// unseen.
struct SyncOracle {
    private(set) var acts: [UserAct] = []
    /// The ids of all entries that users made, or that continue under another id.
    private(set) var created: Set<String> = []
    /// The acts of a device that set a value: the last of them may be lost by a restart.
    private var sets: [Int: [Token: [Int]]] = [:]
    private var lastAdd: [Int: [WriteSubject: Int]] = [:]
    private var lastRemoval: [Int: [String: Int]] = [:]
    /// What a device showed when its user set a value, and before that.
    private var seen: [Int: [Token: Set<Token>]] = [:]
    private var removalSeen: [Int: [String: Set<Token>]] = [:]
    private var wanted: [Token: Int] = [:]
    private var applied: [Token: Int] = [:]
    private var currentUntil: [Token: Int] = [:]
    private var addedOnServer: Set<WriteSubject> = []
    private var overruled: [Int: Set<String>] = [:]

    private mutating func append(_ kind: UserAct.Kind, _ origin: ActOrigin, replacing old: [Int]) {
        acts.append(
            UserAct(kind: kind, device: origin.device, boot: origin.boot, save: origin.save, time: origin.time)
        )
        for index in old { acts[index].successors.append(acts.count - 1) }
    }

    /// Records that a user set fields of an entry that showed other values.
    mutating func set(_ tokens: Set<Token>, replacing shown: Set<Token>, _ origin: ActOrigin) {
        for token in tokens {
            let before = shown.filter { $0.field == token.field }
            let old = before.flatMap { sets[origin.device]?[$0] ?? [] }
            // A value that was set before cannot be told from its first use, so only its replacement counts.
            append(wanted[token] == nil ? .set(token) : .revoke, origin, replacing: old)
            sets[origin.device, default: [:]][token, default: []].append(acts.count - 1)
            let known = before.reduce(into: before) { $0.formUnion(seen[origin.device]?[$1] ?? []) }
            seen[origin.device, default: [:]][token, default: []].formUnion(known)
            wanted[token, default: 0] += 1
        }
    }

    /// Records that a user gave values up: by a removal, a decision or a dismissal.
    mutating func revoke(_ tokens: Set<Token>, removing entry: String?, _ origin: ActOrigin) {
        let old = tokens.flatMap { sets[origin.device]?[$0] ?? [] }
        append(entry.map { .remove($0) } ?? .revoke, origin, replacing: old)
        guard let entry else { return }
        lastRemoval[origin.device, default: [:]][entry] = acts.count - 1
        let known = tokens.reduce(into: tokens) { $0.formUnion(seen[origin.device]?[$1] ?? []) }
        removalSeen[origin.device, default: [:]][entry, default: []].formUnion(known)
    }

    /// Records that a user took the removal of an entry back.
    ///
    /// - Returns: What the user had seen when removing it, a conflict included.
    mutating func restore(_ entry: String, _ origin: ActOrigin) -> Set<Token> {
        append(.revoke, origin, replacing: lastRemoval[origin.device]?[entry].map { [$0] } ?? [])
        return removalSeen[origin.device]?[entry] ?? []
    }

    /// Records that an id was given to an entry.
    mutating func create(_ entry: String) { created.insert(entry) }

    /// Returns whether a user has made an addition.
    func isAdded(_ subject: WriteSubject) -> Bool { lastAdd.values.contains { $0[subject] != nil } }

    /// Records an addition, or its end.
    mutating func add(_ subject: WriteSubject, _ origin: ActOrigin) {
        append(.add(subject), origin, replacing: [])
        lastAdd[origin.device, default: [:]][subject] = acts.count - 1
    }

    mutating func takeBack(_ subject: WriteSubject, _ origin: ActOrigin) {
        append(.revoke, origin, replacing: lastAdd[origin.device]?[subject].map { [$0] } ?? [])
    }

    /// Records that a device told its user that a removal was overruled.
    mutating func overrule(_ entry: String, on device: Int) { overruled[device, default: []].insert(entry) }

    /// Records that a save and all before it are on the disk.
    mutating func accept(device: Int, boot: Int, through save: Int) {
        for index in acts.indices.reversed() {
            let act = acts[index]
            guard act.device == device else { continue }
            guard act.boot == boot, !act.isAccepted else { break }
            if act.save <= save { acts[index].isAccepted = true }
        }
    }

    /// Checks a change of the server by a request.
    mutating func check(_ id: String, from old: DiaryEntry?, to new: DiaryEntry?, by device: Int, now: Int)
        throws(SyncViolation)
    {
        let before = old.map { Token.tokens(of: $0.content) } ?? []
        let after = new.map { Token.tokens(of: $0.content) } ?? []
        for token in before.subtracting(after) { currentUntil[token] = now }
        guard let new else {
            let unseen = before.subtracting(removalSeen[device]?[id] ?? [])
            guard unseen.isEmpty else {
                throw SyncViolation(invariant: .noSilentRemoval, detail: "\(id) with \(unseen) by device \(device)")
            }
            return
        }
        for token in after.subtracting(before) {
            currentUntil[token] = .max
            // An entry that continues under another id takes the values along that the user did not change.
            if old != nil || applied[token] == nil { applied[token, default: 0] += 1 }
            guard let replaced = before.first(where: { $0.field == token.field }) else { continue }
            guard applied[token, default: 0] <= wanted[token, default: 0] else {
                throw SyncViolation(invariant: .appliedOnce, detail: "\(token) of \(new.id) by device \(device)")
            }
            guard seen[device]?[token]?.contains(replaced) == true else {
                throw SyncViolation(
                    invariant: .noSilentOverwrite,
                    detail: "\(token) replaces \(replaced) of \(new.id) by device \(device)"
                )
            }
        }
    }

    /// Records that an addition is on the server.
    mutating func added(_ subject: WriteSubject) { addedOnServer.insert(subject) }

    /// Checks at the end that every saved act is on the server, was replaced by its user, or is shown as refused.
    func checkNothingLost(_ server: any SyncServer, refused: [Int: [Write]]) throws(SyncViolation) {
        for act in acts where act.isAccepted {
            if act.successors.contains(where: { acts[$0].isAccepted }) { continue }
            let refusedHere = refused[act.device] ?? []
            switch act.kind {
            case .set(let token):
                if (currentUntil[token] ?? -1) >= act.time { continue }
                let isRefused = refusedHere.contains {
                    guard case .putEntry(let put) = $0.change else { return false }
                    return Token.tokens(of: put.content).contains(token)
                }
                if isRefused { continue }
            case .remove(let id):
                guard let entry = server.entries[id] else { continue }
                if overruled[act.device]?.contains(id) == true { continue }
                let known = removalSeen[act.device]?[id] ?? []
                if !Token.tokens(of: entry.content).isSubset(of: known) { continue }
            case .add(let subject):
                if addedOnServer.contains(subject) { continue }
                if refusedHere.contains(where: { $0.subject == subject }) { continue }
            case .revoke: continue
            }
            throw SyncViolation(invariant: .nothingLost, detail: "\(act)")
        }
    }
}

/// Where and when an act happened.
struct ActOrigin {
    let device: Int
    let boot: Int
    let save: Int
    let time: Int
}
