import { screen } from "@testing-library/react";
import { ENROLLED, PAYMENTS, SELECTED } from "../testing/checkoutPages";
import { api } from "../testing/fakes/fakeApi";
import { renderAt, student } from "../testing/renderAt";

const SELECTED_PATH = "/dashboard/my-selected-classes";
const ENROLLED_PATH = "/dashboard/my-enrolled-classes";
const HISTORY_PATH = "/dashboard/my-payment-history";

test.each([SELECTED_PATH, ENROLLED_PATH, HISTORY_PATH, `${ENROLLED_PATH}/5`])(
  "redirects a visitor from %s to the login page",
  async (path) => {
    const { at } = await renderAt(path);
    expect(at()).toMatchObject({ pathname: "/login", state: { from: { pathname: path } } });
  },
);

test.each([
  [SELECTED_PATH, SELECTED, "You haven't selected a class yet."],
  [ENROLLED_PATH, ENROLLED, "You're not enrolled in a class yet."],
  [HISTORY_PATH, PAYMENTS, "You haven't paid for a class yet."],
  [`${ENROLLED_PATH}/5`, ENROLLED, "You don't have a seat in this class."],
] as const)(
  "shows an error and retries if the data of %s cannot be loaded",
  async (path, call, emptyTitle) => {
    api.respond(PAYMENTS, []);
    api.fail(call, 503, "database_unavailable", "The site is very busy.");
    const { user } = await renderAt(path, student);
    expect(await screen.findByRole("alert")).toHaveTextContent("The site is very busy.");
    expect(screen.getByRole("heading", { level: 1 })).toBeVisible();
    api.respond(call, []);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText(emptyTitle)).toBeVisible();
  },
);
