import MealwireCore

/// Scenarios of ``DiarySync``, one for each rule.
enum SyncScenarios {
    private static let known = "01900000-0000-7000-8000-00000000e001"
    private static let entry = SyncScript.entry(known, grams: 50, version: 3)

    static var all: [VectorFile] { sending + merging + refusing + pulling + sessions }

    private static func scenario(
        _ title: String,
        _ script: SyncScript = .online(),
        _ run: (inout SyncScript) -> Void
    ) -> VectorFile {
        var script = script
        run(&script)
        return script.file(titled: title)
    }

    private static var sending: [VectorFile] {
        [
            scenario("a write is saved, sent and confirmed") { script in
                let entry = script.create(grams: 40)
                script.confirm(entry, grams: 40, version: 1)
                script.saved()
            },
            scenario("a lost request is repeated after a pause under its key") { script in
                let entry = script.create(grams: 40)
                script.saved()
                script.answer(.lost)
                script.act { .online(.init(now: $0)) }
                script.saved()
                script.answer(.lost)
                script.wait(2_000)
                script.act { .woke(.init(now: $0)) }
                script.confirm(entry, grams: 40, version: 1)
            },
            scenario("retry after is honoured") { script in
                script.create(grams: 40)
                script.saved()
                script.answer(.busy(.init(retryAfter: 30_000)))
                script.act { .online(.init(now: $0)) }
                script.wait(30_000)
                script.act { .woke(.init(now: $0)) }
            },
            scenario("a write that fails does not delay others") { script in
                script.create(grams: 40)
                script.saved()
                script.answer(.failed)
                script.create(grams: 60)
                script.saved()
                script.wait(1_000)
                script.act { .woke(.init(now: $0)) }
            },
            scenario("a change of an unsent write goes into it") { script in
                script.act { _ in .sessionEnded }
                let entry = script.create(grams: 40)
                script.change(entry, grams: 45)
            },
            scenario("creation and removal of an unsent entry cancel out") { script in
                script.act { _ in .sessionEnded }
                let entry = script.create(grams: 40)
                script.remove(entry)
                script.saved()
            },
            scenario("a later write takes the version of the earlier one") { script in
                let entry = script.create(grams: 40)
                script.saved()
                script.change(entry, grams: 45)
                script.answer(.entry(.init(entry: SyncScript.entry(entry, grams: 40, version: 1))))
                script.saved()
            },
            scenario("a removal after a sent creation is sent after it") { script in
                let entry = script.create(grams: 40)
                script.saved()
                script.remove(entry)
                script.answer(.entry(.init(entry: SyncScript.entry(entry, grams: 40, version: 1))))
                script.saved()
                script.answer(.gone)
            },
            scenario("four writes are open at once") { script in
                for grams in [10.0, 20, 30, 40, 50] { script.create(grams: grams) }
                script.saved()
                script.answer(.lost)
            },
            scenario("measurements and water are added by id") { script in
                let (first, second, measurement, water) = (
                    script.newID(), script.newID(), script.newID(), script.newID()
                )
                let at = "2026-11-23T07:00:00.000Z"
                let weight = Measurement(id: measurement, kind: "weight", value: 80.5, at: at, date: "2026-11-23")
                script.act { .measure(.init(write: first, measurement: weight, now: $0)) }
                let addition = WaterAddition(id: water, date: "2026-11-23", ml: 250)
                script.act { .drink(.init(write: second, water: addition, now: $0)) }
                script.saved()
                script.answer(.measurement(.init(measurement: weight)))
                let day = DayExtras(date: "2026-11-23", waterMl: 250, note: "", version: 1)
                script.answer(.day(.init(day: day)))
                let third = script.newID()
                script.act { .undrink(.init(write: third, water: addition, now: $0)) }
                let fourth = script.newID()
                script.act { .unmeasure(.init(write: fourth, id: measurement, now: $0)) }
            },
        ]
    }

    private static var merging: [VectorFile] {
        let online = SyncScript.online(entries: [entry])
        return [
            scenario("changes of different fields are merged", online) { script in
                script.change(known, grams: 60)
                script.saved()
                let theirs = SyncScript.entry(known, grams: 50, meal: .lunch, version: 4)
                script.answer(.changed(.init(current: theirs)))
                script.confirm(known, grams: 60, meal: .lunch, version: 5)
            },
            scenario("a field that both sides changed asks and the user keeps it", online) { script in
                script.change(known, grams: 60)
                script.saved()
                script.answer(.changed(.init(current: SyncScript.entry(known, grams: 70, version: 4))))
                let write = script.state.writesToDecide.first?.id ?? ""
                script.act { .resolve(.init(write: write, mine: [.amount], now: $0)) }
                script.saved()
            },
            scenario("a field that both sides changed asks and the user takes the other", online) { script in
                script.change(known, grams: 60, meal: .dinner)
                script.saved()
                script.answer(.changed(.init(current: SyncScript.entry(known, grams: 70, version: 4))))
                let write = script.state.writesToDecide.first?.id ?? ""
                script.act { .resolve(.init(write: write, mine: [], now: $0)) }
            },
            scenario("a field that was perhaps changed back asks", online) { script in
                script.change(known, grams: 60)
                script.saved()
                script.answer(.lost)
                script.act { .online(.init(now: $0)) }
                script.saved()
                script.answer(.changed(.init(current: SyncScript.entry(known, grams: 50, version: 5))))
            },
            scenario("a change of a removed entry continues under another id", online) { script in
                script.change(known, grams: 60)
                script.saved()
                script.answer(.changed(.init(current: nil)))
                script.saved()
            },
            scenario("a removal of a changed entry is overruled", online) { script in
                script.remove(known)
                script.saved()
                script.answer(.changed(.init(current: SyncScript.entry(known, grams: 70, version: 4))))
            },
            scenario("a removal of an entry with a new version is repeated", online) { script in
                script.remove(known)
                script.saved()
                script.answer(.changed(.init(current: SyncScript.entry(known, grams: 50, version: 4))))
            },
            scenario("a removal that was not sent is taken back", online) { script in
                script.act { _ in .sessionEnded }
                script.remove(known)
                let creation = DiarySync.EntryCreation(
                    write: script.newID(),
                    entry: script.newID(),
                    content: entry.content,
                    preview: entry.preview,
                    now: script.now
                )
                script.act { _ in .restore(.init(removed: known, creation: creation)) }
            },
            scenario("a removal that was sent is taken back by a new entry", online) { script in
                script.remove(known)
                script.saved()
                let creation = DiarySync.EntryCreation(
                    write: script.newID(),
                    entry: script.newID(),
                    content: entry.content,
                    preview: entry.preview,
                    now: script.now
                )
                script.act { _ in .restore(.init(removed: known, creation: creation)) }
            },
        ]
    }

    private static let problem = Problem(status: 422, code: "invalid", detail: "grams must be at most 10,000.")

    private static var refusing: [VectorFile] {
        [
            scenario("a refused write stays until it is dismissed") { script in
                script.create(grams: 20_000)
                script.saved()
                script.answer(.refused(problem))
                let write = script.state.writesToDecide.first?.id ?? ""
                script.act { .dismiss(.init(write: write, now: $0)) }
            },
            scenario("a refused write is corrected") { script in
                let entry = script.create(grams: 20_000)
                script.saved()
                script.answer(.refused(problem))
                script.change(entry, grams: 200)
            },
            scenario("a failed save is sent at once and replaced") { script in
                script.create(grams: 40)
                let number = script.state.lastSave
                script.act { _ in .saveFailed(.init(number: number)) }
                script.create(grams: 50)
                script.saved()
            },
        ]
    }

    private static var pulling: [VectorFile] {
        let online = SyncScript.online(entries: [entry])
        return [
            scenario("pages are pulled until there are no more", online) { script in
                script.act { .sync(.init(now: $0)) }
                script.page([SyncScript.entry(known, grams: 55, version: 4)], cursor: "1-2", isMore: true)
                script.page(deleted: [known], cursor: "1-3")
                script.answer(.measurements(.init(items: [])))
            },
            scenario("a reset clears the copy and keeps the writes", online) { script in
                script.change(known, grams: 60)
                script.saved()
                script.answer(.failed)
                script.act { .sync(.init(now: $0)) }
                script.page([SyncScript.entry(known, grams: 50, version: 3)], cursor: "2-1", reset: true)
            },
            scenario("a write gives up an open pull", online) { script in
                script.act { .sync(.init(now: $0)) }
                let number = script.state.requests.first?.request.number ?? 0
                let entry = script.create(grams: 40)
                let page = DiarySync.ChangesPage(
                    items: [],
                    deleted: [known],
                    days: [],
                    cursor: "1-2",
                    isMore: false,
                    reset: false
                )
                script.act { .answered(.init(request: number, answer: .page(page), now: $0)) }
                script.confirm(entry, grams: 40, version: 1)
            },
            scenario("a repeated answer does not show a removed entry again", online) { script in
                script.change(known, grams: 60)
                script.saved()
                script.answer(.failed)
                script.act { .sync(.init(now: $0)) }
                script.page(deleted: [known], cursor: "1-3")
                script.act { .online(.init(now: $0)) }
                script.confirm(known, grams: 60, version: 4)
            },
        ]
    }

    private static var sessions: [VectorFile] {
        [
            scenario("the end of the session keeps the writes") { script in
                script.create(grams: 40)
                script.saved()
                script.answer(.sessionOver)
                script.create(grams: 50)
                script.act { .signedIn(.init(user: SyncScript.user, now: $0)) }
                script.saved()
            },
            scenario("another user gets another store") { script in
                script.act { _ in .sessionEnded }
                script.create(grams: 40)
                script.act { .signedIn(.init(user: SyncScript.other, now: $0)) }
                script.act { .opened(.init(stored: Stored(user: SyncScript.other), now: $0)) }
            },
            scenario("an erased account is wiped") { script in
                script.create(grams: 40)
                script.act { _ in .erased }
            },
            scenario("a write that was being sent waits again after a restart") { script in
                script.create(grams: 40)
                let stored = script.state.stored
                script.act { .opened(.init(stored: stored, now: $0)) }
                script.saved()
            },
        ]
    }
}
