// The names of the actions and effects of the module.
import "../../types/app.d.ts";

declare module "../../types/app.d.ts" {
  interface ActionNames {
    add:
      | "add.choose"
      | "add.collect"
      | "add.done"
      | "add.enter"
      | "add.lines"
      | "add.log"
      | "add.meal"
      | "add.minus"
      | "add.open"
      | "add.plus"
      | "add.quick"
      | "add.ready"
      | "add.tab"
      | "add.tray"
      | "add.type"
      | "add.unlog"
      | "amount.food"
      | "amount.foodFailed"
      | "amount.meal"
      | "amount.open"
      | "amount.portion"
      | "amount.save"
      | "amount.type"
      | "favourite.set"
      | "favourites.failed"
      | "favourites.loaded"
      | "lines.loaded"
      | "list.failed"
      | "list.loaded"
      | "outside.add"
      | "outside.failed"
      | "outside.known"
      | "outside.loaded"
      | "outside.search"
      | "outside.stored"
      | "recents.loaded"
      | "search.failed"
      | "search.loaded"
      | "tray.loaded";
  }

  interface EffectNames {
    add:
      | "add.loadList"
      | "keepTray"
      | "loadFavourites"
      | "loadFood"
      | "loadOffline"
      | "loadRecents"
      | "loadTray"
      | "outside.ask"
      | "outside.know"
      | "outside.remember"
      | "outside.store"
      | "parse"
      | "search";
  }
}
