// Plays https://apis.google.com/js/api.js: what Firebase's sign-in by popup uses of it, on the site's page and in the
// identity provider's frame. Messages between the two carry `campGapi`.
(() => {
  const handlers = new Map();
  const waiting = new Map();
  let next = 1;

  class Peer {
    constructor(windowOf, loaded) {
      this.windowOf = windowOf;
      this.loaded = loaded;
    }

    register(type, handler) {
      handlers.set(type, handler);
    }

    send(type, data, answered) {
      const id = next++;
      waiting.set(id, answered);
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
    if (type === "answer") {
      const answered = waiting.get(message.id);
      waiting.delete(message.id);
      try {
        answered?.([message.data]);
      } catch {
        // Google's script swallows this too: Firebase throws here even when it is content with the answer.
      }
    } else if (handlers.has(type)) {
      const data = await handlers.get(type)(message.data);
      source.postMessage({ campGapi: "answer", id: message.id, data }, "*");
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
