package import Storage

extension AuthSchema {
    private static let secret = ExportTable.Form.withheld("a fingerprint of a secret, which the user has or knows")

    /// The tables of the account export that a user can download.
    package static let export = ExportSource(
        accountTables + secondFactorTables + mailTables,
        passedOver: [
            "refresh_token": "fingerprints of secrets, and when each was used; the session tells when it last was",
            "login_failure": "counted under keyed fingerprints for a quarter of an hour, account or not",
            "mail_request": "counted under fingerprints for an hour, account or not",
            "signing_key": "a secret, of nobody",
            "pending_erasure": "only of people who have left",
            "recovery_code":
                "fingerprints of secrets, which the user has; how many are left is told beside the second factor",
            "login_challenge": "fingerprints of sign-ins that wait for a code, for five minutes",
            "ended_session": "ids of sessions without their users, for an hour",
            "invitation": "of those who invite; nobody who was invited is named",
        ]
    )

    private static let accountTables = [
        ExportTable(
            "account",
            as: "account",
            condition: "id = ?1",
            key: ["id"],
            columns: [
                "id": .plain, "email": .plain, "name": .plain, "password_hash": secret,
                "created_at": .secondsSince1970, "disabled_at": .secondsSince1970,
                "email_confirmed_at": .secondsSince1970,
            ]
        ),
        ExportTable(
            "account_role",
            as: "roles",
            condition: "account_id = ?1",
            key: ["role"],
            columns: ["account_id": .owner, "role": .plain]
        ),
        ExportTable(
            "session",
            as: "sessions",
            condition: "account_id = ?1",
            key: ["id"],
            columns: [
                "id": .plain, "account_id": .owner, "created_at": .secondsSince1970, "used_at": .secondsSince1970,
                "device": .plain,
            ]
        ),
        ExportTable(
            "export",
            as: "exports",
            condition: "account_id = ?1",
            key: ["id"],
            columns: [
                "id": .plain, "account_id": .owner, "session_id": .plain, "created_at": .secondsSince1970,
                "downloads": .plain,
            ]
        ),
    ]

    private static let secondFactorTables = [
        ExportTable(
            "totp",
            as: "secondFactor",
            condition: "account_id = ?1",
            key: ["account_id"],
            columns: [
                "account_id": .owner, "sealed_secret": .withheld("a secret, which the user's app has"),
                "created_at": .secondsSince1970, "confirmed_at": .secondsSince1970,
                "last_step": .withheld(
                    "which code was taken last; it tells when the user signed in, as the session does"
                ),
            ]
        ),
        ExportTable(
            "totp_failure",
            as: "wrongCodes",
            condition: "account_id = ?1",
            key: ["id"],
            columns: ["id": .plain, "account_id": .owner, "at": .secondsSince1970]
        ),
        ExportTable(
            "personal_token",
            as: "personalTokens",
            condition: "account_id = ?1",
            key: ["id"],
            columns: [
                "id": .plain, "account_id": .owner, "hash": secret, "name": .plain, "scopes": .plain,
                "created_at": .secondsSince1970, "expires_at": .secondsSince1970, "used_at": .secondsSince1970,
            ]
        ),
        ExportTable(
            "one_time_password",
            as: "oneTimePassword",
            condition: "account_id = ?1",
            key: ["account_id"],
            columns: [
                "account_id": .owner, "password_hash": secret, "expires_at": .secondsSince1970,
                "used_at": .secondsSince1970,
            ]
        ),
    ]

    private static let mailTables = [
        ExportTable(
            "mail_outbox",
            as: "mailToSend",
            condition: "account_id = ?1",
            key: ["id"],
            columns: [
                "id": .plain, "account_id": .owner, "kind": .plain, "recipient": .plain, "attempts": .plain,
                "due_at": .secondsSince1970,
            ]
        ),
        ExportTable(
            "mail_token",
            as: "confirmations",
            condition: "account_id = ?1",
            // The primary key is the fingerprint, which the export withholds.
            key: ["rowid"],
            columns: [
                "hash": secret, "account_id": .owner, "purpose": .plain, "email": .plain,
                "expires_at": .secondsSince1970,
            ]
        ),
    ]
}
