import Contracts
import JSONCoding
import Storage
import Testing

/// The same request as ``AddNote``, with the hash of its JSON as it is written.
private struct AddNoteOrdered: Contract, OrderedJSON {
    typealias Reply = AddNote.Reply

    static let method = AddNote.method

    var text: String
}

@Suite(.timeLimit(.minutes(5))) struct FormerReplyTests {
    private static func context(_ user: UserID) -> RequestContext {
        RequestContext(
            id: .make(),
            principal: Principal(user: user, roles: [.user], session: .make()),
            idempotencyKey: "k",
            deadline: .after(milliseconds: 10_000),
            traceparent: nil
        )
    }

    @Test func `a reply stored under a key by an earlier version is returned`() async throws {
        try await StoreFixture.run { fixture in
            let user = UserID.make()
            let first = try await AddNote(text: "a/b").add(to: fixture.store, key: "k", user: user)
            let again = try await fixture.store.writeIdempotently(AddNoteOrdered(text: "a/b"), Self.context(user)) {
                _ in
                AddNote.Reply(count: -1)
            }
            #expect(again == first)
            let error = await #expect(throws: ServiceError.self) {
                try await fixture.store.writeIdempotently(AddNoteOrdered(text: "b"), Self.context(user)) { _ in
                    AddNote.Reply(count: -1)
                }
            }
            #expect(error?.code == .conflict)
            #expect(try await fixture.notes() == ["a/b"])
        }
    }
}
