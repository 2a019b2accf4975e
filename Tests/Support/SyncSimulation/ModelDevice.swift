import MealwireCore
import SeededRandom

/// A device: its state in memory, and its disk.
struct ModelDevice {
    struct PendingSave {
        let save: DiarySync.Save
        let time: Int
    }

    let number: Int
    var state: DiarySync.State
    var disk = Stored(user: ModelDevice.user)
    /// Counts the runs of the app.
    var boot = 0
    var pendingSaves: [PendingSave] = []
    /// Whether a save has failed, so that only one that replaces everything may succeed.
    var diskIsBehind = false
    /// Whether the server accepts the session.
    var hasSession = true
    /// The user of the app's session; nil without one.
    var sessionUser: String? = ModelDevice.user
    var offlineUntil = 0
    var wakeAt: Int?

    /// Before this time nothing may be sent: by `Retry-After`, and by the pause after a failure.
    var notBefore = 0
    var pauseUntil = 0
    /// The newest version that the device was answered for each entry, in this run.
    var answeredVersions: [String: Int] = [:]
    /// Entries that the device knows as removed, in this run.
    var gone: Set<String> = []
    /// Entries that were removed before they were sent, with the save of the removal.
    var cancelled: [String: (boot: Int, save: Int, isSaved: Bool)] = [:]
    /// Additions of water that the user may take back.
    var waters: [WaterAddition] = []
    /// The last removed entries, which the user may restore.
    var removed: [DiarySync.ShownEntry] = []

    static let user = "anna"
    static let otherUser = "boris"

    init(number: Int, mutation: SyncMutation?) {
        self.number = number
        state = DiarySync.State()
        state.mutation = mutation
    }

    /// Applies the oldest save, or refuses it.
    mutating func completeSave(fails: Bool) -> (number: Int, isDone: Bool)? {
        guard !pendingSaves.isEmpty else { return nil }
        let save = pendingSaves.removeFirst().save
        var isReplacement = false
        if case .replace? = save.changes.first { isReplacement = true }
        if fails || (diskIsBehind && !isReplacement && state.mutation != .forgetsFailedSaves) {
            diskIsBehind = true
            return (save.number, false)
        }
        diskIsBehind = false
        for change in save.changes { disk.apply(change) }
        return (save.number, true)
    }

    /// Begins a new run of the app with what is on the disk.
    mutating func restart() {
        boot += 1
        pendingSaves = []
        let mutation = state.mutation
        state = DiarySync.State()
        state.mutation = mutation
        wakeAt = nil
        notBefore = 0
        pauseUntil = 0
        answeredVersions = [:]
        gone = []
        diskIsBehind = false
        cancelled = cancelled.filter { $0.value.isSaved }
    }
}
