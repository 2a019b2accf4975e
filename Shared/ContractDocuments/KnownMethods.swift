package import Contracts
import Observability

/// All methods of this version, by name: for callers that have only a name, such as `mealwire call`.
///
/// The service cannot be derived from a method's name: `catalog.search` belongs to the food catalog.
package enum KnownMethods {
    /// The contracts of all services; add each new contract here.
    package static let contracts: [any Contract.Type] = [
        AuthEmailStatus.self, AuthRegister.self, AuthLogin.self, AuthRefresh.self, AuthLogout.self, AuthKeys.self,
        AuthSessionsList.self, AuthSessionsEnd.self, AuthSessionsEndOthers.self, AuthPasswordChange.self,
        AuthAccountDelete.self,
        AuthExportsCreate.self, AuthExportsGet.self,
        AuthPasswordForgot.self, AuthPasswordReset.self, AuthEmailChange.self, AuthEmailConfirm.self,
        AuthTotpStatus.self, AuthTotpBegin.self, AuthTotpConfirm.self, AuthTotpRemove.self, AuthLoginTotp.self,
        AuthTokensList.self, AuthTokensMake.self, AuthTokensRevoke.self, AuthTokensVerify.self,
        AuthEndedSessions.self, AuthRegistration.self, AuthAdminUsersList.self, AuthAdminUsersUpdate.self,
        AuthAdminInvitationsMake.self, AuthAdminInvitationsList.self, AuthAdminInvitationsRevoke.self,
        AuthOperatorUsersList.self, AuthOperatorUsersUpdate.self, AuthOperatorPasswordReset.self,
        AuthOperatorInvitationsMake.self, AuthOperatorInvitationsList.self, AuthOperatorInvitationsRevoke.self,
        AuthOperatorKeysRotate.self,
        ProfileGet.self, ProfileUpdate.self, ProfileTargets.self, ProfileMissing.self,
        ProfileMeasurementsList.self, ProfileMeasurementsAdd.self, ProfileMeasurementsRemove.self,
        ProfileTargetsSet.self, ProfileTargetsReset.self,
        ProfileImagePage.self, ProfileImageSet.self, ProfileImageRemove.self, ProfileImageGet.self,
        CalculatorTarget.self, CalculatorTargets.self, CalculatorProjection.self,
        CalculatorPlan.self,
        CatalogSearch.self, CatalogGet.self,
        CatalogPlannable.self,
        CatalogFoodsAdd.self, CatalogFoodsUpdate.self, CatalogFoodsRemove.self,
        CatalogFoodsImagePage.self, CatalogFoodsImageSet.self, CatalogFoodsImageRemove.self, CatalogFoodsImageGet.self,
        CatalogRecipesAdd.self, CatalogRecipesUpdate.self, CatalogRecipesRemove.self, CatalogRecipesGet.self,
        CatalogRecipesList.self,
        CatalogHealthyList.self, CatalogHealthyGet.self, CatalogHealthyAdd.self, CatalogHealthyUpdate.self,
        CatalogHealthyRemove.self,
        CatalogImport.self, CatalogBarcode.self,
        CatalogRemote.self, CatalogRemoteImport.self,
        DiaryDayGet.self, DiaryDays.self, DiaryEntriesAdd.self, DiaryEntriesUpdate.self, DiaryEntriesRemove.self,
        DiaryProgress.self,
        DiaryFoodsRecent.self,
        DiaryEntriesPut.self, DiaryChanges.self, DiaryDaysCopy.self, DiaryWaterSet.self, DiaryNoteSet.self,
        DiaryCartGet.self, DiaryCartUpdate.self, DiaryCartItemsSet.self, DiaryCartItemsRemove.self,
        DiaryCartCheckout.self,
        DiaryEntriesImagePage.self, DiaryEntriesImageSet.self, DiaryEntriesImageRemove.self, DiaryEntriesImageGet.self,
        DiaryExpenditure.self, DiaryAdvice.self,
        DiaryPlansMake.self, DiaryPlansList.self, DiaryPlansApply.self,
        DiaryImportsPage.self, DiaryImportsMake.self, DiaryImportsApply.self, DiaryExport.self,
        LeaderboardTop.self,
        LeaderboardBoards.self, LeaderboardOperatorRebuild.self, LeaderboardOperatorStatus.self,
        LeaderboardUser.self, LeaderboardDay.self,
        LeaderboardGroupsAdd.self, LeaderboardGroupsJoin.self, LeaderboardGroupsList.self, LeaderboardGroupsGet.self,
        LeaderboardGroupsUpdate.self, LeaderboardGroupsRemove.self, LeaderboardGroupsCodeRenew.self,
        LeaderboardGroupsMembersRemove.self,
        LeaderboardChallengesAdd.self, LeaderboardChallengesGet.self, LeaderboardChallengesRemove.self,
    ]

    /// The services that publish events and snapshots.
    package static let publishers: [ServiceName] = [.auth, .profile, .diary]

    private static let inspections = [Ping.method, ServiceInfo.method, ServiceStats.method]

    /// All methods, those of single services first.
    package static let all: [Method] =
        contracts.map { $0.method }
        + publishers.flatMap { [EventsSince.method(of: $0), Snapshot.method(of: $0), ErasedUsers.method(of: $0)] }
        + ExportPage.services.map(ExportPage.method(of:))
        + [BrokerStatus.method]
        + ServiceName.reserved.flatMap { service in inspections.map { $0(service) } }

    /// Finds a method by its name; nil if there is none.
    package static func method(named name: String) -> Method? {
        all.first { $0.name == name }
    }
}
