import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, Link, RouterProvider } from "react-router-dom";
import { setUpUser } from "../../testing/setUpUser";
import { advanceTime } from "../../testing/time";
import { useSearchState } from "./useSearchState";

const parse = (query: URLSearchParams) => ({ text: query.get("q") ?? "" });
const write = ({ text }: { text: string }) => new URLSearchParams(text ? { q: text } : {});

function SearchPage() {
  const [{ text }, change] = useSearchState(parse, write);
  return (
    <>
      <input aria-label="Search" value={text} onChange={(event) => change({ text: event.target.value })} />
      <Link to="/result">Result</Link>
    </>
  );
}

/** Renders the search page. The page behind its link is loaded when `load` is called. */
async function open() {
  let load = () => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  const lazy = async () => {
    await loaded;
    return { element: <h1>Result</h1> };
  };
  const router = createMemoryRouter([
    { path: "/", element: <SearchPage /> },
    { path: "/result", lazy },
  ]);
  await act(async () => render(<RouterProvider router={router} />));
  return { router, load, user: setUpUser() };
}

test("writes the state into the URL when the user pauses", async () => {
  const { router, user } = await open();
  await user.type(screen.getByLabelText("Search"), "clay");
  expect(router.state.location.search).toBe("");
  await advanceTime({ seconds: 1 });
  expect(router.state.location.search).toBe("?q=clay");
});

test("does not cancel a navigation that starts before the URL is written", async () => {
  const { router, load, user } = await open();
  await user.type(screen.getByLabelText("Search"), "clay");
  await user.click(screen.getByRole("link", { name: "Result" }));
  await advanceTime({ seconds: 1 });
  await act(async () => load());
  expect(router.state.location.pathname).toBe("/result");
  expect(screen.getByRole("heading", { name: "Result" })).toBeVisible();
});

test("does not cancel a navigation that React has not rendered yet", async () => {
  const { router, load, user } = await open();
  await user.type(screen.getByLabelText("Search"), "clay");
  // In one task, so that the router has started when the time is over, and React has rendered nothing.
  await act(async () => {
    void router.navigate("/result");
    jest.advanceTimersByTime(1000);
  });
  await act(async () => load());
  expect(router.state.location.pathname).toBe("/result");
});
