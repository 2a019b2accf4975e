import MealwireCore
import Testing

struct EntryMergeTests {
    private static let base = SyncScript.content(grams: 50)
    private static let energy = EntryContent(
        date: "2026-11-23",
        meal: .lunch,
        at: "2026-11-23T12:00:00.000Z",
        name: "Soup",
        energy: Nutrients(kcal: 200)
    )

    private static func merge(
        _ mine: EntryChanges,
        _ theirs: EntryChanges,
        base: EntryContent = base,
        isUnsure: Bool = false
    ) -> EntryMerge {
        EntryMerge(base: base, mine: base.applying(mine), theirs: base.applying(theirs), isUnsure: isUnsure)
    }

    @Test func `changes of different fields are both kept`() {
        let merge = Self.merge(.init(meal: .dinner), .init(date: "2026-11-24"))
        #expect(merge.content == Self.base.applying(.init(date: "2026-11-24", meal: .dinner)))
        #expect(merge.conflicts.isEmpty)
    }

    @Test func `equal changes are no conflict`() {
        let merge = Self.merge(.init(meal: .dinner), .init(meal: .dinner))
        #expect(merge.content.meal == .dinner)
        #expect(merge.conflicts.isEmpty)
    }

    @Test func `different changes of one field are a conflict and keep the own value`() {
        let merge = Self.merge(.init(date: "2026-11-25", meal: .dinner), .init(meal: .lunch))
        #expect(merge.content == Self.base.applying(.init(date: "2026-11-25", meal: .dinner)))
        #expect(merge.conflicts == [.meal])
    }

    @Test func `name and amounts of energy are merged apart`() {
        let merge = Self.merge(.init(name: "Stew"), .init(energy: Nutrients(kcal: 250)), base: Self.energy)
        #expect(merge.content.name == "Stew")
        #expect(merge.content.energy?.kcal == 250)
        #expect(merge.conflicts.isEmpty)
    }

    @Test func `an unchanged field is a conflict if it may have been changed back`() {
        #expect(Self.merge(.init(meal: .dinner), .init(), isUnsure: true).conflicts == [.meal])
        #expect(Self.merge(.init(), .init(meal: .dinner), isUnsure: true).conflicts.isEmpty)
    }

    @Test func `a food and energy are never mixed`() {
        var theirs = Self.energy
        theirs.name = "Stew"
        var mine = Self.energy
        (mine.amount, mine.name, mine.energy) = (FoodAmount(foodId: "soup", grams: 300), nil, nil)
        let merge = EntryMerge(base: Self.energy, mine: mine, theirs: theirs)
        #expect(merge.content == mine)
        #expect(merge.conflicts == [.amount, .name, .energy])
    }

    @Test(arguments: [[EntryField.amount, .name, .energy], [.amount], []])
    func `a decision between a food and energy takes one of both`(mine: [EntryField]) throws {
        var script = SyncScript.online(entries: [SyncScript.entry("a", grams: 50, version: 1)])
        script.change("a", grams: 60)
        script.saved()
        let theirs = DiaryEntry(
            id: "a",
            content: Self.energy,
            preview: EntryPreview(name: "Soup", nutrients: Nutrients(kcal: 200)),
            position: 0,
            version: 2
        )
        script.answer(.changed(.init(current: theirs)))
        let write = try #require(script.state.writesToDecide.first)
        script.act { .resolve(.init(write: write.id, mine: mine, now: $0)) }
        let content = try #require(script.state.shownEntry("a")?.content)
        #expect((content.amount?.grams == 60) == (mine.count == 3))
        #expect((content.name == "Soup") == (mine.count < 3))
    }

    @Test(arguments: [1, 2])
    func `a new entry is not lost if its former content reached the server unsaved`(version: Int) throws {
        var script = SyncScript.online()
        let entry = script.create(grams: 60)
        script.saved()
        script.answer(.changed(.init(current: SyncScript.entry(entry, grams: 50, version: version))))
        let write = try #require(script.state.stored.writes.first)
        guard case .putEntry(let put) = write.change else { throw CancellationError() }
        #expect(put.content.amount?.grams == 60)
        if version == 1 {
            #expect(put.base?.version == 1)
            #expect(write.status == .sent)
        } else {
            let theirs = SyncScript.entry(entry, grams: 50, version: 2)
            #expect(write.status == .conflict(.init(theirs: theirs, fields: [.amount])))
        }
    }

    @Test func `an entry of the server has the content that was put`() {
        for content in [Self.base, Self.energy] {
            let preview = EntryPreview(name: "Soup", grams: content.amount?.grams, nutrients: Nutrients(kcal: 200))
            let entry = DiaryEntry(id: "a", content: content, preview: preview, position: 0, version: 1)
            #expect(entry.content == content)
        }
    }

    @Test func `ids after a removal differ and keep their form`() {
        var id = "01900000-0000-7000-8000-ffffffffffff"
        var ids: Set<String> = [id]
        for _ in 0..<1_000 {
            id = RevivedID.next(after: id)
            #expect(id.count == 36)
            #expect(id.hasPrefix("01900000-0000-7000-8000-"))
            #expect(ids.insert(id).inserted)
        }
    }
}
