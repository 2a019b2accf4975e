import CommandSupport
import Contracts
import MessageBus
import NIOCore
import NIOPosix
import Observability
import SeededRandom

/// Runs a load test: connects, creates users, sends requests, deletes the users and returns the report.
package struct LoadRun: Sendable {
    private static let foodsSearched = 12

    package let request: LoadRequest
    package let stop: LoadStop
    package let progress: LoadProgress

    package init(request: LoadRequest, stop: LoadStop, progress: LoadProgress) {
        self.request = request
        self.stop = stop
        self.progress = progress
    }

    /// - Throws: `CommandFailure` if the stack does not answer.
    package func run() async throws -> LoadReport {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let report = try await run(on: group.next())
            try await group.shutdownGracefully()
            return report
        } catch {
            // The first error is the reason of the failure.
            try? await group.shutdownGracefully()
            throw error
        }
    }

    private func run(on eventLoop: any EventLoop) async throws -> LoadReport {
        switch request.endpoint {
        case .http(let target):
            let connections = request.settings.connections
            let client = try await LoadClient(on: eventLoop) {
                HTTPTransport(target, eventLoop: $0, connectionsMax: connections)
            }
            return try await test(client)
        case .queue:
            guard let data = request.data else { throw CommandFailure("--queue needs --data.") }
            return try await BusSession.run(data) { bus in try await overQueue(bus, eventLoop) }
        }
    }

    private func overQueue(_ bus: MessageBus, _ eventLoop: any EventLoop) async throws -> LoadReport {
        let (jobs, continuation) = AsyncStream.makeStream(of: QueueTransport.Job.self)
        let client = try await LoadClient(on: eventLoop) { QueueTransport(eventLoop: $0, jobs: continuation) }
        async let carried: Void = QueueTransport.sendAll(jobs, over: bus, eventLoop)
        do {
            let report = try await test(client)
            await carried
            return report
        } catch {
            continuation.finish()
            await carried
            throw error
        }
    }

    /// Runs the test over the connection, and closes it at the end.
    private func test(_ client: LoadClient) async throws -> LoadReport {
        let (people, made) = (LoadPeople(client: client, seed: request.settings.seed, stop: stop), CreatedPeople())
        let result: Result<LoadReport, any Error>
        do {
            try await probe(client)
            try await make(people, made)
            result = .success(try await measure(client, made.all))
        } catch {
            result = .failure(error)
        }
        let left = await erase(people, made.all)
        await client.close()
        var report = try result.get()
        report.peopleLeft = left
        return report
    }

    /// Sends one request first, before users are created and thousands of requests fail.
    private func probe(_ client: LoadClient) async throws {
        let answer = await client.ask(ping)
        guard answer.isGood else {
            throw CommandFailure("The stack at \(request.plan.target) does not answer: \(LoadPeople.reason(answer))")
        }
    }

    /// A ping of the service that the scenario calls first, because not all services have to run.
    private var ping: LoadCall {
        let service = request.single?.method.service.owner ?? (request.scenario.needsPeople ? .auth : .calculator)
        return LoadCall(Ping.method(of: service), route: SpecialRoutes.isAlive)
    }

    private func make(_ people: LoadPeople, _ made: CreatedPeople) async throws {
        guard request.scenario.needsPeople else { return }
        let count = request.people
        progress.line("creating \(count) accounts")
        let ready = AtomicCounter()
        try await people.make(count, made) {
            ready.increment()
            progress.pass("created \(ready.value) of \(count) accounts")
        }
        progress.end()
    }

    private func erase(_ people: LoadPeople, _ made: [LoadPerson]) async -> Int {
        guard !made.isEmpty, !request.keepsPeople else { return 0 }
        progress.line("deleting \(made.count) accounts")
        let erased = AtomicCounter()
        let left = await people.erase(made) {
            erased.increment()
            progress.pass("deleted \(erased.value) of \(made.count) accounts")
        }
        progress.end()
        return left
    }

    /// Sends the requests and returns the report.
    private func measure(_ client: LoadClient, _ people: [LoadPerson]) async throws -> LoadReport {
        guard !people.isEmpty || !request.scenario.needsPeople else {
            throw CommandFailure("The test was stopped before any account was created.")
        }
        let foods = request.scenario == .diary ? try await foods(client, people) : []
        let beginning = LoadStart(use: ProcessorUse(of: request.data))
        let progressStore = ProgressStore()
        let (actions, record) = await withTaskGroup(of: Void.self) { group in
            group.addTask { await progress.show(progressStore) }
            let ended = await drive(client, people, foods, progressStore)
            stop.onStop {}
            group.cancelAll()
            await group.waitForAll()
            return ended
        }
        return LoadReport(request.plan, beginning, actions: actions, record, limits: request.settings.limits)
    }

    private func drive(
        _ client: LoadClient,
        _ people: [LoadPerson],
        _ foods: [FoodID],
        _ progressStore: ProgressStore
    ) async -> ([String], LoadRecord) {
        await withCheckedContinuation { continuation in
            client.eventLoop.execute {
                let asked = scenario(people, foods)
                let driver = LoadDriver(
                    request.settings,
                    scenario: asked,
                    people: signedIn(people),
                    on: client.eventLoop,
                    over: client.boundTransport,
                    progressStore: progressStore
                ) { continuation.resume(returning: (asked.actions, $0)) }
                let bound = NIOLoopBound(driver, eventLoop: client.eventLoop)
                driver.start()
                stop.onStop { client.eventLoop.execute { bound.value.stopSending(.interrupted) } }
            }
        }
    }

    private func scenario(_ people: [LoadPerson], _ foods: [FoodID]) -> any LoadScenario {
        let random = SeededGenerator(seed: request.settings.seed)
        switch request.scenario {
        case .calculator: return CalculatorScenario(random: random)
        case .search: return SearchScenario(people: people.count, random: random)
        case .diary: return DiaryScenario(todays: people.map(\.today), foods: foods, random: random)
        case .call:
            let single = request.single
            return CallScenario(
                single?.method ?? CalculatorTarget.method,
                json: single?.json ?? "{}",
                isSignedIn: single?.user != nil
            )
        }
    }

    /// The users of the run, or the single user of the scenario `call`.
    private func signedIn(_ people: [LoadPerson]) -> [LoadPerson] {
        request.single?.user.map { [LoadPerson(user: $0)] } ?? people
    }

    /// Returns the foods that users log.
    private func foods(_ client: LoadClient, _ people: [LoadPerson]) async throws -> [FoodID] {
        var found: [FoodID] = []
        for word in Typing.foods.prefix(Self.foodsSearched) {
            let answer = await client.ask(SearchScenario.search(word, 0, action: nil, keepsBody: true), as: people[0])
            guard answer.isGood else { throw CommandFailure("Foods cannot be searched: \(LoadPeople.reason(answer))") }
            found += try PayloadCoder.decodeReply(CatalogSearch.Reply.self, from: answer.body).items.map(\.id)
        }
        guard !found.isEmpty else { throw CommandFailure("The catalog of the stack contains no foods to log.") }
        return found
    }
}
