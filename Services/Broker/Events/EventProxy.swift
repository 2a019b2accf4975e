import BrokerCore
import ZMTP

/// Forwards events from publishers to the subscribers of their topics.
///
/// Nothing is stored: a subscriber that does not read misses events, and detects it by the next beacon.
struct EventProxy {
    /// Subscriptions of one subscriber; the stack has a few dozen topics.
    private static let topicsMax = 1_024
    /// The longest topic, in bytes.
    private static let topicLengthMax = 255

    /// Topic prefixes, by subscriber.
    private var subscriptions: [PeerID: Set<[UInt8]>] = [:]

    /// Subscribes to all topics of a publisher, so that the broker alone filters events.
    static func subscribeToAll(of publisher: ZMTPConnection) {
        publisher.send(1 as UInt8, more: false)
    }

    /// Adds or removes a subscription; returns false if it exceeds a limit.
    mutating func updateSubscription(_ topic: [UInt8], isWanted: Bool, by subscriber: PeerID) -> Bool {
        if isWanted {
            guard subscriptions[subscriber]?.count ?? 0 < Self.topicsMax, topic.count <= Self.topicLengthMax else {
                return false
            }
            subscriptions[subscriber, default: []].insert(topic)
        } else {
            subscriptions[subscriber]?.remove(topic)
        }
        return true
    }

    /// Reads a subscription sent as a message, as in ZMTP 3.0: a byte 1 or 0, then the topic.
    ///
    /// - Returns: The topic, and whether it is subscribed to; nil if the message is no subscription.
    static func subscription(in frames: FrameBuffer) -> (topic: [UInt8], isWanted: Bool)? {
        guard frames.count == 1, let first = frames.bytes(0).first, first <= 1 else { return nil }
        return (Array(frames.bytes(0).dropFirst()), first == 1)
    }

    /// Returns the subscribers of an event, by its topic, which is the first frame.
    func subscribers(of frames: FrameBuffer) -> [PeerID] { subscribers(of: frames.bytes(0)) }

    /// Returns the subscribers of a topic, given as bytes.
    func subscribers(of topic: some Sequence<UInt8>) -> [PeerID] {
        subscriptions.compactMap { id, prefixes in
            prefixes.contains { topic.starts(with: $0) } ? id : nil
        }
    }

    mutating func remove(_ subscriber: PeerID) { subscriptions[subscriber] = nil }
}
