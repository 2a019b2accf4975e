import Calendar
import Contracts
import Foundation
import Testing

extension SystemFaultTests {
    /// A stack with one broker that freezes for a while.
    struct SingleBroker {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#
        private static let writes = 8
        /// Longer than the second after which a silent broker is lost beside another one, and shorter than the limit
        /// without another one.
        private static let freeze = Duration.milliseconds(1_300)

        @Test func `a single broker that freezes for 1.3 s leaves no write with an unknown outcome`()
            async throws
        {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let expiresAt = Timestamp.text(Date() + 86_400)
                let body = #"{"name":"Scales","scopes":["diary:read"],"expiresAt":"\#(expiresAt)"}"#
                try stack.freeze("broker", true)
                try await withThrowingTaskGroup(of: (status: Int, body: String).self) { group in
                    // Token creation takes no key, so a request is never sent twice.
                    for _ in 0..<Self.writes {
                        group.addTask {
                            let answer = try await user.http.post("/v1/auth/tokens", body)
                            return (answer.status, String(decoding: answer.body, as: UTF8.self))
                        }
                    }
                    // The length of the freeze is the subject of the test: there is no event to wait for.
                    try await Task.sleep(for: Self.freeze)
                    try stack.freeze("broker", false)
                    for try await answer in group {
                        #expect(answer.status == 201, "\(answer.body)")
                    }
                }
                let list = try await user.http.get("/v1/auth/tokens").decode(AuthTokensList.Reply.self)
                #expect(list.items.count == Self.writes)
            }
        }
    }
}
