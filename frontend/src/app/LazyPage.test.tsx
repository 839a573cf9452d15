import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { api } from "../testing/fakes/fakeApi";
import { setUpUser } from "../testing/setUpUser";
import { LazyPage, PageChunk } from "./LazyPage";

function Clay() {
  return <h1>Clay</h1>;
}

const CHUNK = "HEAD /static/build/7.0123456789abcdef.js";

function chunkLoadError(): Error {
  const details = { name: "ChunkLoadError", request: CHUNK.replace("HEAD ", "") };
  return Object.assign(new Error("Loading chunk 7 failed."), details);
}

/** Renders a page whose chunk fails to load the given number of times. */
async function open(failures: number, error = new Error("Loading chunk 7 failed.")) {
  const load = jest.fn(async () => {
    if (load.mock.calls.length <= failures) throw error;
    return { default: Clay };
  });
  const router = createMemoryRouter([{ path: "/", element: <LazyPage chunk={new PageChunk(load)} /> }]);
  await act(async () => render(<RouterProvider router={router} />));
  return load;
}

test("renders the page when its chunk is loaded", async () => {
  const load = await open(0);
  expect(screen.getByRole("heading", { name: "Clay" })).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

test("shows an error when the chunk fails to load, and retries on click", async () => {
  await open(2);
  const retry = () => setUpUser().click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("This page didn't load");
  await retry();
  expect(screen.getByRole("alert")).toHaveTextContent("Check your connection and try again");
  await retry();
  expect(screen.getByRole("heading", { name: "Clay" })).toBeVisible();
});

test("retries the chunk when the network is back", async () => {
  const load = await open(1);
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(screen.getByRole("heading", { name: "Clay" })).toBeVisible();
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(load).toHaveBeenCalledTimes(2);
});

test("shows no error before it knows whether a new version was deployed", async () => {
  let answer = () => {};
  api.handle(CHUNK, () => new Promise((resolve) => (answer = () => resolve({}))));
  await open(1, chunkLoadError());
  expect(screen.getByRole("progressbar", { name: "Loading the page" })).toBeInTheDocument();
  expect(screen.queryByRole("heading")).toBeNull();
  await act(async () => answer());
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("This page didn't load");
});

test("shows no error while the page reloads because a new version was deployed", async () => {
  const log = jest.spyOn(console, "error").mockImplementation();
  api.fail(CHUNK, 404, "not_found", "Sorry, we can't find that page.");
  await open(1, chunkLoadError());
  // jsdom reloads nothing.
  expect(log.mock.calls.flat().join()).toContain("Not implemented: navigation");
  expect(screen.getByRole("progressbar", { name: "Loading the page" })).toBeInTheDocument();
});
