import Contracts
import FoodCatalog
import Foundation
import Storage
import Testing

/// Profile events in the catalog.
@Suite struct AllergenListTests {
    private let user = UserID.make()

    @Test func `the latest allergen list of a profile is stored`() async throws {
        try await UseFixture.use { fixture in
            #expect(try await fixture.allergens(of: user).isEmpty)
            for (list, expected) in [
                (["milk", "nuts"], [Allergen.milk, .nuts]), (["fish", "new"], [.fish]), ([], []),
            ] {
                let event = try fixture.event(UseFixture.profile(allergens: list), of: user, from: .profile)
                #expect(try await fixture.apply(event))
                #expect(try await fixture.allergens(of: user) == expected)
            }
        }
    }

    @Test func `a profile event without allergens leaves the stored list unchanged`() async throws {
        try await UseFixture.use { fixture in
            let list = try fixture.event(UseFixture.profile(allergens: ["eggs"]), of: user, from: .profile)
            #expect(try await fixture.apply(list))
            var old = try fixture.event(UseFixture.profile(allergens: nil), of: user, from: .profile)
            old.data = JSONText(
                text:
                    #"{"name":"O","timeZone":"UTC","dayStartHour":0,"weekStart":1,"shares":{"leaderboard":true,"foods":false}}"#
            )
            #expect(try await fixture.apply(old))
            #expect(try await fixture.allergens(of: user) == [.eggs])
        }
    }

    @Test func `a reload removes the list of a user without a profile`() async throws {
        try await UseFixture.use { fixture in
            let stays = UserID.make()
            for user in [user, stays] {
                let event = try fixture.event(UseFixture.profile(allergens: ["eggs"]), of: user, from: .profile)
                #expect(try await fixture.apply(event))
            }
            let fact = try fixture.fact(UseFixture.profile(allergens: ["milk"]), of: stays, from: .profile)
            try await fixture.reload([fact], from: .profile)
            #expect(try await fixture.allergens(of: user).isEmpty)
            #expect(try await fixture.allergens(of: stays) == [.milk])
        }
    }

    /// The outboxes do not contain earlier events.
    @Test func `a new catalog requests snapshots before events`() async throws {
        try await CatalogFixture.use { catalog in
            for source in [ServiceName.diary, .profile] {
                let cursor = try await catalog.store.cursor(of: source)
                #expect(cursor == EventCursor(epoch: "", sequence: 0))
                let position = EventsSince(epoch: cursor.epoch, sequence: cursor.sequence)
                #expect(try await catalog.store.events(since: position, source: source).reload)
            }
        }
    }
}
