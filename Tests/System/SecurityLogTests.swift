import Contracts
import Foundation
import TestSupport
import Testing

extension SystemCommandTests {
    /// The log of security events of the real process.
    struct SecurityLogs {
        /// A part of each line of a security event; processes log JSON.
        private static let security = #""logger":"security""#

        @Test func `a failed sign-in is logged although the level of the log is error`() async throws {
            // The processes of a stack start with `--log-level error`.
            try await StackFixture.run(recordingLogsOf: ["auth"]) { stack in
                let user = try await User.register(stack, "Anna", #""sex":"female","heightCm":170,"weightKg":60"#)
                let email = user.session.user.email
                let answer = try await stack.http.post(
                    "/v1/auth/login",
                    #"{"email":"\#(email)","password":"Wrong horse"}"#
                )
                #expect(answer.status == 401)
                try await eventually("the failed sign-in is logged") {
                    try stack.log(of: "auth").contains("login.failed")
                }
                let lines = try stack.log(of: "auth").split(separator: "\n")
                let failures = lines.filter { $0.contains(#""code":"login.failed""#) }
                #expect(failures.count == 1)
                let isOfUser = { (line: Substring) in line.contains("\(user.session.user.id)") }
                #expect(failures.allSatisfy { $0.contains(Self.security) && isOfUser($0) })
                #expect(!failures.contains { $0.contains(email) })
                // Lines below the level are left out, but for those of security events.
                let levels = ["debug", "info", "notice", "warning"].map { #""level":"\#($0)""# }
                #expect(
                    lines.allSatisfy { line in !levels.contains(where: line.contains) || line.contains(Self.security) }
                )
            }
        }
    }
}
