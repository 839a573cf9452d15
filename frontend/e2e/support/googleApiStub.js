// Replaces https://apis.google.com/js/api.js with the parts that Firebase's popup sign-in uses, both in the site's page
// and in Firebase's iframe. The two exchange messages that have the key `campGapi`.
(() => {
  const handlers = new Map();
  const pending = new Map();
  let next = 1;

  class Peer {
    constructor(windowOf, loaded) {
      this.windowOf = windowOf;
      this.loaded = loaded;
    }

    register(type, handler) {
      handlers.set(type, handler);
    }

    send(type, data, onResponse) {
      const id = next++;
      pending.set(id, onResponse);
      this.windowOf().postMessage({ campGapi: type, id, data }, "*");
    }

    restyle() {
      return Promise.resolve();
    }

    ping() {
      return this.loaded;
    }
  }

  addEventListener("message", async ({ data: message, source }) => {
    const type = message?.campGapi;
    if (type === undefined) return;
    if (type === "response") {
      const onResponse = pending.get(message.id);
      pending.delete(message.id);
      try {
        onResponse?.([message.data]);
      } catch {
        // Google's script ignores this error too: Firebase throws here even after success.
      }
    } else if (handlers.has(type)) {
      const data = await handlers.get(type)(message.data);
      source.postMessage({ campGapi: "response", id: message.id, data }, "*");
    }
  });

  function open({ where, url, attributes }, opened) {
    const frame = document.createElement("iframe");
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
    Object.assign(frame.style, attributes.style);
    frame.title = "Sign-in";
    frame.setAttribute("aria-hidden", "true");
    frame.tabIndex = -1;
    frame.src = url;
    where.append(frame);
    return opened(new Peer(() => frame.contentWindow, loaded));
  }

  window.gapi = {
    load: (_name, { callback }) => callback(),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: {},
      Iframe: Peer,
      getContext: () => ({ open, getParentIframe: () => new Peer(() => window.parent, Promise.resolve()) }),
    },
  };
  const onload = new URL(document.currentScript.src).searchParams.get("onload") ?? "gapi_onload";
  window[onload]?.();
})();
