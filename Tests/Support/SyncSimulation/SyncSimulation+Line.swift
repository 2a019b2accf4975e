package import MealwireCore

/// The line between devices and server, and the devices' disks.
extension SyncSimulation {
    /// Gives an action to a device, checks what it did, and carries its effects out.
    mutating func reduce(_ device: Int, _ action: DiarySync.Action) throws(SyncViolation) {
        if isTraced { print("\(step) \(now) device \(device): \(action)") }
        let before = devices[device].state.stored.writes
        let effects = DiarySync.reduce(&devices[device].state, action)
        try checkQueue(device, action, before: before)
        for effect in effects {
            if isTraced { print("    \(effect)") }
            switch effect {
            case .save(let save):
                try checkShown(device, save)
                devices[device].pendingSaves.append(.init(save: save, time: now))
                let last = devices[device].pendingSaves.count
                // Saves end in their order, because each event completes the oldest one.
                schedule(.save(boot: devices[device].boot), on: device, after: random.number(plan.saveTime) * last)
            case .send(let request): try send(request, from: device)
            case .wake(let wake):
                devices[device].wakeAt = wake.at
                schedule(.wake(boot: devices[device].boot), on: device, after: wake.at - now)
            case .openStore, .wipe: break
            case .removalOverruled(let overruled):
                statistics.count("removal overruled")
                oracle.overrule(overruled.entry.id, on: device)
            case .revived(let revival):
                statistics.count("entry revived")
                oracle.create(revival.entry)
            }
        }
    }

    mutating func completeSave(_ device: Int) throws(SyncViolation) {
        let fails = !isDraining && random.happens(oneIn: plan.saveFailsOneIn)
        guard let result = devices[device].completeSave(fails: fails) else { return }
        if result.isDone {
            let boot = devices[device].boot
            oracle.accept(device: device, boot: boot, through: result.number)
            for (id, entry) in devices[device].cancelled where entry.boot == boot && entry.save <= result.number {
                devices[device].cancelled[id]?.isSaved = true
            }
            try reduce(device, .saved(.init(number: result.number)))
        } else {
            statistics.count("save failed")
            try reduce(device, .saveFailed(.init(number: result.number)))
        }
    }

    private mutating func send(_ request: DiarySync.Request, from device: Int) throws(SyncViolation) {
        try checkSend(request, from: device)
        let boot = devices[device].boot
        let lost = DiarySync.Answered(
            request: request.number,
            answer: .lost,
            now: now + SyncPlan.requestTimeout,
            jitter: random.fraction()
        )
        schedule(.answer(boot: boot, lost), on: device, after: SyncPlan.requestTimeout)
        if now < devices[device].offlineUntil { return }
        if !isDraining, random.happens(oneIn: plan.losesOneIn) { return statistics.count("request lost") }
        schedule(.arrive(boot: boot, request), on: device, after: delay())
        if !isDraining, request.key != nil, random.happens(oneIn: plan.duplicatesOneIn) {
            statistics.count("request doubled")
            schedule(.arrive(boot: boot, request), on: device, after: delay())
        }
    }

    private mutating func delay() -> Int { isDraining ? 10 : random.number(plan.delay) }

    /// Executes a request on the server, and sends the answer back.
    mutating func arrive(_ request: DiarySync.Request, from device: Int, boot: Int) throws(SyncViolation) {
        let answer = try answer(request, from: device)
        statistics.count("answer \(answer.name)")
        if !isDraining, random.happens(oneIn: plan.losesOneIn) { return statistics.count("answer lost") }
        let delay = request.key == nil && !isDraining ? random.number(plan.pageDelay) : delay()
        let answered = DiarySync.Answered(
            request: request.number,
            answer: answer,
            now: now + delay,
            jitter: random.fraction()
        )
        schedule(.answer(boot: boot, answered), on: device, after: delay)
    }

    private mutating func answer(_ request: DiarySync.Request, from device: Int) throws(SyncViolation)
        -> DiarySync.Answer
    {
        guard devices[device].hasSession else { return .sessionOver }
        if !isDraining, random.happens(oneIn: plan.busyOneIn) {
            return .busy(.init(retryAfter: random.oneIn(3) ? nil : random.number(1...20) * 1_000))
        }
        if !isDraining, random.happens(oneIn: plan.failsOneIn) { return .failed }
        let subject = request.call.subject
        let before = subject.flatMap { server.entries[$0.id] }
        if let subject, let cancelled = devices[device].cancelled[subject.id], cancelled.boot <= devices[device].boot {
            throw SyncViolation(invariant: .cancelledAreNotSent, detail: subject.id)
        }
        try checkKey(of: request)
        let answer = try server.handle(request, now: now)
        if let subject {
            let after = server.entries[subject.id]
            if subject.kind == .entry, before != after {
                try oracle.check(subject.id, from: before, to: after, by: device, now: now)
                if let amount = after?.content.amount, amount != before?.content.amount {
                    formerAmounts[subject.id, default: []].append(amount)
                }
            }
            switch answer {
            case .measurement, .day: oracle.added(subject)
            default: break
            }
            for other in devices.indices where random.oneIn(plan.hintsOneIn) && !isDraining {
                schedule(.hint, on: other, after: delay())
            }
        }
        // Fails after the request took effect.
        return !isDraining && random.happens(oneIn: plan.failsOneIn) ? .failed : answer
    }

    /// Delivers an outcome to a device, and remembers what the device must do after it.
    mutating func deliver(_ answered: DiarySync.Answered, to device: Int) throws(SyncViolation) {
        let open = devices[device].state.requests.first { $0.request.number == answered.request && $0.save == nil }
        if let open { remember(answered, open, device) }
        lastDelivered = open
        try reduce(device, .answered(answered))
    }

    private mutating func remember(_ answered: DiarySync.Answered, _ open: DiarySync.OpenRequest, _ device: Int) {
        switch answered.answer {
        case .busy(let busy):
            let wait = busy.retryAfter ?? 0
            devices[device].notBefore = max(devices[device].notBefore, now + wait)
            pause(device)
        case .lost: pause(device)
        case .entry(let answer):
            devices[device].pauseUntil = 0
            let known = devices[device].answeredVersions[answer.entry.id] ?? 0
            devices[device].answeredVersions[answer.entry.id] = max(known, answer.entry.version)
        case .gone:
            devices[device].pauseUntil = 0
            if case .removeEntry(let removal) = open.request.call { devices[device].gone.insert(removal.id) }
        case .page(let page):
            devices[device].pauseUntil = 0
            devices[device].gone.formUnion(page.deleted)
        case .sessionOver:
            devices[device].pauseUntil = 0
            devices[device].sessionUser = nil
            schedule(.signIn(user: ModelDevice.user), on: device, after: random.number(plan.pause))
        default: devices[device].pauseUntil = 0
        }
    }

    private mutating func pause(_ device: Int) {
        statistics.count("pause")
        devices[device].pauseUntil = now + DiarySync.Limits.retryMin / 2
    }
}

extension DiarySync.Call {
    /// The object that a write changes; nil for a read.
    package var subject: WriteSubject? {
        switch self {
        case .putEntry(let put): WriteSubject(.entry, put.id)
        case .removeEntry(let removal): WriteSubject(.entry, removal.id)
        case .addMeasurement(let measurement): WriteSubject(.measurement, measurement.id)
        case .removeMeasurement(let removal): WriteSubject(.measurement, removal.id)
        case .addWater(let water), .removeWater(let water): WriteSubject(.water, water.id)
        case .changes, .measurements: nil
        }
    }
}

extension DiarySync.Answer {
    /// The name of the case.
    var name: String {
        let text = "\(self)"
        return String(text.prefix { $0 != "(" })
    }
}
