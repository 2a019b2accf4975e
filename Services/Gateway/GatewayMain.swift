import FoundationEssentials
import NIOCore
import NIOPosix
import ServiceKit
import Settings

@main
enum GatewayMain {
    /// The number of threads that read, handle and write HTTP.
    ///
    /// On small machines, two threads handle more load than the other processes can.
    private static let ioThreads = 2

    static func main() async {
        LargeBlocks.giveBackWhenFreed()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: ioThreads)
        let hostLoops = group.makeIterator().map(EventLoopHost.init)
        await ServiceProcess.run(.gateway, hostLoops: hostLoops, publishesSpans: false) { process in
            DescriptorLimit.raise()
            let configuration = try GatewayConfiguration(process.configuration)
            let gateway = Gateway(
                bus: process.bus,
                configuration: configuration,
                own: process.metrics,
                logger: process.logger,
                webApp: try WebAppFiles.bundled()
            )
            process.add(gateway.collector)
            if let exporter = gateway.exporter { process.add(exporter) }
            process.add(gateway.keys)
            process.add(gateway.endedSessions)
            for feed in gateway.feeds { process.add(feed) }
            let socket =
                try InheritedSocket.descriptor(environment: ProcessInfo.processInfo.environment)
                ?? process.configuration.read(Settings.Gateway.listenDescriptor).flatMap { Int32(exactly: $0) }
                .flatMap { InheritedSocket.take($0) }
            let server = try gateway.server(group, on: socket)
            process.add(server)
            let (keys, endedSessions) = (gateway.keys, gateway.endedSessions)
            process.isReady(
                when: ReadinessCondition("auth has not been reached") { keys.isFilled && endedSessions.isCaughtUp }
            )
            process.isReady(when: ReadinessCondition("the HTTP server does not listen") { server.port != nil })
            // Stops first: the server waits for running responses, and event streams do not end by themselves.
            process.add(gateway.live)
        }
        try? await group.shutdownGracefully()
    }
}
