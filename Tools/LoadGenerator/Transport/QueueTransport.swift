import Contracts
import MessageBus
import NIOCore

/// Sends requests directly on the queue, as the processes of a stack do.
final class QueueTransport: LoadTransport {
    /// A request with the callback for its response.
    struct Job: Sendable {
        let method: Method
        let payload: [UInt8]
        let principal: Principal?
        let keepsBody: Bool
        let done: NIOLoopBound<(LoadAnswer) -> Void>
    }

    private let eventLoop: any EventLoop
    private let jobs: AsyncStream<Job>.Continuation

    init(eventLoop: any EventLoop, jobs: AsyncStream<Job>.Continuation) {
        self.eventLoop = eventLoop
        self.jobs = jobs
    }

    func send(_ call: LoadCall, as person: LoadPerson?, _ done: @escaping (LoadAnswer) -> Void) {
        jobs.yield(
            Job(
                method: call.method,
                payload: call.payload,
                principal: person.map { Principal(user: $0.user, roles: [.user], session: $0.session) },
                keepsBody: call.keepsBody,
                done: NIOLoopBound(done, eventLoop: eventLoop)
            )
        )
    }

    func close() { jobs.finish() }

    /// Sends all jobs until the transport is closed and all requests are answered.
    ///
    /// - Parameters:
    ///   - jobs: The jobs of the transport; at most as many at once as the run has connections.
    ///   - bus: The connection to the broker.
    ///   - eventLoop: The event loop of the transport.
    static func sendAll(_ jobs: AsyncStream<Job>, over bus: MessageBus, _ eventLoop: any EventLoop) async {
        await withDiscardingTaskGroup { group in
            for await job in jobs {
                group.addTask {
                    let answer = await Self.answer(to: job, bus)
                    eventLoop.execute { job.done.value(answer) }
                }
            }
        }
    }

    @concurrent
    private static func answer(to job: Job, _ bus: MessageBus) async -> LoadAnswer {
        let context = RequestContext(
            id: .make(),
            principal: job.principal,
            idempotencyKey: job.method.effect == .keyedWrite ? GeneratedKey.make() : nil,
            deadline: .after(milliseconds: job.method.timeoutMs),
            traceparent: nil
        )
        do throws(ServiceError) {
            let reply = try await bus.forward(job.method, payload: job.payload, context)
            let atNs = NIODeadline.now().uptimeNanoseconds
            return LoadAnswer(outcome: .good, body: job.keepsBody ? reply.payload : [], atNs: atNs)
        } catch {
            let atNs = NIODeadline.now().uptimeNanoseconds
            return LoadAnswer(outcome: .bad(error.code.rawValue), body: Array(error.message.utf8), atNs: atNs)
        }
    }
}
