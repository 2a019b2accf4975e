import Contracts
import FoundationEssentials
import Glibc
import JSONCoding
import MessageBus
import ZMTP

/// Entry point for libFuzzer: an input that begins with 0xFF is a stream of frames, any other a header and a body.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    if bytes.first == 0xFF {
        readFrames(bytes)
    } else {
        readHeaders(bytes)
        let body = Array(bytes)
        readBody(CalculatorTarget.self, body)
        readBody(CalculatorProjection.self, body)
        readBody(CalculatorPlan.self, body)
        readBody(AuthRegister.self, body)
        readBody(DiaryEntriesAdd.self, body)
        readBody(ProfileChange.self, body)
        readBody([Portion].self, body)
    }
    return 0
}

/// Feeds the bytes to a connection as a peer would send them.
///
/// A stream that is not valid ZMTP is not a failure.
private func readFrames(_ bytes: UnsafeRawBufferPointer) {
    var pair: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, type, 0, &pair) == 0 else { fatalError("no socket pair") }
    defer { close(pair[1]) }
    let connection = ZMTPConnection(
        SocketStream(pair[0]),
        .router,
        credentials: nil,
        outgoingMax: 1 << 20,
        madeAt: 0
    )
    guard send(pair[1], bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
    let frames = FrameBuffer()
    while connection.receive() == .moved {
        while let came = try? connection.next(frames), came != .nothing {
            guard came == .message else { continue }
            for index in 0..<frames.count {
                let copy = frames.array(index)
                precondition(frames.bytes(index).elementsEqual(copy), "a copy of a frame differs from the frame")
            }
            connection.sendWire(frames.wire(from: 0))
        }
    }
}

private func readHeaders(_ bytes: UnsafeRawBufferPointer) {
    _ = HeaderReader.routing(bytes)
    if let header = HeaderReader.request(bytes) {
        let again = HeaderWriter.encode(header).withUnsafeBytes { HeaderReader.request($0) }
        precondition(again == header, "a request header changes in a round trip")
    }
    if let header = HeaderReader.reply(bytes) {
        let again = HeaderWriter.encode(header).withUnsafeBytes { HeaderReader.reply($0) }
        precondition(again == header, "a reply header changes in a round trip")
    }
}

/// Returns whether both values have the same JSON.
private func haveEqualJSON(_ value: some Encodable, _ other: (some Encodable)?) -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(value)) == (try? other.map { try encoder.encode($0) })
}

private func readBody<Value: Codable>(_ type: Value.Type, _ body: [UInt8]) {
    if let plain = PlainJSON.value(type, from: body, isStrict: true) {
        let byFoundation = try? PayloadCoder.decodeByFoundation(type, from: body)
        precondition(byFoundation != nil, "an invalid body is accepted")
        precondition(haveEqualJSON(plain, byFoundation), "a body decodes to another value than with Foundation")
    }
    guard let value = try? PayloadCoder.decode(type, from: body) else { return }
    let again = (try? PayloadCoder.encode(value)).flatMap { try? PayloadCoder.decode(type, from: $0) }
    precondition(again != nil, "an accepted body cannot be encoded and decoded again")
}
