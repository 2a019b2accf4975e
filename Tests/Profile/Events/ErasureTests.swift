import Calendar
import Contracts
import JSONCoding
import Profile
import Storage
import TestSupport
import Testing

@Suite struct ErasureTests {
    @Test func `an erased profile is gone from all files and is not created again`() async throws {
        try await ProfileFixture.use { profiles in
            let stays = UserID.make()
            for user in [profiles.user, stays] {
                try await profiles.register("Known as \(user)", as: user) { $0.sex = .set(.female) }
                try await profiles.update(as: user, key: "key") { $0.weightKg = .set(61) }
            }
            let event = Event(
                id: .make(),
                source: .auth,
                type: AccountErased.type,
                subject: profiles.user,
                time: Timestamp.now(),
                sequence: 3,
                traceparent: nil,
                data: try JSONText(AccountErased())
            )
            #expect(try await profiles.store.apply(event, epoch: "auth", profiles.eventSubscriber))
            #expect(try await profiles.store.cleanUp())
            #expect(try await profiles.store.rebuild())
            #expect(try !profiles.directory.filesContain(profiles.user.description))
            #expect(try await profiles.get(as: stays).weightKg == 61)

            let error = await #expect(throws: ServiceError.self) { try await profiles.get() }
            #expect(error?.code == .unauthenticated)
            #expect(try !profiles.directory.filesContain(profiles.user.description))
        }
    }
}
