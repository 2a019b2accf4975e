/// What one user may store.
///
/// Values that other code names stand there, beside what they limit; each is written once.
extension ServerLimit {
    package static let measurementsOfDay = ServerLimit(
        500,
        .count,
        "measurements of one kind on one day",
        status: 422,
        "About one every three minutes."
    )

    /// The limits of a user's data, in the order of the reference.
    static let data = [
        ServerLimit(
            EntryLimits.entriesPerDayMax,
            .count,
            "entries of one day",
            status: 422,
            "More than a person eats, and few enough that a day fits into one message. An import refuses the rest."
        ),
        ServerLimit(
            DiaryWaterAdd.perDayMax,
            .count,
            "additions of water on one day",
            status: 422,
            "One every five minutes while awake. With removed ones there may be five times as many."
        ),
        ServerLimit(
            DiaryFavouritesAdd.favouritesMax,
            .count,
            "favourite foods",
            status: 422,
            "More than a person chooses from. An import refuses the rest."
        ),
        ServerLimit(Cart.itemsMax, .count, "foods in the cart", status: 422, "More than a meal has."),
        ServerLimit(
            DiaryPlansMake.plansMax,
            .count,
            "menus",
            "Almost a year of weeks. One more replaces the oldest; an import refuses the rest."
        ),
        ServerLimit(
            EntryImages.bytesMax,
            .bytes,
            "images of entries",
            status: 409,
            "About five hundred photos of a phone."
        ),
        measurementsOfDay,
        ServerLimit(
            OwnFoodLimits.foodsMax,
            .count,
            "own foods and recipes together",
            status: 409,
            "More than a person enters by hand."
        ),
        ServerLimit(
            OwnFoodLimits.imagesBytesMax,
            .bytes,
            "images of own foods, removed ones included",
            status: 409,
            "About five hundred photos of a phone."
        ),
        ServerLimit(
            OwnFoodLimits.imagesMax,
            .count,
            "number of images of own foods, removed ones included",
            status: 409,
            "Tiny images need a limit besides their bytes."
        ),
        ServerLimit(
            FoodReportLimits.openMax,
            .count,
            "reports of wrong foods that staff have not read",
            status: 409,
            "More than a person finds, and few enough that no user fills the list."
        ),
        ServerLimit(GroupLimits.groupsMax, .count, "groups", status: 409, "More than a user can follow."),
        ServerLimit(
            GroupLimits.membersMax,
            .count,
            "members of a group",
            status: 409,
            "The standing of all is computed at each request."
        ),
        ServerLimit(
            GroupLimits.openChallengesMax,
            .count,
            "challenges of one group without a result",
            status: 409,
            "More than a group can follow."
        ),
        ServerLimit(
            AuthExportsCreate.openMax,
            .count,
            "exports of an account within an hour",
            status: 429,
            "Each is stored for an hour."
        ),
        ServerLimit(
            DiaryChanges.removalsKeptDays,
            .days,
            "memory of removed entries",
            "Longer than a device is usually unused. A device that was away longer reads the diary again."
        ),
        ServerLimit(
            ImportTransfer.lifetimeS,
            .seconds,
            "from an upload to its import",
            status: 404,
            "Users decide on a preview within minutes."
        ),
    ]
}
