import { GOOD, isEnrolled, payButton, typeCard } from "./cards";
import { aStudent, logIn, offer, openClasses, PASSWORD, pay, select } from "./people";
import { expect, type Page, test } from "./test";
import { isTold } from "./trouble";

const INSTRUCTOR = "instructor@camp.example";

test.describe("a session that ends under somebody who is typing", () => {
  // The browser itself reports the refusal.
  test.use({ mayComplain: /status of 401/ });

  test("a new class", async ({ page }) => {
    await logIn(page, INSTRUCTOR);
    await page.goto("/dashboard/add-class");
    await page.getByLabel("Class Name").fill("Half a Class");
    await page.getByLabel("Available Seats").fill("9");
    await page.getByLabel("Price").fill("12.50");
    await page.getByLabel("Image").setInputFiles("../static/pictures/about-800.webp");
    const preview = page.getByRole("img", { name: "The picture as it will be seen" });
    await expect(preview).toHaveAttribute("src", /\/media\//);
    await page.getByLabel("Description (optional)").fill("The other half follows.");
    await endsWith(page, () => page.getByRole("button", { name: "Add Class" }).click());
    await comesBack(page, INSTRUCTOR, "/dashboard/add-class");
    await expect(page.getByLabel("Class Name")).toHaveValue("Half a Class");
    await expect(page.getByLabel("Available Seats")).toHaveValue("9");
    await expect(page.getByLabel("Price")).toHaveValue("12.50");
    await expect(page.getByLabel("Description (optional)")).toHaveValue("The other half follows.");
    await expect(preview).toHaveAttribute("src", /\/media\//);
  });

  test("a changed class", async ({ page }) => {
    await logIn(page, INSTRUCTOR);
    await page.goto("/dashboard/my-classes");
    await page
      .getByRole("link", { name: /^Update / })
      .first()
      .click();
    await page.getByLabel("Description (optional)").fill("Now with more glue.");
    const { pathname } = new URL(page.url());
    await endsWith(page, () => page.getByRole("button", { name: "Update Class" }).click());
    await comesBack(page, INSTRUCTOR, pathname);
    await expect(page.getByLabel("Description (optional)")).toHaveValue("Now with more glue.");
  });

  test("a profile", async ({ page }) => {
    const { email } = await aStudent("Nell Needle");
    await logIn(page, email);
    await page.goto("/dashboard/profile");
    await page.getByLabel("Name", { exact: true }).fill("Nell N.");
    await endsWith(page, () => page.getByRole("button", { name: "Save" }).click());
    await comesBack(page, email, "/dashboard/profile");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nell N.");
  });

  test("feedback", async ({ page }) => {
    const admin = "admin@camp.example";
    await logIn(page, admin);
    const address = "/dashboard/manage-classes?status=Pending";
    await page.goto(address);
    await page
      .getByRole("button", { name: /^Send Feedback / })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: "Class Denied! Write Your Feedback Here" });
    await dialog.getByLabel("Feedback").fill("Say what one takes home.");
    await endsWith(page, () => dialog.getByRole("button", { name: "Deny and Send" }).click());
    await comesBack(page, admin, address);
    await expect(dialog.getByLabel("Feedback")).toHaveValue("Say what one takes home.");
    await expect(dialog.getByRole("button", { name: "Deny and Send" })).toBeEnabled();
  });
});

test.describe("two tabs", () => {
  // The card provider refuses whoever confirms a payment second.
  test.use({ mayComplain: /status of 400/ });

  test("who logs out in one is logged out in the other, and what is forbidden there is not shown", async ({
    page,
  }) => {
    const { email } = await aStudent();
    await logIn(page, email);
    const other = await page.context().newPage();
    await other.goto("/dashboard/my-payment-history");
    await expect(other.getByText("You have not paid for a class yet.")).toBeVisible();
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(other).toHaveURL(/\/login$/);
    await other.goBack();
    await expect(other.getByText("You have not paid for a class yet.")).toHaveCount(0);
    await other.close();
  });

  test("who pays in both is charged once, and both tell it", async ({ page }) => {
    const [student, [wanted]] = await Promise.all([aStudent(), openClasses()]);
    if (!wanted) throw new Error("The demo has no class with a free seat.");
    const id = await select(student, wanted._id);
    await logIn(page, student.email);
    const other = await page.context().newPage();
    const tabs = [page, other];
    for (const tab of tabs) {
      await tab.goto(`/dashboard/payment/${id}`);
      await expect(tab.getByRole("timer")).toBeVisible();
      await typeCard(tab, GOOD);
    }
    await Promise.all(tabs.map((tab) => payButton(tab).dblclick()));
    for (const tab of tabs) await isEnrolled(tab);
    expect(await student.call("GET", `/payments/${student.email}`)).toHaveLength(1);
    expect(await student.call("GET", `/enrolledStudent/${student.email}`)).toHaveLength(1);
    await other.close();
  });
});

test.describe("a class that filled while somebody looked at it", () => {
  test.use({ mayComplain: /status of 409/ });

  test("cannot be selected, and says so", async ({ page }) => {
    const name = `Last Chair ${Date.now()}`;
    const [id, student, quicker] = await Promise.all([
      offer(name, { seats: 1, price: 0 }),
      aStudent(),
      aStudent("Quentin Quick"),
    ]);
    await logIn(page, student.email);
    await page.goto("/all-classes");
    const card = page.getByRole("article", { name });
    await expect(card.getByRole("button", { name: "Select" })).toBeEnabled();
    await select(quicker, id);
    await quicker.call("POST", "/payments", { classId: id });
    await card.getByRole("button", { name: "Select" }).dblclick();
    await isTold(page, /This class is full/);
    await expect(card.getByText("Sold out", { exact: true })).toBeVisible();
    await expect(card.getByRole("button", { name: "Select" })).toBeDisabled();
  });

  test("cannot be paid for, and leads on", async ({ page }) => {
    const [student, quicker] = await Promise.all([aStudent(), aStudent("Quinn Quick")]);
    const camp = { _id: await offer(`Last Stool ${Date.now()}`, { seats: 1, price: 20 }), price: 20 };
    const [id] = await Promise.all([select(student, camp._id), select(quicker, camp._id)]);
    await logIn(page, student.email);
    await page.goto("/dashboard/my-selected-classes");
    await expect(page.getByRole("link", { name: /^Pay: / })).toBeVisible();
    await pay(quicker, camp);
    await page.getByRole("link", { name: /^Pay: / }).click();
    await expect(page).toHaveURL(new RegExp(`/payment/${id}$`));
    await isTold(page, /This class is full/);
    await expect(payButton(page)).toBeDisabled();
    await page.getByRole("link", { name: "Look at other classes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "All Classes" })).toBeVisible();
  });
});

/** The server, and the identity provider with it, will not have the person any longer. */
async function endsWith(page: Page, press: () => Promise<void>): Promise<void> {
  const bearing = (route: Parameters<Parameters<Page["route"]>[1]>[0]) =>
    route.request().headers().authorization
      ? route.fulfill({ status: 401, json: { code: "not_authenticated", message: "Log in, please." } })
      : route.fallback();
  // What the page asks by itself when it opens must not end the session before anything is pressed.
  await page.waitForLoadState("networkidle");
  await page.route("**/*", bearing);
  await press();
  await expect(page).toHaveURL(/\/login$/);
  await isTold(page, /Your session has ended. Please log in again/);
  await page.unroute("**/*", bearing);
}

async function comesBack(page: Page, email: string, address: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In", exact: true }).click();
  await expect(page).toHaveURL(address);
}
