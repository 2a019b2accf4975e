import ServiceKit
import Settings

#if canImport(Glibc)
import Glibc
#endif

@main
enum BridgeMain {
    static func main() async {
        await ServiceProcess.run(.bridge, connects: false) { process in
            useAllDescriptors()
            let configuration = try BridgeConfiguration(process.configuration, data: process.data)
            let bridge = BridgeService(configuration, logger: process.logger)
            process.add(bridge)
            if configuration.publishesMetrics {
                process.add(BridgeMetricsService(bridge.metrics, configuration, process))
            }
            process.isReady(when: ReadinessCondition("its sockets are not open") { bridge.isWorking })
            process.isAlive { await bridge.checkLiveness() }
        }
    }

    /// Raises the limit of descriptors to the system's maximum.
    ///
    /// A connection needs up to six. Without a descriptor, libzmq aborts.
    private static func useAllDescriptors() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }
}
