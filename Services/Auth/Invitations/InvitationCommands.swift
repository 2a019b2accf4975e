package import Contracts
import Foundation
import ServiceKit
import Storage

extension AuthService {
    private static let secondsPerDay = 86_400

    /// Creates an invitation for staff or an admin.
    package func makeInvitation(
        _ request: AuthAdminInvitationsMake,
        _ context: RequestContext
    ) async throws -> AuthAdminInvitationsMake.Reply {
        try await makeInvitation(request, by: try Administrator(context), context)
    }

    /// Creates an invitation for the operator.
    package func makeInvitation(
        _ request: AuthOperatorInvitationsMake,
        _ context: RequestContext
    ) async throws -> AuthAdminInvitationsMake.Reply {
        let options = AuthAdminInvitationsMake(uses: request.uses, days: request.days, note: request.note)
        return try await makeInvitation(options, by: .localOperator, context)
    }

    private func makeInvitation(
        _ options: AuthAdminInvitationsMake,
        by administrator: Administrator,
        _ context: RequestContext
    ) async throws -> AuthAdminInvitationsMake.Reply {
        let note = options.note?.trimmingWhiteSpace
        let (nowS, usedAfterS) = (nowS, nowS - lifetimes.idleS)
        let code = ReadableCode.make()
        let new = NewInvitation(
            id: .make(),
            codeHash: Self.hash(ofInvitation: code) ?? Data(),
            note: note,
            usesMax: options.uses ?? AuthAdminInvitationsMake.usesDefault,
            expiresAt: nowS + (options.days ?? AuthAdminInvitationsMake.daysDefault) * Self.secondsPerDay
        )
        let made = try await store.write(context) { transaction in
            _ = try administrator.authority(transaction.reader, usedAfterS: usedAfterS)
            try transaction.insert(new, at: nowS)
            return try transaction.reader.invitation(new.id, at: nowS)
        }
        guard let made else { throw ServiceError(.internalError, "The invitation was not stored.") }
        security.record(.invitationMade(new.id, by: administrator.user), context)
        return AuthAdminInvitationsMake.Reply(invitation: made, code: code)
    }

    /// Returns the hash by which an invitation is found; nil if the text is no code.
    static func hash(ofInvitation code: String) -> Data? {
        ReadableCode.normalised(code).map { Fingerprint.of(Array($0.utf8)) }
    }
}

extension AuthService {
    /// Revokes an invitation for staff or an admin.
    package func revokeInvitation(
        _ request: AuthAdminInvitationsRevoke,
        _ context: RequestContext
    ) async throws -> Empty {
        try await revoke(request.id, by: try Administrator(context), request, context)
    }

    /// Revokes an invitation for the operator.
    package func revokeInvitation(
        _ request: AuthOperatorInvitationsRevoke,
        _ context: RequestContext
    ) async throws -> Empty {
        try await revoke(request.id, by: .localOperator, request, context)
    }

    private func revoke<Request: Contract>(
        _ invitation: InvitationID,
        by administrator: Administrator,
        _ request: Request,
        _ context: RequestContext
    ) async throws -> Empty {
        let (nowS, usedAfterS) = (nowS, nowS - lifetimes.idleS)
        _ = try await store.writeIdempotently(request, context) { transaction in
            _ = try administrator.authority(transaction.reader, usedAfterS: usedAfterS)
            guard try transaction.revoke(invitation, at: nowS) else { throw ServiceError.notFound("invitation") }
            return Empty()
        }
        security.record(.invitationRevoked(invitation, by: administrator.user), context)
        return Empty()
    }
}
