import CommandSupport
import Contracts
import Glibc

/// Sends one `GET /health/ready` in steps between polls, so that the supervisor never blocks.
final class GatewayProbe {
    enum Progress {
        case waiting
        case ended(Answer)
    }

    /// The result of a probe.
    struct Answer {
        let isReady: Bool
        /// The reason, shown to the user when the stack does not get ready.
        let text: String
    }

    /// The timeout of one probe; then another one is sent.
    static let timeout: Duration = .seconds(5)
    /// Suffices for the head and for the states of all services.
    private static let answerBytesMax = 2_048

    let descriptor: Int32
    let startedAt = ContinuousClock.now
    private let request: [UInt8]
    private let omitted: Set<ServiceName>
    private var isSent = false
    private var answer: [UInt8] = []

    /// Starts to connect; nil if no process listens.
    ///
    /// Services in `omitted` need not be ready.
    init?(_ address: HostAddress, host: String, omitted: Set<ServiceName> = []) {
        self.omitted = omitted
        descriptor = address.makeSocket()
        request = Array("GET /health/ready HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n".utf8)
        guard descriptor >= 0, address.apply(connect, to: descriptor) == 0 || errno == EINPROGRESS else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The events to poll for.
    var events: Int16 { Int16(isSent ? POLLIN : POLLOUT) }

    /// Continues after `poll` has reported an event.
    func advance() -> Progress {
        guard isSent else {
            // The request is short enough for the buffer of a new socket.
            let count = send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
            if count < 0, errno == EAGAIN || errno == EINTR { return .waiting }
            isSent = count == request.count
            return isSent ? .waiting : failed("the connection failed: \(systemReason())")
        }
        var buffer = [UInt8](repeating: 0, count: Self.answerBytesMax)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EAGAIN || errno == EINTR { return .waiting }
        if count > 0 { answer += buffer[..<count] }
        guard count <= 0 || answer.count >= Self.answerBytesMax || isReady else { return .waiting }
        guard !answer.isEmpty else { return failed("the connection was closed") }
        return .ended(Answer(isReady: isReady || isReadyWithoutOmitted, text: Self.summary(answer)))
    }

    /// Whether the status line begins like `HTTP/1.1 200`.
    private var isReady: Bool {
        answer.starts(with: "HTTP/1.".utf8) && answer.dropFirst(8).starts(with: " 200".utf8)
    }

    private var isReadyWithoutOmitted: Bool {
        let lineEnd = Array("\r\n\r\n".utf8)
        guard !omitted.isEmpty, let head = answer.firstRange(of: lineEnd) else { return false }
        // A body that is incomplete, or no readiness, is not ready.
        let readiness = try? PayloadCoder.decodeReply(Readiness.self, from: Array(answer[head.upperBound...]))
        return readiness?.isReady(without: omitted) ?? false
    }

    private func failed(_ reason: String) -> Progress {
        .ended(Answer(isReady: false, text: reason))
    }

    /// Returns the status line and the body in one line.
    private static func summary(_ answer: [UInt8]) -> String {
        let text = String(decoding: answer.prefix(answerBytesMax), as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let body = lines.drop { !$0.isEmpty }.filter { !$0.isEmpty }
        return ([lines.first ?? ""] + body).joined(separator: " ")
    }
}
