public import JSONCoding

/// The answer of `GET /v1/meta`: the server's features and limits, for clients of any version.
public struct ServerMeta: Codable, Sendable {
    /// A range of whole numbers, both ends included.
    public struct IntegerRange: Codable, Sendable, Equatable {
        public var min: Int
        public var max: Int

        init(_ range: ClosedRange<Int>) { (min, max) = (range.lowerBound, range.upperBound) }
    }

    /// A range of numbers, both ends included.
    public struct NumberRange: Codable, Sendable, Equatable {
        public var min: Double
        public var max: Double

        init(_ range: ClosedRange<Double>) { (min, max) = (range.lowerBound, range.upperBound) }
    }

    /// Limits of requests.
    public struct Limits: Codable, Sendable {
        public var bodyBytes = Method.payloadBytesMax
        /// The limit for routes that need no sign-in, and for those of `/v1/auth`.
        public var openBodyBytes = HTTPLimits.openBodyBytesMax
        public var nameLength = IntegerRange(ProfileRules.nameLength)
        public var displayNameLength = IntegerRange(ProfileRules.displayNameLength)
        public var heightCm = NumberRange(BodyLimits.heightCm)
        public var weightKg = NumberRange(BodyLimits.weightKg)
        public var age = IntegerRange(BodyLimits.age)
        public var foodsLimit = IntegerRange(CatalogSearch.limits)
        public var sessionsLimit = IntegerRange(AuthSessionsList.limits)
        public var leaderboardLimit = IntegerRange(LeaderboardTop.limits)
        public var diaryDaysMax = DiaryDays.daysMax
        public var progressDaysMax = DiaryProgress.daysMax
        /// The limit of one answer; ten years by day need several requests.
        public var progressStepsMax = DiaryProgress.stepsMax
        public var changesLimit = IntegerRange(DiaryChanges.limits)
        public var waterMl = IntegerRange(DiaryWaterSet.range)
        public var noteLength = IntegerRange(DiaryNoteSet.length)
        public var noteBytes = DiaryNoteSet.bytesMax
        public var cartItemsMax = Cart.itemsMax
        public var recentFoodsLimit = IntegerRange(DiaryFoodsRecent.limits)
        public var plansLimit = IntegerRange(DiaryPlansList.limits)
        public var plansMax = DiaryPlansMake.plansMax
        public var planDays = IntegerRange(PlanLimits.days)
        public var bodyFatPercent = NumberRange(BodyLimits.bodyFatPercent)
        public var measurementsLimit = IntegerRange(ProfileMeasurementsList.limits)
        public var projectionDays = IntegerRange(ProjectionLimits.days)
        public var foodsQueryLength = IntegerRange(CatalogSearch.queryLength)
        public var remoteQueryLength = IntegerRange(CatalogRemote.queryLength)
        public var remoteLimit = IntegerRange(CatalogRemote.limits)
        public var healthyFoodsLimit = IntegerRange(CatalogHealthyList.limits)
        public var recipesLimit = IntegerRange(CatalogRecipesList.limits)
        /// Own foods and recipes together.
        public var ownFoodsMax = OwnFoodLimits.foodsMax
        public var recipeIngredientsMax = RecipeLimits.ingredientsMax
        public var recipeStepsMax = RecipeLimits.stepsMax
        /// The limit of one image, then the limits of all images of a user's foods and entries.
        public var pictureBytes = ImageTransfer.imageBytesMax
        public var foodPicturesBytes = OwnFoodLimits.imagesBytesMax
        public var entryPicturesBytes = DiaryEntriesImageSet.imagesBytesMax
        public var usersLimit = IntegerRange(AuthAdminUsersList.limits)
        public var invitationsLimit = IntegerRange(AuthAdminInvitationsList.limits)
        public var importBytes = ImportTransfer.fileBytesMax
        public var groupMembersMax = GroupLimits.membersMax
        public var groupsMax = GroupLimits.groupsMax
        public var groupNameLength = IntegerRange(GroupLimits.nameLength)
        public var challengeDays = IntegerRange(GroupLimits.challengeDays)
        public var exportsPerHour = AuthExportsCreate.openMax
    }

    public var version: String
    /// Methods that can be called over HTTP, and their groups: `diary`, `diary.entries`, `diary.entries.add`.
    public var features: [String]
    /// Null while auth is unavailable.
    @Nullable public var registration: RegistrationMode?
    /// The languages of the server's own texts.
    public var languages: [String]
    public var limits = Limits()
    /// The accounts in which anyone may sign in with ``AuthLoginDemo``; omitted unless the server is a demonstration.
    public var demoAccounts: [DemoAccount]?

    public init(
        features: [String],
        registration: RegistrationMode?,
        languages: [String],
        demoAccounts: [DemoAccount]? = nil
    ) {
        version = Release.version
        self.features = features
        self.registration = registration
        self.languages = languages
        self.demoAccounts = demoAccounts
    }
}
