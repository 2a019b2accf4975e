import CommandSupport
import Contracts
import MessageBus
import ServiceKit
import Supervision
import Testing

@Suite struct ProcessTableTests {
    private func options(
        calculators: Int = 1,
        mdp: Bool = false,
        bridge: String? = nil,
        majordomo: String? = nil,
        omitted: Set<ServiceName> = [],
        debug: Bool = false,
        demo: Bool = false,
        host: String = "127.0.0.1"
    ) -> StackOptions {
        StackOptions(
            data: DataDirectory(path: "/data"),
            host: host,
            port: 8_080,
            calculators: calculators,
            mdp: mdp,
            bridgeEndpoint: bridge,
            bridgeMajordomoEndpoint: majordomo,
            omitted: omitted,
            debug: debug,
            demo: demo,
            executables: "/bin"
        )
    }

    @Test func `only auth of a demonstration gets its option, and the greeting names the users`() {
        func processes(_ options: StackOptions) -> [String] {
            ProcessTable.processes(of: options).filter { $0.arguments.contains("--demo") }.map(\.name)
        }
        #expect(processes(options()).isEmpty)
        #expect(processes(options(demo: true)) == ["auth"])
        #expect(options(demo: true).greeting(stop: "").contains("continue as one of Anna, Bohdan, Chaiya"))
        #expect(!options().greeting(stop: "").contains("Anna"))
    }

    @Test func `a stack contains every process once, the broker first`() {
        let names = ProcessTable.processes(of: options()).map(\.name)
        #expect(names.first == "broker")
        let expected = ["broker", "gateway"] + ServiceName.all.map(\.rawValue)
        #expect(names.sorted() == expected.sorted())
    }

    @Test func `the gateway gets the files and the second socket of HTTPS, and the greeting says how to trust it`() {
        let https = StackOptions.HTTPS(
            port: 8_443,
            certificate: "/c/server.pem",
            key: "/c/key.pem",
            authority: "/c/ca.pem",
            arguments: []
        )
        let options = StackOptions(
            data: DataDirectory(path: "/data"),
            host: "0.0.0.0",
            port: 8_080,
            calculators: 1,
            mdp: false,
            debug: false,
            executables: "/bin",
            https: https
        )
        let gateway = ProcessTable.processes(of: options).last
        #expect(
            gateway?.arguments.suffix(16) == [
                "--host", "0.0.0.0", "--port", "8080", "--listen-descriptor", "4", "--https-port", "8443",
                "--https-listen-descriptor", "5", "--https-certificate", "/c/server.pem", "--https-key", "/c/key.pem",
                "--https-authority", "/c/ca.pem",
            ]
        )
        #expect(options.url == "https://127.0.0.1:8443")
        #expect(options.plainURL == "http://127.0.0.1:8080")
        #expect(options.greeting(stop: "").contains("http://127.0.0.1:8080/trust"))
        #expect(!self.options().greeting(stop: "").contains("/trust"))
    }

    @Test func `an omitted service is not started, and its command is shown`() {
        let options = options(omitted: [.diary])
        #expect(!ProcessTable.processes(of: options).map(\.name).contains("diary"))
        #expect(ProcessTable.processes(of: options).map(\.name).contains("auth"))
        #expect(ProcessTable.omittedProcesses(of: options).map(\.name) == ["diary"])
        #expect(options.omittedText.contains("/bin/diary --data /data --instance diary"))
        #expect(self.options().omittedText.isEmpty)
    }

    @Test func `an omitted service need not be ready, but all others must be`() {
        let waiting = Readiness(services: ["auth": "ready", "diary": "unavailable"], isCaughtUp: true)
        #expect(!waiting.isReady(without: []))
        #expect(waiting.isReady(without: [.diary]))
        #expect(!waiting.isReady(without: [.auth]))
        let catchingUp = Readiness(services: ["auth": "ready", "diary": "unavailable"], isCaughtUp: false)
        #expect(!catchingUp.isReady(without: [.diary]))
        #expect(catchingUp.isReady(without: [.auth, .diary]))
    }

    @Test func `several calculators run one executable under several names`() {
        let calculators = ProcessTable.processes(of: options(calculators: 3))
            .filter { $0.executable == "calorie-calculator" }
        #expect(calculators.map(\.name) == ["calorie-calculator-1", "calorie-calculator-2", "calorie-calculator-3"])
        #expect(calculators[1].arguments == ["--data", "/data", "--instance", "calorie-calculator-2"])
    }

    @Test func `a stack with an endpoint for bridges contains a bridge`() throws {
        let processes = ProcessTable.processes(of: options(bridge: "tcp://0.0.0.0:5700"))
        let bridge = try #require(processes.first { $0.name == "bridge" })
        #expect(bridge.arguments == ["--data", "/data", "--instance", "bridge", "--listen", "tcp://0.0.0.0:5700"])
        #expect(bridge.role == .service)
        #expect(processes.first?.name == "broker")
    }

    @Test func `a bridge is part of the stack if it listens for peers of the Majordomo Protocol`() throws {
        let processes = ProcessTable.processes(of: options(majordomo: "tcp://0.0.0.0:5701"))
        let bridge = try #require(processes.first { $0.name == "bridge" })
        #expect(bridge.arguments.suffix(2) == ["--mdp-listen", "tcp://0.0.0.0:5701"])
    }

    @Test func `host and port are passed to the gateway, mdp to the broker, and debug to all`() throws {
        let processes = ProcessTable.processes(of: options(mdp: true, debug: true))
        let gateway = try #require(processes.first { $0.name == "gateway" })
        #expect(gateway.arguments.suffix(6).prefix(4) == ["--host", "127.0.0.1", "--port", "8080"])
        #expect(gateway.arguments.suffix(2) == ["--listen-descriptor", "4"])
        #expect(processes.filter { $0.arguments.contains("--mdp") }.map(\.name) == ["broker"])
        #expect(processes.allSatisfy { $0.arguments.contains("--log-level") })
        #expect(!ProcessTable.processes(of: options()).contains { $0.arguments.contains("--log-level") })
    }

    @Test(arguments: [
        ("127.0.0.1", "http://127.0.0.1:8080"), ("0.0.0.0", "http://127.0.0.1:8080"), ("::", "http://[::1]:8080"),
        ("192.168.0.7", "http://192.168.0.7:8080"),
    ])
    func `the URL is reachable from this machine`(host: String, url: String) {
        #expect(options(host: host).url == url)
    }

    @Test func `a data directory is refused if the paths of its sockets would be too long`() throws {
        let room = DataDirectory.socketPathLengthMax - "/run/events-out.sock".count
        try Preflight.checkSocketPaths(DataDirectory(path: "/" + String(repeating: "d", count: room - 1)))
        #expect(throws: CommandFailure.self) {
            try Preflight.checkSocketPaths(DataDirectory(path: "/" + String(repeating: "d", count: room)))
        }
    }
}
