import Foundation
import Testing

/// Peers of another making, libzmq in Python, at the endpoint for foreign peers.
@Suite(.timeLimit(.minutes(1)))
struct ForeignPeerTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "Peers/majordomo_peer.py"
    )

    /// Far more than a scenario takes on a busy machine, and less than the suite's limit.
    private static let secondsMax = 40

    @Test(arguments: [
        "two_of_version_2", "client_of_version_1_and_worker_of_version_2",
        "client_of_version_2_and_worker_of_version_1",
        "many_at_once_and_none_is_shed", "management", "disconnected_as_the_protocol_says", "junk_is_dropped",
        "a_departed_worker_passes_its_request_on",
    ])
    func `peers of the Majordomo Protocol are served as it says`(scenario: String) async throws {
        try await BusFixture.run { fixture in
            let (status, output) = try await Self.run(fixture.foreignEndpoint, scenario)
            #expect(status == 0, "\(output)")
        }
    }

    @Test func `a process of another user is turned away at the door of Mealwire's own`() async throws {
        try await BusFixture.run { fixture in
            let (status, output) = try await Self.run(fixture.requestsEndpoint, "another_user_is_turned_away")
            #expect(status == 0, "\(output)")
        }
    }

    /// Runs the peer through one scenario.
    private static func run(_ endpoint: String, _ scenario: String) async throws -> (Int32, String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "\(secondsMax)", "python3", script.path(), endpoint, scenario]
        process.standardOutput = pipe
        process.standardError = pipe
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { process in
                let output = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
                continuation.resume(returning: (process.terminationStatus, output))
            }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
