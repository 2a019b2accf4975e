// All types of the app; each part of the state has a file in `types/`. The gateway does not serve these files: `deno
// check` reads them.
export type * from "./types/add.d.ts";
export type * from "./types/api.d.ts";
export type * from "./types/app.d.ts";
export type * from "./types/device.d.ts";
export type * from "./types/drafts.d.ts";
export type * from "./types/factor.d.ts";
export type * from "./types/features.d.ts";
export type * from "./types/foods.d.ts";
export type * from "./types/history.d.ts";
export type * from "./types/mail.d.ts";
export type * from "./types/more.d.ts";
export type * from "./types/people.d.ts";
export type * from "./types/plan.d.ts";
export type * from "./types/progress.d.ts";
export type * from "./types/questions.d.ts";
export type * from "./types/scan.d.ts";
export type * from "./types/system.d.ts";
export type * from "./types/target.d.ts";
export type * from "./types/today.d.ts";
export type * from "./types/users.d.ts";
export type * from "./types/welcome.d.ts";
