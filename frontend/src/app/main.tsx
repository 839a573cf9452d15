import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router-dom";
import { App } from "./App";
import { routes } from "./routes";
import "./styles/main.scss";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");
const router = createBrowserRouter(routes);
// Until the page is there, what the server drew of it stays.
void isReady(router).then(() => createRoot(root).render(<App router={router} />));

function isReady({ state, subscribe }: typeof router): Promise<void> {
  if (state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}
