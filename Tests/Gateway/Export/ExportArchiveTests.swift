import Contracts
import Gateway
import Synchronization
import TestSupport
import Testing

@Suite struct ExportArchiveTests {
    private static let user = UserID.make()

    private static func archive(_ pages: @escaping ExportArchive.Pages) async throws -> ExportArchive {
        try await ExportArchive(of: user, at: "2026-03-10T12:00:00.000Z", services: [.auth, .diary], pages: pages)
    }

    @Test func `the pages of all services form one document with a final completeness field`() async throws {
        var archive = try await Self.archive { service, page in
            switch (service, page.cursor) {
            case (.auth, nil): .init(text: #"{"account":[]}"#, next: nil)
            case (.diary, nil): .init(text: #"{"entries":["#, next: "1")
            case (.diary, "1"): .init(text: #"{"id":1}"#, next: "2")
            default: .init(text: "]}", next: nil)
            }
        }
        var text = ""
        while let part = try await archive.next() { text += part }
        #expect(
            text == """
                {"format":"mealwire-export","formatVersion":1,"version":"\(Release.version)",\
                "exportedAt":"2026-03-10T12:00:00.000Z","userId":"\(Self.user)","services":{\
                "auth":{"account":[]},"diary":{"entries":[{"id":1}]}},"complete":true}

                """
        )
        #expect(try await archive.next() == nil)
    }

    @Test func `an unavailable service is detected before the document begins`() async {
        let error = await #expect(throws: ServiceError.self) {
            _ = try await Self.archive { service, _ in
                guard service == .auth else { throw ServiceError(.unavailable, "away") }
                return .init(text: "{}", next: nil)
            }
        }
        #expect(error?.code == .unavailable)
    }

    @Test func `a failed page ends the document early`() async throws {
        var archive = try await Self.archive { service, page in
            guard page.cursor == nil else { throw ServiceError(.unavailable, "away") }
            return .init(text: "{", next: service == .diary ? "1" : nil)
        }
        var text = ""
        let error = await #expect(throws: ServiceError.self) {
            while let part = try await archive.next() { text += part }
        }
        #expect(error?.code == .unavailable)
        #expect(text.hasSuffix(#""diary":{"#))
    }

    @Test func `concurrent downloads are limited to one for each user and a few in all`() throws {
        let slots = ExportSlots()
        var held = [try slots.take(for: Self.user)]
        #expect(throws: ServiceError.self) { try slots.take(for: Self.user) }
        for _ in 1..<ExportSlots.countMax { held.append(try slots.take(for: .make())) }
        let error = #expect(throws: ServiceError.self) { try slots.take(for: .make()) }
        #expect(error?.code == .overloaded)
        held.removeFirst()
        held.append(try slots.take(for: Self.user))
        #expect(held.count == ExportSlots.countMax)
    }

    @Test func `a download of ten minutes frees its slot, and its end does not free a later one`() throws {
        let clock = TestClock()
        let slots = ExportSlots { clock.monotonicNanoseconds }
        var slow: ExportSlot? = try slots.take(for: Self.user)
        clock.advance(seconds: 600)
        let next = try slots.take(for: Self.user)
        #expect(slow != nil)
        slow = nil
        #expect(throws: ServiceError.self) { try slots.take(for: Self.user) }
        withExtendedLifetime(next) {}
    }

    @Test func `a download that read the clock earlier may begin later`() throws {
        let readings = Mutex<[UInt64]>([2_000, 1_000])
        let slots = ExportSlots { readings.withLock { $0.removeFirst() } }
        let first = try slots.take(for: .make())
        let second = try slots.take(for: .make())
        withExtendedLifetime((first, second)) {}
    }
}
