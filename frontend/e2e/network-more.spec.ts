import path from "node:path";
import { aStudent, logIn, openClasses, passwordLink, select } from "./people";
import { expect, type Page, test } from "./test";
import { down, isNoRuin, isTold, OF_THE_NETWORK, unheard, unplugged } from "./trouble";

const PICTURE = path.join(__dirname, "../../static/pictures/about-800.webp");
const ADMIN = "admin@camp.example";
const INSTRUCTOR = "instructor@camp.example";
/** The part of the bundle that a page of its own waits for. */
const PART = /\/static\/build\/about\.[^/]+\.js$/;

// As in network.spec.ts: nothing is lost, and nothing looks broken.
test.use({ mayComplain: OF_THE_NETWORK });

test("an instructor offers a class and changes it", async ({ page }) => {
  await logIn(page, INSTRUCTOR);
  await page.goto("/dashboard/add-class");
  const name = `Net Knots ${Date.now()}`;
  await page.getByLabel("Class Name").fill(name);
  await page.getByLabel("Available Seats").fill("5");
  await page.getByLabel("Price").fill("31.50");
  await unplugged(page, async () => {
    await page.getByLabel("Image").setInputFiles(PICTURE);
    await isTold(page);
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("img", { name: "The picture as it will be seen" })).toHaveAttribute(
    "src",
    /\/media\//,
  );
  const add = page.getByRole("button", { name: "Add Class" });
  await unplugged(page, async () => {
    await add.click();
    await isTold(page);
    await expect(page.getByLabel("Class Name")).toHaveValue(name);
  });
  await unheard(page, /\/classes$/, async () => {
    await add.click();
    await isTold(page);
  });
  await add.click();
  await expect(page).toHaveURL(/\/my-classes$/);
  // The answer was lost, the class was not: it is not offered twice.
  await expect(page.getByRole("article", { name })).toHaveCount(1);

  await page.getByRole("link", { name: `Update ${name}` }).click();
  await page.getByLabel("Available Seats").fill("7");
  const update = page.getByRole("button", { name: "Update Class" });
  await unplugged(page, async () => {
    await update.click();
    await isTold(page);
    await expect(page.getByLabel("Available Seats")).toHaveValue("7");
  });
  await update.click();
  await expect(page.getByRole("article", { name }).getByText("7", { exact: true })).toBeVisible();
});

test("an admin decides, and gives a role", async ({ page }) => {
  const [teacher, pupil] = await Promise.all([aStudent("Tilda Twine"), aStudent("Pia Paste")]);
  const name = `Loose Ends ${Date.now()}`;
  await logIn(page, ADMIN);
  await page.goto(`/dashboard/all-users?q=${teacher.email}`);
  const promote = page.getByRole("button", { name: "Make Instructor Tilda Twine" });
  const doubt = page.getByRole("dialog", { name: "Make Tilda Twine an instructor?" });
  const goAhead = async () => {
    await promote.click();
    await doubt.getByRole("button", { name: "Make Instructor" }).click();
  };
  await expect(promote).toBeEnabled();
  await unplugged(page, async () => {
    await goAhead();
    await isTold(page);
  });
  await goAhead();
  await expect(promote).toBeDisabled();
  await expect(page.getByRole("button", { name: /^Make Instructor Pia/ })).toHaveCount(0);
  await unplugged(page, async () => {
    await page.getByRole("searchbox").fill(pupil.email);
    await isTold(page);
  });
  await expect(page.getByRole("button", { name: "Make Instructor Pia Paste" })).toBeVisible();

  const offered = { nameClass: name, seats: 3, price: 20, image: "/static/pictures/about.webp" };
  await teacher.call("POST", "/classes", offered);
  await page.goto("/dashboard/manage-classes?status=Pending");
  await page.getByRole("button", { name: `Send Feedback ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Class Denied! Write Your Feedback Here" });
  await dialog.getByLabel("Feedback").fill("Tie them, please.");
  await unplugged(page, async () => {
    await dialog.getByRole("button", { name: "Deny and Send" }).click();
    await isTold(page);
    await expect(dialog.getByLabel("Feedback")).toHaveValue("Tie them, please.");
  });
  await dialog.getByRole("button", { name: "Deny and Send" }).click();
  await expect(page.getByRole("article", { name })).toHaveCount(0);

  await teacher.call("POST", "/classes", { ...offered, nameClass: `${name} II` });
  await page.reload();
  const approve = page.getByRole("button", { name: `Approve ${name} II` });
  await expect(approve).toBeEnabled();
  await unplugged(page, async () => {
    await approve.click();
    await isTold(page);
  });
  await unheard(page, /\/classes\/approved\//, async () => {
    await approve.click();
    await isTold(page);
  });
  await approve.click();
  await expect(approve).toHaveCount(0);
});

test("a new password", async ({ page }) => {
  const { email } = await aStudent();
  await page.goto("/reset-password");
  await page.getByLabel("Email").fill(email);
  const send = page.getByRole("button", { name: "Send me the link" });
  await unplugged(page, async () => {
    await send.click();
    await isTold(page);
    await expect(page.getByLabel("Email")).toHaveValue(email);
  });
  await send.click();
  await expect(page.getByText(/a mail with a link is on its way/)).toBeVisible();

  await page.route(/accounts:resetPassword/, (route) => route.abort("failed"));
  await page.goto(await passwordLink(email));
  await isTold(page);
  await page.unroute(/accounts:resetPassword/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByLabel("New Password", { exact: true }).fill("Camp-2004!");
  await page.getByLabel("Confirm Password", { exact: true }).pressSequentially("Camp-2004!");
  const set = page.getByRole("button", { name: "Set the new password" });
  await unplugged(page, async () => {
    await set.click();
    await isTold(page);
    await expect(page.getByLabel("New Password", { exact: true })).toHaveValue("Camp-2004!");
  });
  await set.click();
  await expect(page).toHaveURL(/\/login$/);
});

test("a profile", async ({ page }) => {
  const student = await aStudent("Petra Plait");
  await logIn(page, student.email);
  await page.goto("/dashboard/profile");
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Petra Plait-Pell");
  const save = page.getByRole("button", { name: "Save" });
  await unplugged(page, async () => {
    await save.click();
    await isTold(page);
    await expect(name).toHaveValue("Petra Plait-Pell");
  });
  // Half of it arrives: here, and not yet at the identity provider.
  await page.route(/accounts:update/, (route) => route.abort("failed"));
  await save.click();
  await isTold(page);
  await page.unroute(/accounts:update/);
  await save.click();
  await isTold(page, /Your profile is saved/);
  await page.reload();
  await expect(name).toHaveValue("Petra Plait-Pell");
});

test("a dashboard that is opened while the server is away", async ({ page }) => {
  const student = await aStudent();
  await select(student, (await openClasses())[0]?._id ?? "");
  await logIn(page, student.email);
  await down(page, /\/jwt$/, async () => {
    await page.goto("/dashboard/my-selected-classes");
    await isTold(page, /Something went wrong on our side/);
    await isNoRuin(page);
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Connect again" })).toBeVisible();
  });
  await page.getByRole("button", { name: "Connect again" }).click();
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
  await down(page, /\/selectClass/, async () => {
    await page.goto("/dashboard/my-selected-classes");
    await isTold(page, /Something went wrong on our side/);
    await isNoRuin(page);
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
});

test.describe("the site was renewed while it was open", () => {
  test("a part that is gone brings the new page, once", async ({ page }) => {
    await page.goto("/");
    const loads = await countLoads(page);
    let renewed = false;
    await page.route(PART, (route) => (renewed ? route.fallback() : route.fulfill({ status: 404 })));
    page.once("domcontentloaded", () => {
      renewed = true;
    });
    await page.getByRole("link", { name: "More About Us" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
    expect(loads()).toBe(1);
  });

  test("a part that stays gone is told, and no page is loaded for ever", async ({ page }) => {
    await page.goto("/");
    const loads = await countLoads(page);
    await page.route(PART, (route) => route.fulfill({ status: 404 }));
    await page.getByRole("link", { name: "More About Us" }).click();
    await expect(page.getByRole("heading", { name: "This page did not arrive" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { name: "This page did not arrive" })).toBeVisible();
    expect(loads()).toBe(1);
    await page.unroute(PART);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
  });
});

/** How often the window is loaded from now on. */
async function countLoads(page: Page): Promise<() => number> {
  let loads = 0;
  page.on("domcontentloaded", () => {
    loads += 1;
  });
  return () => loads;
}
