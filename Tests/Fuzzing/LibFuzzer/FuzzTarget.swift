import Contracts
import FoundationEssentials
import Glibc

/// What libFuzzer calls with each input: a stream of frames if it begins like one, else a header and a body.
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

/// As a peer would send it; that a stream is no ZMTP is no finding.
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
                precondition(frames.bytes(index).elementsEqual(copy), "a frame is copied wrongly")
            }
            connection.sendWire(frames.wire(from: 0))
        }
    }
}

private func readHeaders(_ bytes: UnsafeRawBufferPointer) {
    _ = HeaderReader.routing(bytes)
    if let header = HeaderReader.request(bytes) {
        let again = HeaderWriter.encode(header).withUnsafeBytes { HeaderReader.request($0) }
        precondition(again == header, "a request's header reads back differently")
    }
    if let header = HeaderReader.reply(bytes) {
        let again = HeaderWriter.encode(header).withUnsafeBytes { HeaderReader.reply($0) }
        precondition(again == header, "a reply's header reads back differently")
    }
}

/// What is taken can be written and taken again.
private func isWritten(_ value: some Encodable, like other: (some Encodable)?) -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(value)) == (try? other.map { try encoder.encode($0) })
}

private func readBody<Value: Codable>(_ type: Value.Type, _ body: [UInt8]) {
    if let plain = PlainJSON.value(type, from: body, isStrict: true) {
        let byFoundation = try? PayloadCoder.decodeByFoundation(type, from: body)
        precondition(byFoundation != nil, "a body is taken that is none")
        precondition(isWritten(plain, like: byFoundation), "a body is read as something else")
    }
    guard let value = try? PayloadCoder.decode(type, from: body) else { return }
    let again = (try? PayloadCoder.encode(value)).flatMap { try? PayloadCoder.decode(type, from: $0) }
    precondition(again != nil, "a body that is taken cannot be written and taken again")
}
