/// All methods and routes of this version: the gateway, the broker, documents and tools read these lists.
package enum API {
    /// The contracts of all services; add each new contract here.
    package static let contracts: [any Contract.Type] = auth + profile + calculator + catalog + diary + leaderboard

    /// The services that publish events and snapshots.
    package static let publishers: [ServiceName] = [.auth, .profile, .diary]

    /// All routes of the gateway: those of contracts with a binding, then those of ``SpecialRoutes``.
    package static let routes: [APIRoute] =
        contracts.compactMap(APIRoute.init(contract:)) + SpecialRoutes.all.map(APIRoute.init(special:))

    private static let auth: [any Contract.Type] = [
        AuthEmailStatus.self, AuthRegister.self, AuthLogin.self, AuthRefresh.self, AuthLogout.self, AuthKeys.self,
        AuthSessionsList.self, AuthSessionsEnd.self, AuthSessionsEndOthers.self, AuthPasswordChange.self,
        AuthAccountDelete.self,
        AuthExportsCreate.self, AuthExportsGet.self,
        AuthPasswordForgot.self, AuthPasswordReset.self, AuthEmailChange.self, AuthEmailConfirm.self,
        AuthTotpStatus.self, AuthTotpBegin.self, AuthTotpConfirm.self, AuthTotpRemove.self, AuthLoginTotp.self,
        AuthLoginDemo.self,
        AuthTokensList.self, AuthTokensMake.self, AuthTokensRevoke.self, AuthTokensVerify.self,
        AuthEndedSessions.self, AuthRegistration.self, AuthAdminUsersList.self, AuthAdminUsersUpdate.self,
        AuthAdminInvitationsMake.self, AuthAdminInvitationsList.self, AuthAdminInvitationsRevoke.self,
        AuthOperatorUsersList.self, AuthOperatorUsersUpdate.self, AuthOperatorPasswordReset.self,
        AuthOperatorInvitationsMake.self, AuthOperatorInvitationsList.self, AuthOperatorInvitationsRevoke.self,
        AuthOperatorKeysRotate.self,
    ]

    private static let profile: [any Contract.Type] = [
        ProfileGet.self, ProfileUpdate.self, ProfileTargets.self, ProfileMissing.self,
        ProfileMeasurementsList.self, ProfileMeasurementsAdd.self, ProfileMeasurementsPut.self,
        ProfileMeasurementsRemove.self,
        ProfileTargetsSet.self, ProfileTargetsReset.self,
        ProfileImagePage.self, ProfileImageSet.self, ProfileImageRemove.self, ProfileImageGet.self,
        ProfileImageAddresses.self,
    ]

    private static let calculator: [any Contract.Type] = [
        CalculatorTarget.self, CalculatorTargets.self, CalculatorProjection.self, CalculatorPlan.self,
        CalculatorAlternatives.self,
    ]

    private static let catalog: [any Contract.Type] = [
        CatalogSearch.self, CatalogGet.self,
        CatalogPlannable.self, CatalogOffline.self, CatalogFoodsParse.self,
        CatalogFoodsAdd.self, CatalogFoodsUpdate.self, CatalogFoodsRemove.self,
        CatalogFoodsImagePage.self, CatalogFoodsImageSet.self, CatalogFoodsImageRemove.self, CatalogFoodsImageGet.self,
        CatalogRecipesAdd.self, CatalogRecipesUpdate.self, CatalogRecipesRemove.self, CatalogRecipesGet.self,
        CatalogRecipesList.self,
        CatalogHealthyList.self, CatalogHealthyGet.self, CatalogHealthyAdd.self, CatalogHealthyUpdate.self,
        CatalogHealthyRemove.self,
        CatalogReportsAdd.self, CatalogReportsList.self, CatalogReportsClose.self,
        CatalogImport.self, CatalogBarcode.self,
        CatalogRemote.self, CatalogRemoteImport.self,
    ]

    private static let diary: [any Contract.Type] = [
        DiaryDayGet.self, DiaryDays.self, DiaryEntriesAdd.self, DiaryEntriesUpdate.self, DiaryEntriesRemove.self,
        DiaryStart.self, DiaryProgress.self,
        DiaryFoodsRecent.self, DiaryFoodsOffline.self, DiaryFavouritesAdd.self, DiaryFavouritesRemove.self,
        DiaryFavouritesList.self,
        DiaryEntriesPut.self, DiaryEntriesSearch.self, DiaryChanges.self, DiaryDaysCopy.self, DiaryWaterSet.self,
        DiaryNoteSet.self,
        DiaryWaterAdd.self, DiaryWaterRemove.self, DiaryDayComplete.self, DiaryDayReopen.self,
        DiaryCartGet.self, DiaryCartUpdate.self, DiaryCartItemsSet.self, DiaryCartItemsRemove.self,
        DiaryCartCheckout.self,
        DiaryEntriesImagePage.self, DiaryEntriesImageSet.self, DiaryEntriesImageRemove.self, DiaryEntriesImageGet.self,
        DiaryEntriesImageAddresses.self,
        DiaryExpenditure.self, DiaryAdvice.self,
        DiaryPlansMake.self, DiaryPlansList.self, DiaryPlansGet.self, DiaryPlansUpdate.self, DiaryPlansRemove.self,
        DiaryPlansAlternatives.self, DiaryPlansExchange.self, DiaryPlansLog.self, DiaryPlansApply.self,
        DiaryPlansShoppingGet.self, DiaryPlansShoppingSet.self,
        DiaryImportsPage.self, DiaryImportsMake.self, DiaryImportsApply.self, DiaryExport.self,
    ]

    private static let leaderboard: [any Contract.Type] = [
        LeaderboardTop.self,
        LeaderboardBoards.self, LeaderboardOperatorRebuild.self, LeaderboardOperatorStatus.self,
        LeaderboardUser.self, LeaderboardDay.self, LeaderboardFoods.self,
        LeaderboardGroupsAdd.self, LeaderboardGroupsJoin.self, LeaderboardGroupsList.self, LeaderboardGroupsGet.self,
        LeaderboardGroupsUpdate.self, LeaderboardGroupsRemove.self, LeaderboardGroupsCodeRenew.self,
        LeaderboardGroupsMembersRemove.self,
        LeaderboardChallengesAdd.self, LeaderboardChallengesGet.self, LeaderboardChallengesRemove.self,
    ]
}

extension API {
    /// Whether each method of ``contracts`` is for the operator of the stack, by name.
    private static let operatorAccess = Dictionary(
        uniqueKeysWithValues: contracts.map { ($0.method.name, $0.method.access == .operator) }
    )
    /// The part of a name that keeps a method of another version for the operator.
    private static let operatorPart = ".operator."

    /// Returns whether only the operator may call a method.
    ///
    /// The broker checks this before it routes a request of a process that is not the operator's. The declared access
    /// decides. A name without a contract here belongs to a newer version or to an external service. Its access is
    /// unknown, so a name with the part `.operator.` is for the operator as well.
    package static func isForOperator(_ name: String) -> Bool {
        operatorAccess[name] ?? name.contains(operatorPart)
    }
}

/// A route of the gateway, with what documents and lists show of it.
package struct APIRoute: Sendable {
    package let verb: HTTPBinding.Verb
    package let path: String
    /// One sentence for documents.
    package let summary: String
    package let access: Method.Access
    /// The scope that a personal access token needs; nil if the route accepts none.
    package let scope: Scope?
    /// The method that the route calls; nil if it calls several, or none.
    package let method: Method?

    /// Creates the route of a contract's binding; nil for a contract without one.
    init?(contract: any Contract.Type) {
        guard let binding = contract.http else { return nil }
        (verb, path, summary, scope) = (binding.verb, binding.path, binding.summary, binding.scope)
        (access, method) = (contract.method.access, contract.method)
    }

    init(special route: RouteDescription) {
        (verb, path, summary, scope) = (route.verb, route.path, route.summary, route.scope)
        (access, method) = (route.access, route.method)
    }
}
