import BrokerCore
import Messaging

/// Passes events from publishers to those who subscribed to their topic.
///
/// Nothing is kept: a subscriber who does not read misses events, and the next beacon tells it.
struct EventHub {
    /// Topics of one subscriber; there are some dozen in all.
    private static let topicsMax = 1_024
    /// A topic's longest name, in bytes.
    private static let topicLengthMax = 255

    /// Beginnings of topics, by subscriber.
    private var subscriptions: [PeerID: Set<[UInt8]>] = [:]

    /// Asks a publisher for everything, so that whom it is for is decided here.
    static func welcome(publisher: ZMTPConnection) {
        publisher.send(1 as UInt8, more: false)
    }

    /// Notes what a subscriber wants, or wants no more; false if it wants too much.
    mutating func note(_ topic: [UInt8], isWanted: Bool, by subscriber: PeerID) -> Bool {
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

    /// Reads a subscription in the form of a message, as ZMTP 3.0 has it: a byte 1 or 0, then the topic.
    ///
    /// - Returns: The topic, and whether it is wanted; nil if the message is no subscription.
    static func subscription(in frames: FrameBuffer) -> (topic: [UInt8], isWanted: Bool)? {
        guard frames.count == 1, let first = frames.bytes(0).first, first <= 1 else { return nil }
        return (Array(frames.bytes(0).dropFirst()), first == 1)
    }

    /// Those who want an event, by its topic, which is the first frame.
    func subscribers(of frames: FrameBuffer) -> [PeerID] { subscribers(of: frames.bytes(0)) }

    /// Those who want what is published on a topic, by its bytes.
    func subscribers(of topic: some Sequence<UInt8>) -> [PeerID] {
        subscriptions.compactMap { id, beginnings in
            beginnings.contains { topic.starts(with: $0) } ? id : nil
        }
    }

    mutating func remove(_ subscriber: PeerID) { subscriptions[subscriber] = nil }
}
