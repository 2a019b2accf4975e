import Contracts
import Diary
import Testing

@Suite(.timeLimit(.minutes(5)))
struct OneRequestPerUserTests {
    private struct Failure: Error {}

    private static func code(_ body: () async throws -> Void) async -> ErrorCode? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? ServiceError)?.code
        }
    }

    @Test func `a second plan request of a user is refused while one runs, and another user's is not`() async throws {
        try await DiaryFixture.use { diary in
            let (plans, request, other) = (FakePlanSources().service(diary), DiaryPlansMake(days: 1), UserID.make())
            for user in [diary.user, other] {
                try await diary.receive(TargetChanged(target: diary.target(2_000, from: march(1))), of: user)
            }
            try await plans.requestLimit.run(for: diary.user, .make()) {
                let refused = await Self.code { _ = try await plans.make(request, diary.context(key: "k")) }
                #expect(refused == .tooManyRequests)
                _ = try await plans.make(request, diary.context(other))
            }
            // The refusal was not a stored reply.
            _ = try await plans.make(request, diary.context(key: "k"))
        }
    }

    @Test func `a second import of a user is refused while one is read, and another user's is not`() async throws {
        try await DiaryFixture.use { diary in
            let (imports, other) = (diary.imports, UserID.make())
            func make(_ user: UserID) async throws -> DiaryImport {
                let (upload, pages) = try await diary.send("date,name,kcal\n2026-03-01,A,1\n", as: user)
                let request = DiaryImportsMake(upload: upload, pages: pages, format: .table)
                return try await imports.make(request, diary.context(user))
            }
            let preview = try await make(diary.user)
            try await imports.requestLimit.run(for: diary.user, .make()) {
                #expect(await Self.code { _ = try await make(diary.user) } == .tooManyRequests)
                let apply = DiaryImportsApply(id: preview.id)
                #expect(await Self.code { _ = try await imports.apply(apply, diary.context()) } == .tooManyRequests)
                _ = try await make(other)
            }
            _ = try await make(diary.user)
        }
    }

    @Test func `failed work releases the limit`() async throws {
        let (limit, user) = (OneRequestPerUser(refusal: "Wait."), UserID.make())
        await #expect(throws: Failure.self) { try await limit.run(for: user, .make()) { throw Failure() } }
        try await limit.run(for: user, .make()) {}
    }

    @Test func `a resend of the running request is admitted, and others wait until both have ended`() async throws {
        let (limit, user, request) = (OneRequestPerUser(refusal: "Wait."), UserID.make(), UUIDv7.make())
        try await limit.run(for: user, request) {
            try await limit.run(for: user, request) {}
            #expect(await Self.code { try await limit.run(for: user, .make()) {} } == .tooManyRequests)
        }
        try await limit.run(for: user, .make()) {}
    }
}
