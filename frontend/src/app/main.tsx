import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router-dom";
import { App } from "./App";
import { routes } from "./routes";
import "./styles/main.scss";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");
createRoot(root).render(<App router={createBrowserRouter(routes)} />);
