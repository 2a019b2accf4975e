/// One difference between two versions of the contracts, and its effect while both are in use.
///
/// Two versions meet during an upgrade, in both directions: an older client calls a newer service, and a newer client
/// an older service. Events in outboxes and values in databases may be read by any later version. Requests are read
/// strictly, replies and events tolerantly, each with its header. The verdicts:
///
/// | change | request | reply | event |
/// | --- | --- | --- | --- |
/// | field removed or renamed | breaking: is refused | breaking: is missed | breaking |
/// | required field added | breaking: older ones lack it | services first | breaking |
/// | other field added | services first: older ones refuse it | compatible | compatible |
/// | more values (null, an enum's case, a wider type) | services first | breaking | breaking |
/// | fewer values, another type | breaking | breaking: older services and databases have it | breaking |
/// | optional becomes required | breaking | services first | breaking |
/// | required becomes optional | services first | breaking if it may be left out | likewise |
///
/// Removing a method or moving it to another service is breaking. An added method is called after its service was
/// upgraded: services first. The same holds for opening a method to more callers, and for making it retryable.
/// Excluding callers, or making a method less retryable, is breaking.
///
/// A new type of event is a new case of the envelope's `type`, which older subscribers cannot read: breaking. The same
/// holds for a new error code, which older callers treat as `internalError`.
///
/// `HTTPComparison` has the verdicts for the HTTP interface.
package struct ContractChange: Equatable, Sendable, CustomStringConvertible {
    /// The effect of a change on peers of another version.
    package enum Verdict: String, Sendable {
        /// Peers of the older version fail, whatever is upgraded first.
        case breaking
        /// No peer fails if services are upgraded before their callers.
        case servicesFirst = "compatible, services first"
        /// No peer is affected.
        case compatible
    }

    package let verdict: Verdict
    package let sentence: String

    package init(verdict: Verdict, sentence: String) {
        self.verdict = verdict
        self.sentence = sentence
    }

    package var description: String { "\(verdict.rawValue): \(sentence)" }
}

/// The kind of message that contains a value.
///
/// It determines the reader, its strictness, and the age of the data.
enum MessageRole: Hashable {
    case request
    case requestHeader
    case reply
    case replyHeader
    case event

    /// The noun for sentences about changes.
    var name: String {
        switch self {
        case .request: "requests"
        case .requestHeader: "headers of requests"
        case .reply: "replies"
        case .replyHeader: "headers of replies"
        case .event: "events"
        }
    }

    /// The verdict if a writer may send values that an older reader does not know.
    var widened: ContractChange.Verdict {
        switch self {
        case .request, .requestHeader: .servicesFirst
        case .reply, .replyHeader, .event: .breaking
        }
    }

    /// The verdict if an optional field was added.
    var addedOptional: ContractChange.Verdict {
        switch self {
        case .request, .requestHeader: .servicesFirst
        case .reply, .replyHeader, .event: .compatible
        }
    }

    /// The verdict if a field that was missing or optional became required.
    var required: ContractChange.Verdict {
        switch self {
        case .reply, .replyHeader: .servicesFirst
        case .request, .requestHeader, .event: .breaking
        }
    }

    /// The verdict if a field that an older reader requires may now be left out.
    var omitted: ContractChange.Verdict { widened }
}
