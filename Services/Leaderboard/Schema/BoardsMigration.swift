import Storage

extension LeaderboardSchema {
    /// The boards, computed from users and days, and stored so that a rank is a look-up.
    static let boardsMigration = Migration(
        "leaderboard-2",
        """
        -- The first own day on which scores change without an event; 0 to recompute all, null for never.
        ALTER TABLE person ADD COLUMN due_day INTEGER DEFAULT 0;
        CREATE INDEX person_due ON person (due_day, time_zone, day_start_hour) WHERE due_day IS NOT NULL;

        -- Streaks of logged days.
        CREATE TABLE run (
            user_id TEXT NOT NULL,
            last_day INTEGER NOT NULL,
            first_day INTEGER NOT NULL CHECK (first_day <= last_day),
            PRIMARY KEY (user_id, last_day)
        ) STRICT, WITHOUT ROWID;

        -- Each user's score on each board, adherence in tenths; null where they are not ranked.
        CREATE TABLE score (
            user_id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            week_adherence INTEGER,
            week_streak INTEGER,
            week_logged INTEGER,
            month_adherence INTEGER,
            month_streak INTEGER,
            month_logged INTEGER
        ) STRICT, WITHOUT ROWID;

        -- The same scores in the order of each board.
        CREATE TABLE standing (
            board INTEGER NOT NULL,
            score INTEGER NOT NULL,
            name TEXT NOT NULL,
            user_id TEXT NOT NULL,
            PRIMARY KEY (board, score DESC, name, user_id)
        ) STRICT, WITHOUT ROWID;

        -- The number of users with each score: a rank is one more than the number of users with a better score.
        CREATE TABLE bucket (
            board INTEGER NOT NULL,
            score INTEGER NOT NULL,
            people INTEGER NOT NULL CHECK (people >= 0),
            PRIMARY KEY (board, score)
        ) STRICT, WITHOUT ROWID;
        """
    )

    /// Marks every score for recomputation, since adherence counts other days than before.
    ///
    /// The first pass of ``DayRollover`` recomputes them in the background, 50 users per transaction.
    /// Until then a board may hold scores of both rules.
    ///
    /// Day 1 is long past; 0 would rebuild the streaks, too. Users without a due day have no score.
    static let fullDays = Migration(
        "leaderboard-full-days-1",
        "UPDATE person SET due_day = 1 WHERE due_day > 1;"
    )

    /// Adds whether the user has marked a day as complete; no earlier version of the diary has marks.
    static let completeDays = Migration(
        "leaderboard-complete-days-1",
        "ALTER TABLE day ADD COLUMN complete INTEGER NOT NULL DEFAULT 0 CHECK (complete IN (0, 1));"
    )

    /// Orders the shared foods of a day by the time at which their users logged last.
    ///
    /// Days from before have no time, and their foods no ids; they are removed after nine days.
    static let foodOrder = Migration(
        "leaderboard-food-order-1",
        """
        -- Seconds since 1970.
        ALTER TABLE day_food ADD COLUMN latest_at INTEGER NOT NULL DEFAULT 0;
        DROP INDEX day_food_by_day;
        CREATE INDEX day_food_by_day ON day_food (day_number, latest_at, user_id);
        """
    )

    /// Names the table of streaks after its rows.
    static let streakName = Migration("leaderboard-names-1", renaming: ["run": "streak"], "")
}
