/**
 * The modules of the app, each a folder beside this file. A further one is its folder and a line here.
 *
 * - `paths`: the beginnings of its screens' paths. Of several that fit, the longest counts.
 * - `icon`: its icon in the navigation; without one, other screens lead to it. Its label is the text `nav.<name>`, and
 *   `more.<name>.note` says more below it in the list of More.
 * - `roles`: only accounts with one of these find it, and in More only. The server checks each request itself.
 * - `open`: the paths that need no session.
 * - `isEarly`: it is fetched soon after the start, because Today uses it.
 * - `isOn`: false switches it off. What it has stored stays, and is sent.
 *
 * @type {readonly import("../types.d.ts").ModuleEntry[]}
 */
export const MODULES = [
  { name: "today", paths: ["", "day"], isOn: true },
  { name: "welcome", paths: ["welcome"], open: ["welcome"], isOn: true },
  { name: "progress", paths: ["progress"], icon: "progress", isOn: true },
  { name: "people", paths: ["people"], icon: "people", isOn: true },
  { name: "plan", paths: ["plan"], icon: "plan", isOn: true },
  { name: "foods", paths: ["foods"], icon: "foods", isOn: true },
  { name: "history", paths: ["history"], icon: "history", isOn: true },
  { name: "more", paths: ["more"], icon: "more", isOn: true },
  { name: "add", paths: ["add", "amount", "entry"], isEarly: true, isOn: true },
  { name: "day", paths: [], isEarly: true, isOn: true },
  { name: "device", paths: [], isEarly: true, isOn: true },
  { name: "target", paths: ["target"], isOn: true },
  { name: "questions", paths: ["questions", "welcome/calculator"], open: ["welcome/calculator"], isOn: true },
  { name: "scan", paths: ["scan"], isOn: true },
  { name: "factor", paths: ["more/security/factor"], isOn: true },
  { name: "imports", paths: ["more/data/import"], isOn: true },
  { name: "mail", paths: ["reset-password", "confirm-email"], open: ["reset-password", "confirm-email"], isOn: true },
  { name: "system", paths: ["system"], icon: "settings", roles: ["admin"], isOn: true },
  { name: "users", paths: ["system/users"], icon: "people", roles: ["staff", "admin"], isOn: true },
  { name: "reports", paths: ["system/reports", "foods/report"], icon: "note", roles: ["staff", "admin"], isOn: true },
];
