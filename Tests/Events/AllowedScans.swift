import QueryPlans

/// Full table scans of the events' own statements, which have none, and statements that only tests run.
let queryPlans = QueryPlans(allowed: [], statementsOfTests: ["SELECT user_id || date || kcal AS line FROM day"])
