/// One difference between two versions of the contracts, and whom it hurts while both talk to each other.
///
/// Two versions meet during an upgrade, in both directions: an older client calls a newer service, and a newer client an
/// older service. Events meet any later version, because outboxes keep them, and values do, because databases keep
/// them. Requests and headers are read strictly, replies and events tolerantly. What follows:
///
/// | change | request | reply | event | header |
/// | --- | --- | --- | --- | --- |
/// | field removed or renamed | breaking: is refused | breaking: is missed | breaking | breaking |
/// | field added that its reader demands | breaking: older ones lack it | services first | breaking | breaking |
/// | other field added | services first: older ones refuse it | compatible | compatible | breaking in a reply |
/// | more values (null, an enum's case, a wider type) | services first | breaking | breaking | breaking in a reply |
/// | fewer values, another type | breaking | breaking: older services and databases have it | breaking | breaking |
/// | reader demands what was optional | breaking | services first | breaking | breaking |
/// | reader no more demands it | services first | breaking, if it may be left out | likewise | likewise in a reply |
///
/// A method that is removed or moves to another service is a break; one that is added is called after its service has
/// been upgraded. So is one that lets more callers in, or that may be repeated where it might not before; one that
/// shuts callers out, or that may be repeated less, is a break.
///
/// A new type of event is a new case of the envelope's `type`, which older subscribers cannot read: a break, and
/// rightly so. The same holds for a new code of an error, which older callers take for `internalError`.
package struct ContractChange: Equatable, Sendable, CustomStringConvertible {
    /// Whom a change hurts.
    package enum Verdict: String, Sendable {
        /// Peers of the older version fail, whatever is upgraded first.
        case breaking
        /// Nobody fails if services are upgraded before those who call them.
        case servicesFirst = "compatible, services first"
        /// Nobody notices.
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

/// In which kind of message a value stands, which decides who reads it, how strictly, and how long after.
enum MessageRole: Hashable {
    case request
    case requestHeader
    case reply
    case replyHeader
    case event

    /// In the words of a sentence.
    var name: String {
        switch self {
        case .request: "requests"
        case .requestHeader: "headers of requests"
        case .reply: "replies"
        case .replyHeader: "headers of replies"
        case .event: "events"
        }
    }

    /// More values may be written than an older reader knows.
    var widened: ContractChange.Verdict {
        switch self {
        case .request, .requestHeader: .servicesFirst
        case .reply, .replyHeader, .event: .breaking
        }
    }

    /// A field that nobody demands was added.
    var addedOptional: ContractChange.Verdict {
        switch self {
        case .request, .requestHeader: .servicesFirst
        case .reply, .event: .compatible
        case .replyHeader: .breaking
        }
    }

    /// A reader demands a field that was not there, or not always.
    var demanded: ContractChange.Verdict {
        self == .reply ? .servicesFirst : .breaking
    }

    /// A field that an older reader demands may now be left out.
    var leftOut: ContractChange.Verdict { widened }
}
