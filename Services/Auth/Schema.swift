package import Storage

/// The schema of the auth database; times are in seconds since 1970.
package enum AuthSchema {
    /// All tables, as they were on 2026-11-28; a later change is a migration of its own.
    package static let tables: [TableSchema] = [
        TableSchema(
            "account",
            [
                .text("id", .key), .text("email", .unique, .check("email <> ''")), .text("name"),
                .text("password_hash", .check("password_hash LIKE '$argon2id$%'")), .integer("created_at"),
                .integer("disabled_at", .optional), .integer("email_confirmed_at", .optional),
                .text("language", .optional),
            ],
            isClustered: false
        ),
        TableSchema(
            "account_role",
            [
                .text("account_id", .references("account", "id", removesWith: true)),
                .text("role", .check("role IN ('user', 'staff', 'admin')")),
            ],
            key: ["account_id", "role"],
            isClustered: false,
            indexes: [.index("account_role_by_role", ["role"])]
        ),
        // A sign-in on one device. `device` helps users find sessions that are not theirs.
        TableSchema(
            "session",
            [
                .text("id", .key), .text("account_id", .references("account", "id", removesWith: true)),
                .integer("created_at"), .integer("used_at", .check("used_at >= created_at")),
                .text("device", .optional, .check("device <> ''")),
            ],
            isClustered: false,
            indexes: [
                .index("session_by_use", ["used_at"]),
                .index("session_by_account", ["account_id", "id"]),
            ]
        ),
        TableSchema(
            "refresh_token",
            [
                .blob("hash", .key, .check("length(hash) = 32")),
                .text("session_id", .references("session", "id", removesWith: true)), .integer("used_at", .optional),
                .blob("successor_nonce", .optional),
            ],
            checks: ["(used_at IS NULL) = (successor_nonce IS NULL)"],
            isClustered: false,
            indexes: [.index("refresh_token_by_session", ["session_id", "used_at"])]
        ),
        // Counted failures of sign-ins, by a hash of the address.
        TableSchema(
            "login_failure",
            [.integer("id", .key), .blob("email_hash", .check("length(email_hash) = 32")), .integer("at")],
            indexes: [
                .index("login_failure_by_email", ["email_hash", "at"]),
                .index("login_failure_by_time", ["at"]),
            ]
        ),
        // The keys that sign access tokens, with the times at which each begins to sign and stops being published.
        TableSchema(
            "signing_key",
            [
                .integer("generation", .key, .check("generation >= 1")),
                .blob("private_key", .check("length(private_key) = 32")), .integer("created_at"),
                .integer("signs_at", .default("0")), .integer("retires_at", .optional),
            ]
        ),
        // Erased users until every service has confirmed the erasure, with the position of the event in the outbox.
        TableSchema("pending_erasure", [.text("user_id", .key), .integer("sequence")]),
        // Counted requests for mail.
        TableSchema(
            "mail_request",
            [.integer("id", .key), .blob("hash", .check("length(hash) = 32")), .integer("at")],
            indexes: [
                .index("mail_request_by_hash", ["hash", "at"]),
                .index("mail_request_by_time", ["at"]),
            ]
        ),
        // The sealed secrets of authenticator apps.
        TableSchema(
            "totp",
            [
                .text("account_id", .key, .references("account", "id", removesWith: true)), .blob("sealed_secret"),
                .integer("created_at"), .integer("confirmed_at", .optional), .integer("last_step", .optional),
            ],
            checks: ["(confirmed_at IS NULL) = (last_step IS NULL)"],
            isClustered: false
        ),
        TableSchema(
            "recovery_code",
            [
                .text("account_id", .references("totp", "account_id", removesWith: true)),
                .blob("hash", .check("length(hash) = 32")),
            ],
            key: ["account_id", "hash"]
        ),
        // Sign-ins that wait for a code.
        TableSchema(
            "login_challenge",
            [
                .blob("hash", .key, .check("length(hash) = 32")),
                .text("account_id", .references("totp", "account_id", removesWith: true)),
                .blob("password_fingerprint", .check("length(password_fingerprint) = 32")), .integer("created_at"),
                .integer("attempts", .default("0"), .check("attempts >= 0")),
            ],
            isClustered: false,
            indexes: [
                .index("login_challenge_by_account", ["account_id"]),
                .index("login_challenge_by_time", ["created_at"]),
            ]
        ),
        // Counted wrong codes.
        TableSchema(
            "totp_failure",
            [
                .integer("id", .key), .text("account_id", .references("account", "id", removesWith: true)),
                .integer("at"),
            ],
            indexes: [
                .index("totp_failure_by_account", ["account_id", "at"]),
                .index("totp_failure_by_time", ["at"]),
            ]
        ),
        // Personal access tokens: hashed, with scopes separated by spaces, and the hour of the last use.
        TableSchema(
            "personal_token",
            [
                .text("id", .key), .text("account_id", .references("account", "id", removesWith: true)),
                .blob("hash", .unique, .check("length(hash) = 32")), .text("name", .check("name <> ''")),
                .text("scopes", .check("scopes <> ''")), .integer("created_at"),
                .integer("expires_at", .check("expires_at > created_at")), .integer("used_at", .optional),
            ],
            isClustered: false,
            indexes: [.index("personal_token_by_account", ["account_id", "id"])]
        ),
        // Ended sessions that may still have a valid access token, without their users.
        TableSchema(
            "ended_session",
            [.integer("number", .numbered), .text("session_id", .unique), .integer("ended_at")],
            indexes: [.index("ended_session_by_time", ["ended_at"])]
        ),
        // A one-time password has the hash of the password that it replaces, so it is void as soon as that changes.
        TableSchema(
            "one_time_password",
            [
                .text("account_id", .key, .references("account", "id", removesWith: true)), .text("password_hash"),
                .integer("expires_at"), .integer("used_at", .optional),
            ]
        ),
        // Invitations to register, with only the hashes of their codes.
        TableSchema(
            "invitation",
            [
                .text("id", .key), .blob("code_hash", .unique, .check("length(code_hash) = 32")),
                .text("note", .optional, .check("note <> ''")),
                .integer("uses", .default("0"), .check("uses BETWEEN 0 AND uses_max")),
                .integer("uses_max", .check("uses_max >= 1")), .integer("created_at"), .integer("expires_at"),
                .integer("revoked_at", .optional),
            ],
            isClustered: false,
            indexes: [.index("invitation_by_expiry", ["expires_at"])]
        ),
        // Exports that can be downloaded, without the exported data.
        TableSchema(
            "export",
            [
                .text("id", .key), .text("account_id", .references("account", "id", removesWith: true)),
                .text("session_id"), .integer("created_at"),
                .integer("downloads", .default("0"), .check("downloads >= 0")),
            ],
            isClustered: false,
            indexes: [
                .index("export_by_account", ["account_id", "created_at"]),
                .index("export_by_time", ["created_at"]),
            ]
        ),
        // A mail is stored as its kind and its recipient. Its text with the token is composed when it is sent, so the
        // database never contains a usable token. A mail without an account stands for a request that sends nothing;
        // see `AuthService/forgotPassword`.
        TableSchema(
            "mail_outbox",
            [
                .text("id", .key), .text("account_id", .optional, .references("account", "id", removesWith: true)),
                .text(
                    "kind",
                    .check(
                        "kind IN ( 'passwordReset', 'passwordChanged', 'emailConfirmation', 'emailChangeNotice', 'addressConfirmation', 'tokenMade' )"
                    )
                ),
                .text("recipient", .optional, .check("recipient <> ''")),
                .integer("attempts", .default("0"), .check("attempts >= 0")), .integer("due_at"),
            ],
            checks: ["(kind IN ('emailConfirmation', 'emailChangeNotice')) = (recipient IS NOT NULL)"],
            isClustered: false,
            indexes: [
                .index("mail_outbox_by_time", ["due_at"]),
                .index("mail_outbox_by_account", ["account_id"]),
            ]
        ),
        // The tokens in sent mail.
        TableSchema(
            "mail_token",
            [
                .blob("hash", .key, .check("length(hash) = 32")),
                .text("account_id", .references("account", "id", removesWith: true)),
                .text("purpose", .check("purpose IN ('passwordReset', 'emailChange', 'addressConfirmation')")),
                .text("email", .optional, .check("email <> ''")), .integer("expires_at"),
            ],
            checks: ["(purpose = 'emailChange') = (email IS NOT NULL)"],
            isClustered: false,
            indexes: [
                .index("mail_token_by_account", ["account_id"]),
                .index("mail_token_by_time", ["expires_at"]),
            ]
        ),
        // The accounts of a demonstration, in which anyone may sign in while the setting `demo` is on. They mark a
        // database that has never been without them: an account of a user cannot become one of them later.
        TableSchema(
            "demo_account",
            [
                .text("name", .key, .check("name <> ''")),
                .text("account_id", .unique, .references("account", "id", removesWith: true)),
            ]
        ),
    ]

    /// All migrations, in order.
    package static let migrations = [
        Migration(
            baseline: "auth-2026-11",
            tables,
            replacing: FormerMigrations((1...13).map { "auth-\($0)" })
        )
    ]
}
