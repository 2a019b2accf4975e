/** Loads all modules of the app, as opening each of their screens would. */
import { addModule } from "../../Clients/Web/core/modules.js";
import { MODULES } from "../../Clients/Web/modules/list.js";
import { FIRST_MODULES } from "../../Clients/Web/boot.js";
import "../../Clients/Web/views/today.js";
import "../../Clients/Web/views/welcome.js";

for (const { name } of MODULES) {
  if (name in FIRST_MODULES) continue;
  addModule(name, (await import(`../../Clients/Web/modules/${name}/index.js`)).default);
}
