import Contracts
import Testing

struct VersionMismatchTests {
    private struct Thing: Codable, Equatable {
        var name: String
        var version: Int
    }

    @Test func `a version mismatch carries the current object`() throws {
        let thing = Thing(name: "a \"quoted\" name", version: 7)
        let error = try ServiceError.versionMismatch("thing", seen: 3, current: thing, version: 7)
        let bytes = try PayloadCoder.encode(error)
        let read = try PayloadCoder.decodeReply(ServiceError.self, from: bytes)
        #expect(read == error)
        #expect(read.code == .versionMismatch)
        #expect(read.params == [ServiceError.currentVersionParameter: "7"])
        #expect(try read.current?.decode(Thing.self) == thing)
    }

    @Test func `a version mismatch of an older process has no current object`() throws {
        let text = #"{"code":"versionMismatch","message":"No.","params":{},"details":[],"retryable":false}"#
        let read = try PayloadCoder.decodeReply(ServiceError.self, from: Array(text.utf8))
        #expect(read == ServiceError(.versionMismatch, "No."))
        #expect(read.current == nil)
    }
}
