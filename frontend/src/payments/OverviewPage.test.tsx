import { screen, within } from "@testing-library/react";
import { api } from "../testing/fakeApi";
import { anOverview, isSentHome } from "../testing/managing";
import { admin, instructor, renderAt, student } from "../testing/renderAt";

// A canvas cannot be drawn on here; what matters is which figures the chart is given.
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

const open = () => renderAt("/dashboard/overview", admin);
const figure = async (name: string) =>
  (await screen.findByText(name, { selector: "dt" })).parentElement as HTMLElement;

test("an admin sees how the school is doing", async () => {
  api.answer("GET /overview", anOverview());
  await open();
  expect(await figure("Students")).toHaveTextContent("1,204");
  expect(await figure("Instructors")).toHaveTextContent("6");
  expect(await figure("Seats sold")).toHaveTextContent("45of 320 in approved classes");
  expect(within(await figure("Income")).getByText("$1,234.50")).toBeVisible();
  expect(await figure("Approved classes")).toHaveTextContent("24");
  expect(await figure("Denied classes")).toHaveTextContent("1");
  expect(await figure("Pending classes")).toHaveTextContent("3");
  expect(screen.getByRole("link", { name: "Decide about them" })).toHaveAttribute(
    "href",
    "/dashboard/manage-classes?status=Pending",
  );
});

test("the chart and the table have the same figures", async () => {
  api.answer("GET /overview", anOverview());
  await open();
  const bars: number[] = JSON.parse((await screen.findByRole("img", { name: /^Bars/ })).dataset.bars ?? "[]");
  const [, ...rows] = within(screen.getByRole("table", { name: "Income by week" })).getAllByRole("row");
  const incomes = rows.map((row) => within(row).getAllByRole("cell")[2]?.textContent);
  expect(incomes).toHaveLength(12);
  expect(bars.map((bar) => `$${bar.toFixed(2)}`)).toEqual(incomes);
  expect(
    within(rows[11] as HTMLElement)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["Nov 16, 2026", "2", "$91.00"]);
});

test("a school without sales yet has zeros, and nothing waits", async () => {
  api.answer("GET /overview", anOverview({ income: 0, classes: { Pending: 0, Approved: 0, Denied: 0 } }));
  await open();
  expect(within(await figure("Income")).getByText("$0.00")).toBeVisible();
  expect(screen.getByText("none waits for you")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Decide about them" })).toBeNull();
  await screen.findByRole("img", { name: /^Bars/ });
});

test("figures that cannot be had are asked for again", async () => {
  api.refuse("GET /overview", 503, "database_unavailable", "The site is very busy.");
  const { user } = await open();
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.answer("GET /overview", anOverview());
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await figure("Students")).toHaveTextContent("1,204");
  await screen.findByRole("img", { name: /^Bars/ });
});

test.each([student, instructor])("no other role may see it: %s", async (visitor) => {
  await isSentHome("/dashboard/overview", visitor);
});
