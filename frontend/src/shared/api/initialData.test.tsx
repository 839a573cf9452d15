import { render, screen, waitFor } from "@testing-library/react";
import { SWRConfig } from "swr";
import { aClass } from "../../testing/builders";
import { embedInPage } from "../../testing/embedInPage";
import { api } from "../../testing/fakes/fakeApi";
import { renderAt } from "../../testing/renderAt";
import { setUpUser } from "../../testing/setUpUser";
import { initialData } from "../config";
import { calls } from "../paths";
import { resourceOptions, useInvalidate, usePublicData } from "./resources";

test("does not request data that is embedded in the page", async () => {
  embedInPage({ [calls.popularClasses]: [aClass({ nameClass: "Clay Animals" })] });
  await renderAt("/");
  expect(screen.getByRole("article", { name: "Clay Animals" })).toBeVisible();
  expect(api.requests("GET /popularClasses")).toHaveLength(0);
  expect(api.requests("GET /instructors")).toHaveLength(1);
});

test("requests embedded data again after it was invalidated", async () => {
  embedInPage({ [calls.classes]: [aClass({ nameClass: "Clay Animals" })] });
  api.respond("GET /classes", [aClass({ nameClass: "Clay Beasts" })]);
  const cache = new Map();
  const first = render(<ClassNames cache={cache} />);
  await setUpUser().click(screen.getByRole("button", { name: "Clay Animals" }));
  expect(await screen.findByRole("button", { name: "Clay Beasts" })).toBeVisible();
  first.unmount();
  render(<ClassNames cache={cache} />);
  await waitFor(() => expect(api.requests("GET /classes")).toHaveLength(2));
});

function ClassNames({ cache }: { cache: Map<string, object> }) {
  const options = { ...resourceOptions, fallback: initialData, provider: () => cache, dedupingInterval: 0 };
  return (
    <SWRConfig value={options}>
      <InvalidateButton />
    </SWRConfig>
  );
}

function InvalidateButton() {
  const { data } = usePublicData(calls.classes);
  const invalidate = useInvalidate();
  return (
    <button type="button" onClick={() => void invalidate(calls.classes)}>
      {data?.map(({ nameClass }) => nameClass).join(", ")}
    </button>
  );
}
