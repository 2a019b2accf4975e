package import Storage

extension AuthSchema {
    private static let secret = ExportTable.Form.withheld("a fingerprint of a secret that the user has or knows")

    /// The tables of the account export that a user can download.
    package static let export = ExportSource(
        accountTables + secondFactorTables + mailTables,
        omitted: [
            "refresh_token": "fingerprints of secrets with their times of use; the session contains the last one",
            "login_failure": "counted by keyed fingerprints for a quarter of an hour, with or without an account",
            "mail_request": "counted by fingerprints for an hour, with or without an account",
            "signing_key": "secrets of the server, not of a user",
            "pending_erasure": "only of erased users",
            "recovery_code":
                "fingerprints of secrets that the user has; the status of the second factor shows how many are left",
            "login_challenge": "fingerprints of sign-ins that wait for a code, for five minutes",
            "ended_session": "ids of sessions without their users, for an hour",
            "demo_account": "names of the accounts of a demonstration, which are the same on every server",
            "invitation": "data of the inviting administrators; no invited user is named",
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
                "email_confirmed_at": .secondsSince1970, "language": .plain,
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
                "account_id": .owner, "sealed_secret": .withheld("a secret that the user's app has"),
                "created_at": .secondsSince1970, "confirmed_at": .secondsSince1970,
                "last_step": .withheld(
                    "the step of the last accepted code, which shows the time of a sign-in as the session does"
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
