import Contracts
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#endif

extension SystemTests {
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
                let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                descriptors.append(descriptor)
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_addr.s_addr = inet_addr("127.0.0.1")
                address.sin_port = UInt16(port).bigEndian
                let status = withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                        connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
                try #require(status == 0)
                return descriptor
            }

            deinit { for descriptor in descriptors { close(descriptor) } }
        }

        /// Writes until the peer has accepted all bytes or has closed the connection.
        private static func write(_ bytes: [UInt8], to descriptor: Int32) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }

        /// Opens connections with half a request head, a body without its last byte, and a response that is not read.
        private static func stall(_ port: Int, _ token: String) throws -> Sockets {
            let sockets = Sockets()
            let body = [UInt8](repeating: UInt8(ascii: " "), count: 1_000_000)
            let json = "Host: test\r\nContent-Type: application/json\r\nAuthorization: Bearer \(token)\r\n"
            let length = "Content-Length: \(body.count + 1)\r\n\r\n"
            for _ in 0..<clients {
                write(
                    Array("GET /v1/meta HTTP/1.1\r\nHost: test\r\nA: \(String(repeating: "x", count: 8_000))".utf8),
                    to: try sockets.open(port)
                )
                write(Array("POST /v1/auth/login HTTP/1.1\r\n\(json)\(length)".utf8) + body, to: try sockets.open(port))
                write(Array("PATCH /v1/profile HTTP/1.1\r\n\(json)\(length)".utf8) + body, to: try sockets.open(port))
                write(Array("GET /v1/foods?q=banana HTTP/1.1\r\n\(json)\r\n".utf8), to: try sockets.open(port))
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
