import Contracts
import Messaging
import ServiceKit

#if canImport(Glibc)
import Glibc
#endif

@main
enum BridgeMain {
    static func main() async {
        await ServiceProcess.run("bridge", connects: false) { process in
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

    /// Takes as many descriptors as the system allows: a connection needs up to six, and libzmq aborts without.
    private static func useAllDescriptors() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }
}
