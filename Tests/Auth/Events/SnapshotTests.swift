import Auth
import Contracts
import JSONCoding
import Storage
import Testing

@Suite struct SnapshotTests {
    @Test func `the snapshot contains each account with only the name of its profile`() async throws {
        try await AuthFixture.run { auth in
            let ann = try await auth.register(RegistrationBody(sex: "female"))
            let ben = try await auth.register(RegistrationBody(email: "ben@example.org", name: "Benjamin"))
            let page = try await auth.store.snapshot(Snapshot(after: nil), of: .auth, AuthService.snapshot)
            #expect(page.events.map(\.subject) == [ann.user.id, ben.user.id].sorted())
            let accounts = try page.events.map { try $0.data.decode(AccountCreated.self) }
            #expect(Set(accounts.map(\.name)) == ["Ann Example", "Benjamin"])
            #expect(accounts.allSatisfy { !$0.profile.sex.isChange })
        }
    }
}
