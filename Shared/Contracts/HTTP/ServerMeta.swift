package import JSONCoding

/// The answer of `GET /v1/meta`: the server's features and limits, for clients of any version.
package struct ServerMeta: Codable, Sendable {
    /// A range of whole numbers, both ends included.
    package struct IntegerRange: Codable, Sendable, Equatable {
        package var min: Int
        package var max: Int

        init(_ range: ClosedRange<Int>) { (min, max) = (range.lowerBound, range.upperBound) }
    }

    /// A range of numbers, both ends included.
    package struct NumberRange: Codable, Sendable, Equatable {
        package var min: Double
        package var max: Double

        init(_ range: ClosedRange<Double>) { (min, max) = (range.lowerBound, range.upperBound) }
    }

    /// Limits of requests.
    package struct Limits: Codable, Sendable {
        package var bodyBytes = Method.payloadBytesMax
        /// The limit for routes that need no sign-in, and for those of `/v1/auth`.
        package var openBodyBytes = HTTPLimits.openBodyBytesMax
        package var nameLength = IntegerRange(ProfileRules.nameLength)
        package var displayNameLength = IntegerRange(ProfileRules.displayNameLength)
        package var heightCm = NumberRange(BodyLimits.heightCm)
        package var weightKg = NumberRange(BodyLimits.weightKg)
        package var age = IntegerRange(BodyLimits.age)
        package var foodsLimit = IntegerRange(CatalogSearch.limits)
        package var sessionsLimit = IntegerRange(AuthSessionsList.limits)
        package var leaderboardLimit = IntegerRange(LeaderboardTop.limits)
        package var diaryDaysMax = DiaryDays.daysMax
        package var progressDaysMax = DiaryProgress.daysMax
        /// The limit of one answer; ten years by day need several requests.
        package var progressStepsMax = DiaryProgress.stepsMax
        package var changesLimit = IntegerRange(DiaryChanges.limits)
        package var waterMl = IntegerRange(DiaryWaterSet.range)
        package var noteLength = IntegerRange(DiaryNoteSet.length)
        package var noteBytes = DiaryNoteSet.bytesMax
        package var cartItemsMax = Cart.itemsMax
        package var recentFoodsLimit = IntegerRange(DiaryFoodsRecent.limits)
        package var plansLimit = IntegerRange(DiaryPlansList.limits)
        package var planDays = IntegerRange(PlanLimits.days)
        package var bodyFatPercent = NumberRange(BodyLimits.bodyFatPercent)
        package var measurementsLimit = IntegerRange(ProfileMeasurementsList.limits)
        package var projectionDays = IntegerRange(ProjectionLimits.days)
        package var foodsQueryLength = IntegerRange(CatalogSearch.queryLength)
        package var remoteQueryLength = IntegerRange(CatalogRemote.queryLength)
        package var remoteLimit = IntegerRange(CatalogRemote.limits)
        package var healthyFoodsLimit = IntegerRange(CatalogHealthyList.limits)
        package var recipesLimit = IntegerRange(CatalogRecipesList.limits)
        /// Own foods and recipes together.
        package var ownFoodsMax = OwnFoodLimits.foodsMax
        package var recipeIngredientsMax = RecipeLimits.ingredientsMax
        package var recipeStepsMax = RecipeLimits.stepsMax
        /// The limit of one image, then the limits of all images of a user's foods and entries.
        package var pictureBytes = ImageTransfer.imageBytesMax
        package var foodPicturesBytes = OwnFoodLimits.imagesBytesMax
        package var entryPicturesBytes = DiaryEntriesImageSet.imagesBytesMax
        package var usersLimit = IntegerRange(AuthAdminUsersList.limits)
        package var invitationsLimit = IntegerRange(AuthAdminInvitationsList.limits)
        package var importBytes = ImportTransfer.fileBytesMax
        package var groupMembersMax = GroupLimits.membersMax
        package var groupsMax = GroupLimits.groupsMax
        package var groupNameLength = IntegerRange(GroupLimits.nameLength)
        package var challengeDays = IntegerRange(GroupLimits.challengeDays)
        package var exportsPerHour = AuthExportsCreate.openMax
    }

    package var version: String
    /// Methods that can be called over HTTP, and their groups: `diary`, `diary.entries`, `diary.entries.add`.
    package var features: [String]
    /// Null while auth is unavailable.
    @Nullable package var registration: RegistrationMode?
    /// The languages of the server's own texts.
    package var languages: [String]
    package var limits = Limits()

    package init(features: [String], registration: RegistrationMode?, languages: [String]) {
        version = Release.version
        self.features = features
        self._registration = Nullable(wrappedValue: registration)
        self.languages = languages
    }
}
