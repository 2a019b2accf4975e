import NIOCore
import NIOPosix
import Synchronization

/// A server on a port of this host that answers like a source outside, or as badly as one can.
package final class RemoteStandIn: Sendable {
    /// What is done with a request.
    package enum Behaviour: Sendable {
        case answer(status: Int, headers: [String], body: String)
        /// Takes the request, and then nothing.
        case silence
        /// Closes the connection without a word.
        case hangUp
        /// Announces more than it sends, and closes the connection.
        case hangUpAfter(String)
        /// A body without an end.
        case endless
        /// A byte of the body from time to time, for ever.
        case drip

        package static func ok(_ body: String) -> Behaviour { .answer(status: 200, headers: [], body: body) }
        package static func status(_ status: Int, _ headers: [String] = [], body: String = "") -> Behaviour {
            .answer(status: status, headers: headers, body: body)
        }
        package static func redirect(_ location: String) -> Behaviour {
            .answer(status: 302, headers: ["Location: \(location)"], body: "")
        }
    }

    /// What came.
    package struct Request: Sendable {
        /// Path and query.
        package let target: String
        /// Lines, as they came.
        package let headers: [String]
        package let body: String

        package func header(_ name: String) -> String? {
            headers.first { $0.lowercased().hasPrefix("\(name.lowercased()): ") }
                .map { String($0.dropFirst(name.utf8.count + 2)) }
        }
    }

    private struct State {
        var requests: [Request] = []
        var behaviour: @Sendable (Request) -> Behaviour
    }

    private let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let state: Mutex<State>
    private let channel = Mutex<(any Channel)?>(nil)
    /// Where it listens, of 127.0.0.1.
    package var port: Int { channel.withLock { $0?.localAddress?.port ?? 0 } }
    package var address: String { "http://127.0.0.1:\(port)" }

    /// Starts to listen on a port that the system gives.
    ///
    /// - Parameter behaviour: What is done with a request.
    /// - Throws: What keeps it from listening.
    package init(_ behaviour: @escaping @Sendable (Request) -> Behaviour) async throws {
        state = Mutex(State(behaviour: behaviour))
        let channel = try await ServerBootstrap(group: loops)
            .childChannelInitializer { [weak self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        RequestHandler { self?.take($0) ?? .hangUp }
                    )
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        self.channel.withLock { $0 = channel }
    }

    /// Every request so far.
    package var requests: [Request] { state.withLock { $0.requests } }

    /// Behaves otherwise from now on.
    package func behave(_ behaviour: @escaping @Sendable (Request) -> Behaviour) {
        state.withLock { $0.behaviour = behaviour }
    }

    /// Closes everything.
    package func stop() async throws {
        try await loops.shutdownGracefully()
    }

    private func take(_ request: Request) -> Behaviour {
        let behaviour = state.withLock { state in
            state.requests.append(request)
            return state.behaviour
        }
        return behaviour(request)
    }
}
