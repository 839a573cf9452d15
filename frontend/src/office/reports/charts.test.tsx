import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { anOverview } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { admin, expectRedirectHome, instructor, renderAt, student } from "../../testing/renderAt";

// jsdom has no canvas. The fake chart exposes its data instead.
jest.mock("react-chartjs-2", () => ({
  Bar: ({
    data,
    ...rest
  }: {
    data: { datasets: { data: number[] }[] };
    role: string;
    "aria-label": string;
  }) => <canvas {...rest} data-bars={JSON.stringify(data.datasets[0]?.data)} />,
}));

// The page imports the chart when it shows it. The import takes real time, and the tests use fake timers.
beforeAll(() => import("./WeeksChart"));

// The twelve weeks before those of the overview, and the three before the range in November.
beforeEach(() => {
  api.respond("GET /overview?firstDay=2026-06-08&lastDay=2026-08-30", anOverview({ weeks: [] }));
  api.respond("GET /overview?firstDay=2026-10-12&lastDay=2026-11-01", anOverview({ weeks: [] }));
});

const openPage = () => renderAt("/dashboard/money/charts", admin);
const findFigure = async (name: string) =>
  (await screen.findByText(name, { selector: "dt" })).parentElement as HTMLElement;

test("shows the statistics of the school", async () => {
  api.respond("GET /overview", anOverview());
  await openPage();
  expect(await findFigure("Students")).toHaveTextContent("1,204");
  expect(await findFigure("Instructors")).toHaveTextContent("6");
  expect(await findFigure("Seats sold")).toHaveTextContent("45 of 320");
  expect(await findFigure("Income after refunds")).toHaveTextContent("$1,234.50");
});

test("shows the same numbers in the chart and in its text", async () => {
  api.respond("GET /overview", anOverview());
  await openPage();
  const bars: number[] = JSON.parse(
    (await screen.findByRole("img", { name: /^Bar chart/ })).dataset.bars ?? "[]",
  );
  const region = within(screen.getByRole("region", { name: "Income by week" }));
  const texts = region.getAllByRole("listitem").map((item) => item.textContent);
  expect(texts).toHaveLength(12);
  bars.forEach((bar, index) => {
    expect(texts[index]).toContain(`$${bar.toFixed(2)}`);
  });
  expect(texts[11]).toBe("Week of Nov\u00a016, 2026: $91.00, 2 sales");
  expect(region.queryByRole("table")).toBeNull();
});

test("shows the days in the URL, and the top classes", async () => {
  api.respond("GET /overview", anOverview());
  const one = { week: "2026-11-02", income: 45.5, sales: 1 };
  const november = anOverview({ firstDay: "2026-11-02", weeks: [one], topClasses: [] });
  api.respond("GET /overview?firstDay=2026-11-02", november);
  const { user, at } = await openPage();
  const top = within(await screen.findByRole("table", { name: "Top classes by income" }));
  expect(top.getAllByRole("row")[1]).toHaveTextContent("Clay Animals2$91.00");
  expect(screen.getByLabelText("From")).toHaveValue("2026-08-31");
  await user.clear(screen.getByLabelText("From"));
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-11-02" } });
  await waitFor(() => expect(at().search).toBe("?from=2026-11-02"));
  await waitFor(() => expect(screen.queryByRole("table", { name: "Top classes by income" })).toBeNull());
  const region = within(screen.getByRole("region", { name: "Income by week" }));
  expect(region.getAllByRole("listitem")).toHaveLength(1);
});

test("shows why the server rejects the days", async () => {
  api.respond("GET /overview", anOverview());
  api.handle("GET /overview?firstDay=2026-11-02&lastDay=2026-11-01", () => ({
    status: 400,
    body: { code: "invalid", message: "", fields: { firstDay: ["The first day can't be after the last."] } },
  }));
  await renderAt("/dashboard/money/charts?from=2026-11-02&to=2026-11-01", admin);
  expect(await screen.findByText("The first day can't be after the last.")).toBeVisible();
});

test("compares the days shown with as many days before", async () => {
  api.respond("GET /overview", anOverview());
  const week = { week: "2026-08-03", income: 70, sales: 2 };
  api.respond("GET /overview?firstDay=2026-06-08&lastDay=2026-08-30", anOverview({ weeks: [week] }));
  await openPage();
  const income = within(await findFigure("Income in this period"));
  expect(income.getByText("$91.00")).toBeVisible();
  expect(await income.findByText("30% more than $70.00 before")).toBeVisible();
  expect(await findFigure("Sales in this period")).toHaveTextContent("2The same as before");
  expect(screen.getByText(/^Compared with Jun 8 – Aug 30, 2026/)).toBeVisible();
});

test("links each of the top classes to its page", async () => {
  api.respond("GET /overview", anOverview());
  await openPage();
  expect(await screen.findByRole("link", { name: "Clay Animals" })).toHaveAttribute(
    "href",
    "/dashboard/classes/7",
  );
});

test("downloads the weeks as CSV", async () => {
  api.respond("GET /overview", anOverview());
  api.respondFile("GET /overview?format=csv", "Week of", "income.csv");
  const downloads: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.download);
  });
  const { user } = await openPage();
  await user.click(await screen.findByRole("button", { name: "Download CSV" }));
  await waitFor(() => expect(downloads).toEqual(["income.csv"]));
});

test("shows an error and retries if the statistics cannot be loaded", async () => {
  api.fail("GET /overview", 503, "database_unavailable", "The site is very busy.");
  const { user } = await openPage();
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.respond("GET /overview", anOverview());
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await findFigure("Students")).toHaveTextContent("1,204");
});

test.each([student, instructor])("redirects the role $role to the home page", async (user) => {
  await expectRedirectHome("/dashboard/money/charts", user);
});
