import Contracts
import Glibc
import ServiceKit
import Testing

@Suite struct ServiceManagerTests {
    @Test(arguments: [false, true])
    func `a notification arrives by a path or an abstract name`(isAbstract: Bool) throws {
        let stub = try StubNotificationSocket(isAbstract: isAbstract)
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": stub.name]))
        #expect(manager.notify("READY=1\nSTATUS=Serving."))
        #expect(stub.next() == "READY=1\nSTATUS=Serving.")
    }

    @Test func `an unchanged status is sent once`() throws {
        let stub = try StubNotificationSocket()
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": stub.name]))
        for status in ["one", "one", "two"] { manager.notify(status: status) }
        #expect([stub.next(), stub.next(), stub.next()] == ["STATUS=one", "STATUS=two", nil])
    }

    @Test(arguments: [[:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "vsock:2:1234"]] as [[String: String]])
    func `an environment without a valid socket gives no manager`(environment: [String: String]) {
        #expect(ServiceManager(environment: environment) == nil)
    }

    @Test func `a notification to a socket that does not exist is reported as not sent`() throws {
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": "/nowhere/notify"]))
        #expect(!manager.notify("READY=1"))
    }

    @Test func `a socket that was passed to another process is not taken`() {
        let environment = ["LISTEN_PID": "41", "LISTEN_FDS": "1"]
        #expect(InheritedSocket.descriptor(environment: environment, process: 42) == nil)
        #expect(InheritedSocket.descriptor(environment: [:], process: 42) == nil)
        #expect(InheritedSocket.descriptor(environment: ["LISTEN_PID": "42", "LISTEN_FDS": "0"], process: 42) == nil)
    }

    @Test func `sockets are in the data directory unless another directory is given`() {
        #expect(DataDirectory(path: "/data").sockets(ofBroker: 1).first == "/data/run/requests.sock")
        let apart = DataDirectory(path: "/data", run: "/run/mealwire")
        #expect(apart.sockets(ofBroker: 2).first == "/run/mealwire/requests-2.sock")
        #expect(apart.database(of: .diary) == "/data/diary.sqlite")
    }

    @Test func `the watchdog applies only to the process that it names`() throws {
        func watchdog(_ more: [String: String]) -> Duration? {
            let environment = ["NOTIFY_SOCKET": "/nowhere/notify"].merging(more) { $1 }
            return ServiceManager(environment: environment, process: 42)?.watchdog
        }
        #expect(watchdog([:]) == nil)
        #expect(watchdog(["WATCHDOG_USEC": "30000000"]) == .seconds(30))
        #expect(watchdog(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "42"]) == .seconds(30))
        #expect(watchdog(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "43"]) == nil)
        #expect(watchdog(["WATCHDOG_USEC": "0"]) == nil)
        #expect(watchdog(["WATCHDOG_USEC": "soon"]) == nil)
    }
}
