import FoundationEssentials
import HTTPServer
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
            let configuration = try permanently { try GatewayConfiguration(process.configuration) }
            let gateway = Gateway(
                bus: process.bus,
                configuration: configuration,
                own: process.metrics,
                logger: process.logger,
                webApp: try WebAppFiles.bundled()
            )
            process.add(gateway.collector)
            process.add(gateway.monitor)
            if let exporter = gateway.exporter { process.add(exporter) }
            process.add(gateway.keys)
            process.add(gateway.endedSessions)
            for feed in gateway.feeds { process.add(feed) }
            let sockets = try sockets(process.configuration)
            let (servers, reloader) = try permanently { try gateway.servers(group, on: sockets) }
            if let reloader { process.add(reloader) }
            for server in servers { process.add(server) }
            let (keys, endedSessions) = (gateway.keys, gateway.endedSessions)
            process.isReady(
                when: ReadinessCondition("auth has not been reached") { keys.isFilled && endedSessions.isCaughtUp }
            )
            process.isReady(
                when: ReadinessCondition("the HTTP server does not listen") { servers.allSatisfy { $0.port != nil } }
            )
            // Stops first: the server waits for running responses, and event streams do not end by themselves.
            process.add(gateway.live)
        }
        // The process ends next. An error of the end of its threads would hide the outcome of the run.
        try? await group.shutdownGracefully()
    }

    /// Marks an error of a certificate as permanent: another start would fail, too.
    private static func permanently<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let failure as CertificateFailure {
            throw PermanentFailure(failure.description)
        }
    }

    /// Returns the listening sockets that systemd or `mealwire up` has passed.
    private static func sockets(_ settings: SettingsReader) throws -> Gateway.Sockets {
        let environment = ProcessInfo.processInfo.environment
        func passed(_ setting: Setting<Int?>) throws -> Int32? {
            try settings.read(setting).flatMap { Int32(exactly: $0) }.flatMap { InheritedSocket.take($0) }
        }
        let plain = try passed(Settings.Gateway.listenDescriptor)
        return Gateway.Sockets(
            plain: InheritedSocket.descriptor(environment: environment) ?? plain,
            secure: try passed(Settings.Gateway.HTTPS.listenDescriptor)
        )
    }
}
