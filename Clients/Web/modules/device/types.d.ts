// What the app knows of the device, and what it asks and hints because of that.

/** Missing until the part `device` has arrived. */
export interface DeviceState {
  /** True once the browser was asked to keep what is stored. */
  hasPersisted: boolean;
  /** True if the last request had an answer. */
  isOnline: boolean;
  /** A browser of Apple, which deletes what is stored after seven days without a visit; null for others, and for an app
   * on the home screen. */
  apple: "phone" | "mac" | null;
  /** True without HTTPS, where browsers give no worker, camera and locks. */
  isInsecure: boolean;
  /** True if the person has closed the hint. */
  isHintClosed: boolean;
  /** The device's time zone, if the person has to say whether it counts. */
  zone: string | null;
  /** True while keys without a modifier are shortcuts. */
  hasKeys: boolean;
  /** True while the list of shortcuts is open. */
  isListOpen: boolean;
}

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    device?: DeviceState;
    /** True while the list of what waits is open. */
    isWaitingOpen?: boolean;
  }

  interface ActionNames {
    device:
      | "device.closeHint"
      | "device.keys"
      | "device.known"
      | "device.list"
      | "device.ready"
      | "device.zone"
      | "device.zoneFailed"
      | "waiting.open"
      | "waiting.send";
  }

  interface EffectNames {
    device:
      | "device.keepDay"
      | "device.keepDays"
      | "device.leaveZone"
      | "device.look"
      | "device.lookZone"
      | "device.persist"
      | "device.saveHint"
      | "device.saveKeys"
      | "device.useZone"
      | "releaseToast";
  }
}
