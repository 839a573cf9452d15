/** Completes the environment of the tests before any other module is loaded. */
import { setImmediate } from "node:timers";

// React's scheduler prefers setImmediate. Without it, its tasks wait for a timer in real time, and tests with fake
// timers may end before that.
globalThis.setImmediate = setImmediate;

// Browser APIs that jsdom does not implement.
window.scrollTo = () => {};
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });
