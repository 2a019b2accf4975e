// All types of the app; each part of the state has a file in `types/`. The gateway does not serve these files: `deno
// check` reads them.
export type * from "./types/add.d.ts";
export type * from "./types/api.d.ts";
export type * from "./types/app.d.ts";
export type * from "./types/drafts.d.ts";
export type * from "./types/module.d.ts";
export type * from "./types/today.d.ts";
export type * from "./types/welcome.d.ts";
