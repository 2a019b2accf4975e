import Contracts
import HTTPTypes
import JSONCoding
import MessageBus

/// Describes the server's features and limits to clients of any version.
struct MetaRoute {
    private struct Meta: Encodable, Sendable {
        var version: String
        /// Methods that can be called over HTTP, and their groups: `diary`, `diary.entries`, `diary.entries.add`.
        var features: [String]
        /// Null while auth is unavailable.
        @Nullable var registration: RegistrationMode?
        /// The languages of the server's own texts.
        var languages: [String]
        var limits: Limits
    }

    /// Limits of requests.
    private struct Limits: Encodable, Sendable {
        var bodyBytes = MessageLimits.payloadMax
        /// The limit for routes that need no sign-in, and for those of `/v1/auth`.
        var openBodyBytes = Forwarder.openBodyBytesMax
        var nameLength = IntegerRange(ProfileRules.nameLength)
        var displayNameLength = IntegerRange(ProfileRules.displayNameLength)
        var heightCm = NumberRange(BodyLimits.heightCm)
        var weightKg = NumberRange(BodyLimits.weightKg)
        var age = IntegerRange(BodyLimits.age)
        var foodsLimit = IntegerRange(CatalogSearch.limits)
        var sessionsLimit = IntegerRange(AuthSessionsList.limits)
        var leaderboardLimit = IntegerRange(LeaderboardTop.limits)
        var diaryDaysMax = DiaryDays.daysMax
        var progressDaysMax = DiaryProgress.daysMax
        /// The limit of one answer; ten years by day need several requests.
        var progressStepsMax = DiaryProgress.stepsMax
        var changesLimit = IntegerRange(DiaryChanges.limits)
        var waterMl = IntegerRange(DiaryWaterSet.range)
        var noteLength = IntegerRange(DiaryNoteSet.length)
        var noteBytes = DiaryNoteSet.bytesMax
        var cartItemsMax = Cart.itemsMax
        var recentFoodsLimit = IntegerRange(DiaryFoodsRecent.limits)
        var plansLimit = IntegerRange(DiaryPlansList.limits)
        var planDays = IntegerRange(PlanLimits.days)
        var bodyFatPercent = NumberRange(BodyLimits.bodyFatPercent)
        var measurementsLimit = IntegerRange(ProfileMeasurementsList.limits)
        var projectionDays = IntegerRange(ProjectionLimits.days)
        var foodsQueryLength = IntegerRange(CatalogSearch.queryLength)
        var remoteQueryLength = IntegerRange(CatalogRemote.queryLength)
        var remoteLimit = IntegerRange(CatalogRemote.limits)
        var healthyFoodsLimit = IntegerRange(CatalogHealthyList.limits)
        var recipesLimit = IntegerRange(CatalogRecipesList.limits)
        /// Own foods and recipes together.
        var ownFoodsMax = OwnFoodLimits.foodsMax
        var recipeIngredientsMax = RecipeLimits.ingredientsMax
        var recipeStepsMax = RecipeLimits.stepsMax
        /// The limit of one image, then the limits of all images of a user's foods and entries.
        var pictureBytes = ImageTransfer.imageBytesMax
        var foodPicturesBytes = OwnFoodLimits.imagesBytesMax
        var entryPicturesBytes = DiaryEntriesImageSet.imagesBytesMax
        var usersLimit = IntegerRange(AuthAdminUsersList.limits)
        var invitationsLimit = IntegerRange(AuthAdminInvitationsList.limits)
        var importBytes = ImportTransfer.fileBytesMax
        var groupMembersMax = GroupLimits.membersMax
        var groupsMax = GroupLimits.groupsMax
        var groupNameLength = IntegerRange(GroupLimits.nameLength)
        var challengeDays = IntegerRange(GroupLimits.challengeDays)
        var exportsPerHour = AuthExportsCreate.openMax
    }

    private struct IntegerRange: Encodable, Sendable {
        var min: Int
        var max: Int

        init(_ range: ClosedRange<Int>) { (min, max) = (range.lowerBound, range.upperBound) }
    }

    private struct NumberRange: Encodable, Sendable {
        var min: Double
        var max: Double

        init(_ range: ClosedRange<Double>) { (min, max) = (range.lowerBound, range.upperBound) }
    }

    /// The timeout of the call to auth, in milliseconds.
    private static let registrationMs = 500

    let bus: MessageBus

    /// Adds the route; all routes to be listed must be in the table already.
    func add(to table: inout RouteTable) {
        let (bus, features) = (bus, Self.features(of: table.methods))
        table.handle(.get, "/v1/meta") { _, _ in
            Forwarder.response(.ok, try PayloadCoder.encode(await Self.meta(bus, features)), key: nil)
        }
    }

    private static func meta(_ bus: MessageBus, _ features: [String]) async -> Meta {
        let reply = try? await bus.call(AuthRegistration(), .own(timeoutMs: registrationMs))
        return Meta(
            version: Release.version,
            features: features,
            registration: reply?.registration,
            languages: PrivacyNotice.Language.allCases.map(\.rawValue),
            limits: Limits()
        )
    }

    /// Returns the names of methods and of their groups.
    static func features(of methods: [Contracts.Method]) -> [String] {
        let names = methods.flatMap { method in
            let parts = method.name.split(separator: ".")
            return parts.indices.map { parts[...$0].joined(separator: ".") }
        }
        return Set(names).sorted()
    }
}
