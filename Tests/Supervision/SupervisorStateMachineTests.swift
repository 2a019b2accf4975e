import Supervision
import Testing

/// A stack of a broker (0), two services (1, 2) and a gateway (3).
@Suite struct SupervisorStateMachineTests {
    private let begin = ContinuousClock.now
    private var state: SupervisorStateMachine

    init() {
        state = SupervisorStateMachine(roles: [.broker, .service, .service, .gateway], now: begin)
    }

    private mutating func getReady() {
        _ = state.begin(begin)
        _ = state.brokerAnswered(begin)
        _ = state.gatewayAnswered(begin)
    }

    @Test mutating func `the broker starts first, then all others at once`() {
        #expect(state.begin(begin) == [.start(0)])
        #expect(state.awaited == .broker)
        #expect(state.brokerAnswered(begin) == [.start(1), .start(2), .start(3)])
        #expect(state.brokerAnswered(begin) == [])
        #expect(state.awaited == .gateway)
        #expect(state.gatewayAnswered(begin + .milliseconds(400)) == [.reportReady(after: .milliseconds(400))])
        #expect(state.awaited == .nothing)
        #expect(state.wakeAt == nil)
    }

    @Test mutating func `a stack is not ready while one of its processes waits for its restart`() {
        _ = state.begin(begin)
        _ = state.brokerAnswered(begin)
        _ = state.ended(1, begin)
        #expect(state.gatewayAnswered(begin) == [])
        #expect(state.timePassed(begin + .milliseconds(100)) == [.start(1)])
        #expect(state.gatewayAnswered(begin + .seconds(1)) == [.reportReady(after: .seconds(1))])
    }

    @Test mutating func `a process that ends restarts after a growing delay`() {
        getReady()
        #expect(state.ended(2, begin) == [.reportDelay(2, .milliseconds(100))])
        #expect(state.wakeAt == begin + .milliseconds(100))
        #expect(state.timePassed(begin + .milliseconds(99)) == [])
        #expect(state.timePassed(begin + .milliseconds(100)) == [.start(2)])
        #expect(state.timePassed(begin + .milliseconds(100)) == [])
        #expect(state.ended(2, begin + .milliseconds(150)) == [.reportDelay(2, .milliseconds(200))])
        #expect(state.timePassed(begin + .milliseconds(350)) == [.start(2)])
        #expect(state.ended(2, begin + .milliseconds(400)) == [.reportDelay(2, .milliseconds(400))])
    }

    @Test mutating func `the third ending of a process during the start stops the stack`() {
        _ = state.begin(begin)
        _ = state.brokerAnswered(begin)
        for second in 1...2 {
            _ = state.ended(1, begin)
            #expect(state.timePassed(begin + .seconds(second)) == [.start(1)])
        }
        #expect(state.ended(1, begin + .seconds(3)) == [.fail(.endsRepeatedly(1)), .terminate(3)])
        #expect(state.ended(3, begin + .seconds(3)) == [.terminate(2)])
        #expect(state.ended(2, begin + .seconds(3)) == [.terminate(0)])
        #expect(state.ended(0, begin + .seconds(3)) == [.finish])
    }

    @Test mutating func `a process with a permanent failure stays down, and fails a start`() {
        var starting = state
        _ = starting.begin(begin)
        _ = starting.brokerAnswered(begin)
        #expect(starting.ended(1, begin, isPermanent: true) == [.fail(.endedPermanently(1)), .terminate(3)])
        getReady()
        #expect(state.ended(1, begin, isPermanent: true) == [.reportGivenUp(1)])
        #expect(state.wakeAt == nil)
        #expect(state.timePassed(begin + .seconds(60)) == [])
        #expect(state.stop(begin) == [.terminate(3)])
        #expect(state.ended(3, begin) == [.terminate(2)])
    }

    @Test mutating func `processes are replaced one by one, each when the previous one is ready`() {
        #expect(state.renew(begin) == [])
        getReady()
        #expect(state.renew(begin) == [.terminate(0)])
        #expect(state.renew(begin) == [])
        #expect(state.awaited == .nothing && state.isRenewing(0))
        for index in 0...3 {
            #expect(state.ended(index, begin) == [.start(index)])
            #expect(state.awaited == .gateway)
            #expect(state.wakeAt == begin + SupervisorStateMachine.readyWithin)
            let next: SupervisorStateMachine.Action = index < 3 ? .terminate(index + 1) : .reportAllRenewed
            #expect(state.gatewayAnswered(begin) == [.reportRenewed(index), next])
        }
        #expect(state.wakeAt == nil)
        #expect(state.renew(begin) == [.terminate(0)])
    }

    @Test mutating func `a replacement that does not get ready ends the renewal only`() {
        getReady()
        _ = state.renew(begin)
        _ = state.ended(0, begin)
        // It crashes, and restarts as at any other time.
        #expect(state.ended(0, begin) == [.reportDelay(0, .milliseconds(100))])
        #expect(state.gatewayAnswered(begin) == [])
        #expect(state.timePassed(begin + .milliseconds(100)) == [.start(0)])
        #expect(state.timePassed(begin + SupervisorStateMachine.readyWithin) == [.reportNotRenewed(0)])
        #expect(state.awaited == .nothing)
        #expect(state.stop(begin) == [.terminate(3)])
    }

    @Test mutating func `a stop during a replacement also waits for the replaced process`() {
        getReady()
        _ = state.renew(begin)
        #expect(state.stop(begin) == [.terminate(3)])
        #expect(state.ended(0, begin) == [])
        #expect(state.ended(3, begin) == [.terminate(1), .terminate(2)])
    }

    @Test mutating func `a start fails after a minute and names the silent process`() {
        _ = state.begin(begin)
        #expect(state.wakeAt == begin + SupervisorStateMachine.readyWithin)
        var later = state
        #expect(
            state.timePassed(begin + SupervisorStateMachine.readyWithin) == [.fail(.brokerTimedOut), .terminate(0)]
        )
        _ = later.brokerAnswered(begin)
        #expect(
            later.timePassed(begin + SupervisorStateMachine.readyWithin) == [.fail(.gatewayTimedOut), .terminate(3)]
        )
    }

    @Test mutating func `a stack stops in stages: gateway, services, broker`() {
        getReady()
        #expect(state.stop(begin) == [.terminate(3)])
        #expect(state.stop(begin) == [])
        #expect(state.ended(3, begin) == [.terminate(1), .terminate(2)])
        #expect(state.ended(2, begin) == [])
        #expect(state.ended(1, begin) == [.terminate(0)])
        #expect(state.ended(0, begin) == [.finish])
    }

    @Test mutating func `a process that waits for its restart never starts after a stop`() {
        getReady()
        _ = state.ended(3, begin)
        #expect(state.stop(begin) == [.terminate(1), .terminate(2)])
        #expect(state.timePassed(begin + .seconds(1)) == [])
    }

    @Test mutating func `a process that does not stop in time is killed once`() {
        getReady()
        _ = state.stop(begin)
        #expect(state.wakeAt == begin + SupervisorStateMachine.stopGrace)
        #expect(state.timePassed(begin + SupervisorStateMachine.stopGrace) == [.kill(3)])
        #expect(state.timePassed(begin + SupervisorStateMachine.stopGrace + .seconds(1)) == [])
        #expect(state.ended(3, begin + SupervisorStateMachine.stopGrace) == [.terminate(1), .terminate(2)])
    }

    @Test mutating func `a process that ends out of turn does not delay the stop`() {
        getReady()
        _ = state.stop(begin)
        #expect(state.ended(0, begin) == [])
        #expect(state.ended(1, begin) == [])
        #expect(state.ended(3, begin) == [.terminate(2)])
        #expect(state.ended(2, begin) == [.finish])
    }

    @Test mutating func `a stop before the other processes start terminates the broker only`() {
        _ = state.begin(begin)
        #expect(state.stop(begin) == [.terminate(0)])
        #expect(state.ended(0, begin) == [.finish])
    }
}

@Suite struct RestartBackoffTests {
    @Test func `the delay doubles from a tenth of a second to ten seconds`() {
        var backoff = RestartBackoff()
        let delays = (0..<9).map { _ in backoff.delay(afterLifeOf: .zero) }
        let expected = [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]
        #expect(delays == expected.map { .milliseconds($0) })
    }

    @Test func `a healthy life resets the delay`() {
        var backoff = RestartBackoff()
        for _ in 0..<5 { _ = backoff.delay(afterLifeOf: .seconds(29)) }
        #expect(backoff.delay(afterLifeOf: .seconds(30)) == .milliseconds(100))
        #expect(backoff.delay(afterLifeOf: .zero) == .milliseconds(200))
    }
}
