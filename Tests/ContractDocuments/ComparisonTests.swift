import ContractDocuments
import Contracts
import MessageBus
import Testing

/// The verdict of each kind of change.
struct ComparisonTests {
    private let model: ContractModel

    init() throws {
        model = try ContractModel.current(requestHeader: RequestHeader.self, replyHeader: ReplyHeader.self)
    }

    private func changes(_ change: (inout ContractModel) -> Void) -> [ContractChange] {
        var new = model
        change(&new)
        return ContractComparison.changes(from: model, to: new)
    }

    private func verdicts(_ change: (inout ContractModel) -> Void) -> [ContractChange.Verdict] {
        changes(change).map(\.verdict)
    }

    private static func edit(_ model: inout ContractModel, _ type: String, _ change: (inout [FieldShape]) -> Void) {
        guard case .object(var fields) = model.types[type] else {
            Issue.record("\(type) is no object")
            return
        }
        change(&fields)
        model.types[type] = .object(fields)
    }

    private static func edit(
        _ model: inout ContractModel,
        _ type: String,
        _ field: String,
        _ change: (inout FieldShape) -> Void
    ) {
        edit(&model, type) { fields in
            guard let index = fields.firstIndex(where: { $0.name == field }) else {
                Issue.record("\(type) has no \(field)")
                return
            }
            change(&fields[index])
        }
    }

    @Test func `unchanged contracts give no changes, also after a round trip through the baseline`() throws {
        let old = try ContractModel(baseline: try model.baseline())
        #expect(ContractComparison.changes(from: old, to: model).isEmpty)
        #expect(try old.baseline() == model.baseline())
    }

    // MARK: Methods

    @Test func `a removed method is breaking, an added one is compatible if services go first`() {
        #expect(
            changes { $0.methods["auth.login"] = nil }
                == [ContractChange(verdict: .breaking, sentence: "the method auth.login was removed")]
        )
        #expect(verdicts { $0.methods["auth.wink"] = $0.methods["auth.login"] } == [.servicesFirst])
    }

    @Test func `another service is breaking, another time-out is compatible`() {
        #expect(verdicts { $0.methods["auth.login"]?.service = .diary } == [.breaking])
        #expect(verdicts { $0.methods["auth.login"]?.timeoutMs = 1 } == [.compatible])
    }

    @Test(arguments: [
        ("auth.login", Contracts.Method.Access.user, ContractChange.Verdict.breaking),
        ("auth.login", .services, .breaking),
        ("diary.day", .services, .breaking),
        ("diary.day", .anyone, .servicesFirst),
        ("auth.info", .user, .breaking),
        ("auth.info", .anyone, .servicesFirst),
    ])
    func `access that excludes callers is breaking, access for anyone is compatible if services go first`(
        method: String,
        access: Contracts.Method.Access,
        verdict: ContractChange.Verdict
    ) {
        #expect(verdicts { $0.methods[method]?.access = access } == [verdict])
    }

    @Test(arguments: [
        ("auth.login", Contracts.Method.Effect.keyedWrite, ContractChange.Verdict.servicesFirst),
        ("auth.login", .read, .servicesFirst),
        ("diary.entries.add", .read, .servicesFirst),
        ("diary.entries.add", .singleWrite, .breaking),
        ("diary.day", .keyedWrite, .breaking),
        ("diary.day", .singleWrite, .breaking),
    ])
    func `a less retryable effect is breaking, a more retryable one is compatible if services go first`(
        method: String,
        effect: Contracts.Method.Effect,
        verdict: ContractChange.Verdict
    ) {
        #expect(verdicts { $0.methods[method]?.effect = effect } == [verdict])
    }

    // MARK: Requests

    @Test func `a new field of a request is breaking if required, else compatible if services go first`() {
        #expect(
            verdicts { Self.edit(&$0, "AuthLogin") { $0.append(FieldShape("pin", .integer)) } } == [.breaking]
        )
        #expect(
            verdicts { Self.edit(&$0, "AuthLogin") { $0.append(FieldShape("pin", .integer, .optional)) } }
                == [.servicesFirst]
        )
    }

    @Test func `a field of a request that is removed or becomes required is breaking`() {
        #expect(verdicts { Self.edit(&$0, "CatalogSearch") { $0.removeLast() } } == [.breaking])
        #expect(verdicts { Self.edit(&$0, "CatalogSearch", "limit") { $0.presence = .required } } == [.breaking])
        #expect(verdicts { Self.edit(&$0, "CatalogSearch", "q") { $0.presence = .optional } } == [.servicesFirst])
    }

    @Test func `a request that accepts fewer values is breaking, more are compatible if services go first`() {
        #expect(verdicts { $0.types["DiaryFoodsRecent.Sort"] = .choice(["recent"]) } == [.breaking])
        #expect(
            verdicts { $0.types["DiaryFoodsRecent.Sort"] = .choice(["recent", "frequent", "rare"]) } == [.servicesFirst]
        )
        #expect(verdicts { Self.edit(&$0, "CatalogGet", "id") { $0.shape = .text(format: nil) } } == [.servicesFirst])
        #expect(verdicts { Self.edit(&$0, "CatalogSearch", "q") { $0.shape = .text(format: "date") } } == [.breaking])
        #expect(verdicts { Self.edit(&$0, "CatalogSearch", "q") { $0.shape = .boolean } } == [.breaking])
    }

    // MARK: Replies

    @Test func `a field of a reply that is removed or renamed is breaking`() {
        #expect(verdicts { Self.edit(&$0, "Macros") { $0.removeLast() } } == [.breaking])
        #expect(
            changes { Self.edit(&$0, "Macros", "carbohydrateG") { $0.name = "carbohydratesG" } }
                == [
                    ContractChange(verdict: .breaking, sentence: "Macros.carbohydrateG was removed from replies"),
                    ContractChange(
                        verdict: .servicesFirst,
                        sentence: "Macros.carbohydratesG was added to replies, and is required"
                    ),
                ]
        )
    }

    @Test func `an optional new field of a reply is compatible, a required one if services go first`() {
        #expect(
            verdicts { Self.edit(&$0, "Macros") { $0.append(FieldShape("x", .nullable(.integer), .written)) } }
                == [.compatible]
        )
        #expect(verdicts { Self.edit(&$0, "Macros") { $0.append(FieldShape("x", .integer)) } } == [.servicesFirst])
    }

    @Test func `a reply with other values than before is breaking`() {
        #expect(verdicts { Self.edit(&$0, "Macros", "carbohydrateG") { $0.shape = .nullable(.number) } } == [.breaking])
        #expect(verdicts { Self.edit(&$0, "Macros", "carbohydrateG") { $0.presence = .optional } } == [.breaking])
        #expect(verdicts { Self.edit(&$0, "Food", "brand") { $0.shape = .text(format: nil) } } == [.breaking])
        #expect(verdicts { $0.types["BMICategory"] = .choice(["normal"]) }.allSatisfy { $0 == .breaking })
        #expect(verdicts { Self.edit(&$0, "Food", "flags") { $0.shape = .text(format: nil) } } == [.breaking])
        #expect(verdicts { Self.edit(&$0, "DiaryEntry", "version") { $0.shape = .number } } == [.breaking])
    }

    @Test func `a type used in requests and replies is compared in both roles`() {
        let added = changes { $0.types["Meal"] = .choice(["breakfast", "lunch", "dinner", "snack", "tea"]) }
        #expect(Set(added.map(\.verdict)) == [.breaking, .servicesFirst])
    }

    @Test func `another name of a type is no change, because messages do not contain it`() {
        let changes = changes { model in
            model.types["Serving"] = model.types["Portion"]
            Self.edit(&model, "Food", "portions") { $0.shape = .list(.named("Serving")) }
        }
        #expect(changes.isEmpty)
    }

    // MARK: Events, errors, headers

    @Test func `a new field of an event is breaking if required, because outboxes hold events without it`() {
        #expect(verdicts { Self.edit(&$0, "DayChanged") { $0.append(FieldShape("x", .integer)) } } == [.breaking])
        #expect(
            verdicts { Self.edit(&$0, "DayChanged") { $0.append(FieldShape("x", .nullable(.integer), .written)) } }
                == [.compatible]
        )
        #expect(verdicts { Self.edit(&$0, "DayChanged") { $0.removeFirst() } } == [.breaking])
        #expect(verdicts { $0.events["diary.day.changed"] = nil } == [.breaking])
    }

    @Test func `a new error code is breaking`() throws {
        guard case .choice(let codes) = model.types["ErrorCode"] else {
            Issue.record("ErrorCode is no choice")
            return
        }
        #expect(verdicts { $0.types["ErrorCode"] = .choice(codes + ["teapot"]) } == [.breaking])
    }

    @Test func `a new field of a header is treated as one of its message`() {
        let field = FieldShape("x", .nullable(.integer), .optional)
        #expect(verdicts { Self.edit(&$0, "ReplyHeader") { $0.append(field) } } == [.compatible])
        #expect(verdicts { Self.edit(&$0, "RequestHeader") { $0.append(field) } } == [.servicesFirst])
    }
}
