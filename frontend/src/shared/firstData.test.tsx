import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import type { CampClass } from "../classes/api";
import { aClass } from "../testing/builders";
import { api } from "../testing/fakeApi";
import { renderAt } from "../testing/renderAt";
import { firstData } from "./config";
import { calls } from "./paths";
import { resourceOptions, usePublic, useRefresh } from "./resources";

afterEach(() => {
  for (const path of Object.keys(firstData)) delete firstData[path];
});

test("what came with the page is not asked for again", async () => {
  firstData[calls.popularClasses] = [aClass({ nameClass: "Clay Animals" })];
  await renderAt("/");
  expect(screen.getByRole("article", { name: "Clay Animals" })).toBeVisible();
  expect(api.asked("GET /popularClasses")).toHaveLength(0);
  expect(api.asked("GET /instructors")).toHaveLength(1);
});

test("what somebody changed meanwhile is", async () => {
  firstData[calls.classes] = [aClass({ nameClass: "Clay Animals" })];
  api.answer("GET /classes", [aClass({ nameClass: "Clay Beasts" })]);
  const first = render(<List />);
  await userEvent.click(screen.getByRole("button", { name: "Clay Animals" }));
  expect(await screen.findByRole("button", { name: "Clay Beasts" })).toBeVisible();
  first.unmount();
  render(<List />);
  await waitFor(() => expect(api.asked("GET /classes")).toHaveLength(2));
});

/** Whoever presses the button has changed something. */
function List() {
  return (
    <SWRConfig
      value={{ ...resourceOptions, fallback: firstData, provider: () => new Map(), dedupingInterval: 0 }}
    >
      <Names />
    </SWRConfig>
  );
}

function Names() {
  const { data } = usePublic<CampClass[]>(calls.classes);
  const refresh = useRefresh();
  return (
    <button type="button" onClick={() => void refresh(calls.classes)}>
      {data?.map(({ nameClass }) => nameClass).join(", ")}
    </button>
  );
}
