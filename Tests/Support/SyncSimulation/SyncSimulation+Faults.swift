import MealwireCore
import SeededRandom

/// What happens to the devices of users.
extension SyncSimulation {
    /// Lets something go wrong on a device.
    mutating func fault(_ device: Int) throws(SyncViolation) {
        switch random.number(0...19) {
        case 0...7: try restart(device)
        case 8...13:
            statistics.count("offline")
            let duration = random.number(1...120) * 1_000
            devices[device].offlineUntil = now + duration
            if random.oneIn(2) { schedule(.online, on: device, after: duration) }
        case 14...16:
            statistics.count("session over")
            devices[device].hasSession = false
        case 17...18:
            statistics.count("other user")
            try signIn(device, as: ModelDevice.otherUser)
            schedule(.signIn(user: ModelDevice.user), on: device, after: random.number(plan.pause))
        default:
            statistics.count("server failure")
            try server.fail()
        }
    }

    mutating func signIn(_ device: Int, as user: String) throws(SyncViolation) {
        if user == ModelDevice.user { devices[device].hasSession = true }
        devices[device].sessionUser = user
        try reduce(device, .signedIn(.init(user: user, now: now)))
    }

    /// Ends the app at any point: of the saves that were handed over, only the first few are on the disk.
    private mutating func restart(_ device: Int) throws(SyncViolation) {
        statistics.count("restart")
        let boot = devices[device].boot
        for _ in 0..<random.number(0...devices[device].pendingSaves.count) {
            guard let result = devices[device].completeSave(fails: false), result.isDone else { continue }
            oracle.accept(device: device, boot: boot, through: result.number)
            for (id, entry) in devices[device].cancelled where entry.boot == boot && entry.save <= result.number {
                devices[device].cancelled[id]?.isSaved = true
            }
        }
        devices[device].restart()
        try open(device)
        if let user = devices[device].sessionUser { try signIn(device, as: user) }
    }
}
