import { expectAccessible } from "../support/accessibility";
import { bookSeat, createApprovedClass, createStudent, signInAdmin, type User } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs } from "../support/login";
import { expectPaymentComplete, payWithCard, VALID_CARD } from "../support/stripe";

const SELECTED_PATH = "/dashboard/my-selected-classes";
const WEEK = [7, 8, 9];

/** A day as `2027-07-05`, in this number of days. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

test("an admin copies last season and opens it, a returning family pays before a stranger", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const stamp = Date.now();
  const [bowls, looms, paper, glass] = [
    `Bowls ${stamp}`,
    `Looms ${stamp}`,
    `Paper ${stamp}`,
    `Glass ${stamp}`,
  ];
  const [last, next] = [`Last ${stamp}`, `Next ${stamp}`];
  const [admin, family, stranger] = await Promise.all([
    signInAdmin(),
    createStudent("Rita Returning"),
    createStudent("Sven Stranger"),
  ]);
  const lastSeason = { name: last, startsOn: day(-40), endsOn: day(40), opensAt: inSeconds(-5 * 86_400) };
  const { insertedId: lastId } = await admin.request<{ insertedId: string }>("POST", "/seasons", lastSeason);
  const inLastSeason = { season: `last-${stamp}`, seats: 10, price: 40, lessons: WEEK.map(lessonOn) };
  const bowlsId = await createApprovedClass(bowls, inLastSeason);
  await createApprovedClass(looms, inLastSeason);
  await createApprovedClass(paper, inLastSeason);
  await bookSeat(family, { _id: bowlsId, price: 40 });
  await admin.request("PUT", `/seasons/${lastId}`, { ...lastSeason, endsOn: day(-2) });

  await test.step("the admin adds a season and copies the last one into it", async () => {
    await openAs(page, admin, "/dashboard/seasons");
    await chooseInMenu(page, "New season");
    const dialog = page.getByRole("dialog", { name: "New season" });
    await dialog.getByLabel("Name").fill(next);
    await dialog.getByLabel("First day").fill(day(30));
    await dialog.getByLabel("Last day").fill(day(100));
    await dialog.getByRole("button", { name: "Add Season" }).click();
    await expect(page).toHaveURL(new RegExp(`manage-classes\\?season=next-${stamp}`));
    await copyLastSeason(page, last, "Copy 3 classes");
    await expect(page.getByText("3 classes, 0 of 30 seats sold")).toBeVisible();
    await expectAccessible(page, "the table of a season");
  });

  await test.step("on a phone a row folds its conflicts to one line", async () => {
    const desk = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    const choose = page.getByRole("checkbox", { name: `Choose ${bowls}` });
    const row = page.getByRole("row").filter({ has: choose });
    await expect(row.getByText("2 conflicts")).toBeVisible();
    await expect(row.getByRole("listitem")).toHaveCount(0);
    await row.getByText("2 conflicts").click();
    await expect(row.getByRole("listitem")).toHaveCount(2);
    await expectAccessible(page, "the list of a season on a phone");
    if (desk) await page.setViewportSize(desk);
    await page.reload();
  });

  await test.step("corrects three classes in the table, and approves all", async () => {
    await changeCell(page, `Price of ${bowls}`, "45");
    await changeCell(page, `Seats of ${looms}`, "12");
    await changeCell(page, `Place of ${paper}`, "Paper studio");
    await page.getByRole("checkbox", { name: "Choose all 3" }).check();
    await page.getByRole("button", { name: "Change the chosen classes" }).click();
    await page.getByRole("button", { name: "Set early price" }).click();
    const early = page.getByRole("dialog", { name: "Early price of 3 classes" });
    await early.getByLabel("Percent less").fill("10");
    await early.getByLabel("Until").fill(day(1));
    await early.getByRole("button", { name: "Set Early Price" }).click();
    await expect(
      page.getByRole("button", { name: new RegExp(`^Early price of ${bowls}: \\$40 until`) }),
    ).toBeVisible();
    await page.getByRole("checkbox", { name: "Choose all 3" }).check();
    await page.getByRole("button", { name: "Change the chosen classes" }).click();
    await page.getByRole("button", { name: "Set early price" }).click();
    await early.getByRole("button", { name: "Set Early Price" }).click();
    await expect(page.getByRole("button", { name: `Early price of ${bowls}: none, change` })).toBeVisible();
    await page.getByRole("checkbox", { name: "Choose all 3" }).check();
    await page.getByRole("button", { name: "Approve 3" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await expect(page.getByRole("row").filter({ hasText: "Approved" })).toHaveCount(3);
    await page.reload();
    await expect(page.getByRole("button", { name: `Price of ${bowls}: $45, change` })).toBeVisible();
  });

  await test.step("sets the opening", async () => {
    await chooseInMenu(page, "Edit season");
    const dialog = page.getByRole("dialog", { name: `Edit ${next}` });
    await dialog.getByLabel("Registration opens on (optional)").fill(day(2));
    await dialog.getByRole("button", { name: "Save Season" }).click();
    await expect(page.getByText(/Registration opens .+, 9:00\sAM/)).toBeVisible();
  });

  for (const user of [family, stranger]) {
    await test.step(`${user.email} selects before the opening, and sees the countdown`, async () => {
      await openAs(page, user, `/all-classes?q=${stamp}&season=next-${stamp}`);
      await expect(page.getByRole("region", { name: "Registration" })).toContainText(next);
      await selectBoth(page, [bowls, looms]);
      await page.goto(SELECTED_PATH);
      await expect(page.getByText(/^Then one button pays for both seats: \$85\.00/)).toBeVisible();
      await expect(page.getByRole("link", { name: /^Pay/ })).toHaveCount(0);
      await expectAccessible(page, "My Selected Classes before the opening");
    });
  }

  await test.step("the family pays when registration opens for it, the stranger later", async () => {
    const { _id, ...season } = await findSeason(admin, next);
    const openings = { returningOpensAt: inSeconds(20), opensAt: inSeconds(60) };
    await admin.request("PUT", `/seasons/${_id}`, { ...season, ...openings });
    for (const user of [family, stranger]) {
      await openAs(page, user, SELECTED_PATH);
      await expect(page.getByRole("timer")).toHaveText(/^0:\d\d$/);
      await page.getByRole("link", { name: "Pay for 2 seats: $85.00" }).click({ timeout: 70_000 });
      await payWithCard(page, VALID_CARD);
      await expectPaymentComplete(page);
    }
  });

  await test.step("a second copy creates only the class that was added since", async () => {
    const { season: lastSlug, ...details } = inLastSeason;
    const added = await createApprovedClass(glass, details);
    await admin.request("PATCH", "/classes/season", { ids: [added], season: lastSlug });
    await openAs(page, admin, `/dashboard/manage-classes?season=next-${stamp}`);
    await copyLastSeason(page, last, "Copy 1 class");
    await expect(page.getByText("4 classes, 4 of 42 seats sold")).toBeVisible();
  });
});

function lessonOn(days: number) {
  return { date: day(days), from: "09:00", to: "12:00", place: "" };
}

async function findSeason(admin: User, name: string) {
  type Season = { _id: string; name: string; startsOn: string; endsOn: string };
  const season = (await admin.request<Season[]>("GET", "/seasons")).find((each) => each.name === name);
  if (!season) throw new Error("The admin has added no season.");
  return season;
}

async function chooseInMenu(page: Page, action: string): Promise<void> {
  await page.getByRole("button", { name: /^Season/ }).click();
  await page.getByRole("button", { name: action, exact: true }).click();
}

async function copyLastSeason(page: Page, last: string, button: string): Promise<void> {
  await chooseInMenu(page, "Copy a season");
  const dialog = page.getByRole("dialog", { name: /^Copy classes to/ });
  await dialog.getByLabel("Copy from").selectOption({ label: last });
  await dialog.getByRole("button", { name: button }).click();
  await expect(dialog).toBeHidden();
}

/** Changes a value in the table by keyboard. */
async function changeCell(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${name}:`) }).press("Enter");
  await page.getByRole("textbox", { name }).fill(value);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name })).toHaveCount(0);
}

async function selectBoth(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const card = page.getByRole("article", { name });
    await expect(card.getByText(/^Opens /)).toBeVisible();
    await card.getByRole("button", { name: `Select ${name}` }).click();
    await expect(card.getByText("You've selected this class.")).toBeVisible();
  }
}
