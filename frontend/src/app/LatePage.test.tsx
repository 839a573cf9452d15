import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { LatePage, PageCode } from "./LatePage";

function Clay() {
  return <h1>Clay</h1>;
}

/** A page whose code fails to come so many times. */
async function open(failures: number) {
  const load = jest.fn(async () => {
    if (load.mock.calls.length <= failures) throw new Error("Loading chunk 7 failed.");
    return { default: Clay };
  });
  const router = createMemoryRouter([{ path: "/", element: <LatePage code={new PageCode(load)} /> }]);
  await act(async () => render(<RouterProvider router={router} />));
  return load;
}

test("a page is there once its code has come", async () => {
  const load = await open(0);
  expect(screen.getByRole("heading", { name: "Clay" })).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

test("code that does not come is told, and asked for again by hand", async () => {
  await open(2);
  const again = () => userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("This page did not arrive");
  await again();
  expect(screen.getByRole("alert")).toHaveTextContent("Check your connection and try again");
  await again();
  expect(screen.getByRole("heading", { name: "Clay" })).toBeVisible();
});

test("code that did not come is asked for as soon as the network is back", async () => {
  const load = await open(1);
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(screen.getByRole("heading", { name: "Clay" })).toBeVisible();
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(load).toHaveBeenCalledTimes(2);
});
