import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { setUpUser } from "../testing/setUpUser";
import { LazyPage, PageChunk } from "./LazyPage";

function Clay() {
  return <h1>Clay</h1>;
}

/** Renders a page whose chunk fails to load the given number of times. */
async function open(failures: number) {
  const load = jest.fn(async () => {
    if (load.mock.calls.length <= failures) throw new Error("Loading chunk 7 failed.");
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
