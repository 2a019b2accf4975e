import NIOCore
import NIOPosix
import Synchronization

/// A local HTTP server that stands in for a remote source, with good or bad responses.
package final class StubRemoteSource: Sendable {
    /// The reaction to a request.
    package enum Behaviour: Sendable {
        case answer(status: Int, headers: [String], body: String)
        /// Answers with bytes.
        case file([UInt8], mediaType: String)
        /// Reads the request and does not respond.
        case silence
        /// Closes the connection without a response.
        case close
        /// Closes the connection before the announced length of the body.
        case closeAfter(String)
        /// Sends an endless body.
        case endless
        /// Sends an endless body, one byte at a time.
        case slowBody

        package static func ok(_ body: String) -> Behaviour { .answer(status: 200, headers: [], body: body) }
        package static func status(_ status: Int, _ headers: [String] = [], body: String = "") -> Behaviour {
            .answer(status: status, headers: headers, body: body)
        }
        package static func redirect(_ location: String) -> Behaviour {
            .answer(status: 302, headers: ["Location: \(location)"], body: "")
        }
    }

    /// A received request.
    package struct Request: Sendable {
        /// The path and query.
        package let target: String
        /// The raw header lines.
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
    /// The port on 127.0.0.1.
    package var port: Int { channel.withLock { $0?.localAddress?.port ?? 0 } }
    package var address: String { "http://127.0.0.1:\(port)" }

    /// Starts listening on a port chosen by the system.
    ///
    /// - Parameter behaviour: Returns the reaction to a request.
    /// - Throws: The error of `bind`.
    package init(_ behaviour: @escaping @Sendable (Request) -> Behaviour) async throws {
        state = Mutex(State(behaviour: behaviour))
        let channel = try await ServerBootstrap(group: loops)
            .childChannelInitializer { [weak self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        RequestHandler { self?.take($0) ?? .close }
                    )
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        self.channel.withLock { $0 = channel }
    }

    /// All requests so far.
    package var requests: [Request] { state.withLock { $0.requests } }

    /// Replaces the behaviour.
    package func behave(_ behaviour: @escaping @Sendable (Request) -> Behaviour) {
        state.withLock { $0.behaviour = behaviour }
    }

    /// Closes the server and all connections.
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
