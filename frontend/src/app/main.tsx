import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router-dom";
import { removeExpired } from "../shared/storage";
import { App } from "./App";
import { reportErrors, rootOptions } from "./errorReports";
import { keepFocus } from "./keepFocus";
import { identifyLoadedPage } from "./RestoreScroll";
import { routes } from "./routes";
import "./styles/main.scss";

reportErrors();
const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");
identifyLoadedPage();
removeExpired();
const router = createBrowserRouter(routes);
// The first screen that the server rendered stays until the page is loaded.
void initialized(router).then(() => {
  keepFocus(root);
  // A transition renders in short tasks, between which the browser handles touches and keys.
  startTransition(() => createRoot(root, rootOptions).render(<App router={router} />));
});

function initialized({ state, subscribe }: typeof router): Promise<void> {
  if (state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = subscribe((next) => {
      if (!next.initialized) return;
      unsubscribe();
      resolve();
    });
  });
}
