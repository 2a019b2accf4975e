import Contracts
import Foundation
import TestSupport
import Testing

extension SystemFaultTests {
    /// Clients that stall in the middle of a request or response.
    struct StalledClients {
        private static let profile = #""sex":"female","heightCm":165,"weightKg":65"#
        private static let target =
            #"{"sex":"male","age":30,"heightCm":180,"weightKg":80,"activityLevel":"light","goal":"keep"}"#
        /// The number of stalled clients of each kind.
        private static let clients = 150
        /// Memory limit of the gateway above idle, in MiB; the connections themselves use a third of it.
        private static let memoryMiBMax = 64

        /// Sockets that are closed when this object is released.
        private final class Sockets {
            private(set) var descriptors: [Int32] = []

            func open(_ port: Int) throws -> Int32 {
                let descriptor = try PlainSocket.connect(UInt16(port))
                descriptors.append(descriptor)
                return descriptor
            }

            deinit { for descriptor in descriptors { close(descriptor) } }
        }

        /// Opens connections with half a request head, a body without its last byte, and a response that is not read.
        private static func stall(_ port: Int, _ token: String) throws -> Sockets {
            let sockets = Sockets()
            let body = [UInt8](repeating: UInt8(ascii: " "), count: 1_000_000)
            let json = "Host: test\r\nContent-Type: application/json\r\nAuthorization: Bearer \(token)\r\n"
            let length = "Content-Length: \(body.count + 1)\r\n\r\n"
            func send(_ text: String, _ bytes: [UInt8] = []) throws {
                let descriptor = try sockets.open(port)
                // Fails if the gateway closes the connection meanwhile.
                try? PlainSocket.write(Array(text.utf8) + bytes, to: descriptor)
            }
            for _ in 0..<clients {
                try send("GET /v1/meta HTTP/1.1\r\nHost: test\r\nA: \(String(repeating: "x", count: 8_000))")
                try send("POST /v1/auth/login HTTP/1.1\r\n\(json)\(length)", body)
                try send("PATCH /v1/profile HTTP/1.1\r\n\(json)\(length)", body)
                try send("GET /v1/foods?q=banana HTTP/1.1\r\n\(json)\r\n")
            }
            return sockets
        }

        @Test func `stalled clients use little memory, and other clients are served`() async throws {
            try await StackFixture.run { stack in
                let stalling = try await User.register(stack, "Stalling", Self.profile)
                let other = try await User.register(stack, "Other", Self.profile)
                for _ in 0..<20 {
                    #expect(try await other.http.post("/v1/calculator/target", Self.target).status == 200)
                }
                let idle = try stack.peakMemoryMiB(of: "gateway")
                let sockets = try Self.stall(stack.port, stalling.session.accessToken)
                for _ in 0..<20 {
                    #expect(try await other.http.post("/v1/calculator/target", Self.target).status == 200)
                    #expect(try await other.http.patch("/v1/profile", #"{"name":"Other"}"#).status == 200)
                    #expect(try await other.http.get("/v1/diary/days/today").status == 200)
                }
                let used = try stack.peakMemoryMiB(of: "gateway") - idle
                #expect(used <= Self.memoryMiBMax, "\(used) MiB for \(sockets.descriptors.count) connections")
                #expect(stack.isRunning("gateway"))
            }
        }
    }
}
