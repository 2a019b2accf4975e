import Contracts
import Testing

struct VersionMismatchTests {
    private struct Thing: Codable, Equatable {
        var name: String
        var version: Int
    }

    @Test func `a change that is too late travels with the thing as it now is`() throws {
        let thing = Thing(name: "a \"quoted\" name", version: 7)
        let error = try ServiceError.versionMismatch("thing", seen: 3, current: thing, version: 7)
        let bytes = try PayloadCoder.encode(error)
        let read = try PayloadCoder.decodeReply(ServiceError.self, from: bytes)
        #expect(read == error)
        #expect(read.code == .versionMismatch)
        #expect(read.params == [ServiceError.currentVersionParameter: "7"])
        #expect(try read.current?.decode(Thing.self) == thing)
    }

    @Test func `an error of an older process has nothing to show`() throws {
        let text = #"{"code":"versionMismatch","message":"No.","params":{},"details":[],"retryable":false}"#
        let read = try PayloadCoder.decodeReply(ServiceError.self, from: Array(text.utf8))
        #expect(read == ServiceError(.versionMismatch, "No."))
        #expect(read.current == nil)
    }
}
