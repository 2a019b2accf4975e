/// Reads what one side of a connection has sent as ZMTP 3.
extension [UInt8] {
    /// A frame with its flags and its body.
    private struct Frame {
        let flags: UInt8
        let body: ArraySlice<UInt8>

        var hasMore: Bool { flags & 1 != 0 }
        var isCommand: Bool { flags & 4 != 0 }
    }

    private static let greetingLength = 64

    /// The complete frames after the greeting.
    private var frames: [Frame] {
        var frames: [Frame] = []
        var rest = dropFirst(Self.greetingLength)
        while let flags = rest.popFirst() {
            let sizeLength = flags & 2 == 0 ? 1 : 8
            guard rest.count >= sizeLength else { return frames }
            let count = rest.prefix(sizeLength).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(sizeLength)
            guard rest.count >= count else { return frames }
            frames.append(Frame(flags: flags, body: rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return frames
    }

    private func commands(_ name: String) -> [ArraySlice<UInt8>] {
        let start = [UInt8(name.utf8.count)] + Array(name.utf8)
        return frames.filter { $0.isCommand && $0.body.starts(with: start) }.map(\.body)
    }

    /// The bodies of PINGs: the name, a time to live of two bytes, a context.
    var pings: [ArraySlice<UInt8>] { commands("PING") }

    /// The bodies of PONGs: the name, and the context of a PING.
    var pongs: [ArraySlice<UInt8>] { commands("PONG") }

    /// Whether a command stands between two frames of one message.
    var hasCommandInsideMessage: Bool {
        var isInside = false
        for frame in frames {
            if frame.isCommand {
                if isInside { return true }
            } else {
                isInside = frame.hasMore
            }
        }
        return false
    }

    /// Whether a Majordomo worker has sent a message.
    var isWorkers: Bool { frames.contains { $0.body.elementsEqual(LibzmqMessages.worker) } }
}
