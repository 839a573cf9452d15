import path from "node:path";
import { GOOD, isEnrolled } from "./cards";
import { freshEmail, openClasses, PASSWORD } from "./people";
import { expect, type Page, test } from "./test";

/** More stops than any page has. */
const FAR = 250;
const PICTURE = path.join(__dirname, "../../static/pictures/about-800.webp");

test("register, log in, select and pay without a mouse", async ({ page }) => {
  test.setTimeout(120_000);
  const [, wanted] = await openClasses();
  if (!wanted) throw new Error("The demo has too few classes with free seats.");
  const { nameClass } = wanted;
  const email = freshEmail("kay");

  await test.step("registers", async () => {
    await page.goto("/register");
    await write(page, "Name", "Kay Keys");
    await write(page, "Photo URL", "https://pictures.example/kay.png");
    await write(page, "Email", email);
    await write(page, "Password", PASSWORD);
    await write(page, "Confirm Password", PASSWORD);
    await press(page, page.getByRole("button", { name: "Register", exact: true }));
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step("logs in", async () => {
    const known = page.getByLabel("Email");
    if ((await known.inputValue()) !== email) await write(page, "Email", email);
    await write(page, "Password", PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
  });

  await test.step("skips the navigation, finds the class and selects it", async () => {
    await press(
      page,
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All Classes" }),
    );
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await reach(page, page.getByRole("searchbox"));
    await page.keyboard.type(nameClass);
    const card = page.getByRole("article", { name: nameClass });
    await expect(page.getByRole("article")).toHaveCount(1);
    await press(page, card.getByRole("button", { name: "Select" }));
    await press(page, card.getByRole("link", { name: "Go and pay" }));
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await press(page, page.getByRole("link", { name: `Pay: ${nameClass}` }));
  });

  await test.step("pays", async () => {
    await expect(page.getByRole("timer")).toBeVisible();
    const form = page.getByRole("group", { name: "Credit or debit card" });
    await reach(page, form.getByLabel("Card number"));
    await page.keyboard.type(GOOD);
    await reach(page, form.getByLabel(/Expiration date/));
    await page.keyboard.type("1234");
    await reach(page, form.getByLabel(/Security code/));
    await page.keyboard.type("123");
    await press(page, page.getByRole("button", { name: /^Confirm Payment/ }));
    await isEnrolled(page);
  });
});

test("offer a class, and decide about it, without a mouse", async ({ page }) => {
  test.setTimeout(180_000);
  const stamp = Date.now();
  const [first, second] = [`Reed Rafts ${stamp}`, `Kite Tails ${stamp}`];

  await test.step("an instructor comes to the form by the menu", async () => {
    await enter(page, "instructor@camp.example");
    await press(page, bar(page).getByRole("link", { name: "Instructor Dashboard" }));
    await isAtTop(page, "My Classes");
    await press(page, menu(page).getByRole("link", { name: "Add a Class" }));
    await isAtTop(page, "Add a Class");
  });

  await test.step("an empty form leads to its first field", async () => {
    await press(page, page.getByRole("button", { name: "Add Class" }));
    await isAtFault(page, "Class Name", /Class Name - is required/);
  });

  await test.step("a price that cannot be leads to the price", async () => {
    await write(page, "Class Name", first);
    await write(page, "Available Seats", "8");
    await write(page, "Price", "0.20");
    await choose(page, "notes.txt");
    await expect(page.getByRole("alert").filter({ hasText: "no picture that we can show" })).toBeVisible();
    await expect(picture(page)).toBeFocused();
    await choose(page, PICTURE);
    await press(page, page.getByRole("button", { name: "Add Class" }));
    await isAtFault(page, "Price", /0 for a free class, or from \$0.50/);
  });

  await test.step("with that mended the class is offered", async () => {
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("20");
    await page.keyboard.press("Enter");
    await isAtTop(page, "My Classes");
    await expect(card(page, first).getByText("Pending")).toBeVisible();
  });

  await test.step("and a second one", async () => {
    await press(page, menu(page).getByRole("link", { name: "Add a Class" }));
    await isAtTop(page, "Add a Class");
    await write(page, "Class Name", second);
    await write(page, "Available Seats", "5");
    await write(page, "Price", "0");
    await choose(page, PICTURE);
    await write(page, "Description (optional)", "Paper, string and wind.");
    await press(page, page.getByRole("button", { name: "Add Class" }));
    await isAtTop(page, "My Classes");
    await press(page, page.getByRole("button", { name: "Log Out" }));
    await isAtTop(page, "Log In");
  });

  await test.step("an admin finds what waits", async () => {
    await enter(page, "admin@camp.example");
    await press(page, bar(page).getByRole("link", { name: "Admin Dashboard" }));
    await isAtTop(page, "Manage Users");
    await press(page, menu(page).getByRole("link", { name: "Manage Classes" }));
    await isAtTop(page, "Manage Classes");
    await press(page, page.getByRole("link", { name: /^Pending/ }));
    await expect(page).toHaveURL(/status=Pending/);
  });

  await test.step("denies one and says why", async () => {
    const open = page.getByRole("button", { name: `Send Feedback ${second}` });
    const dialog = page.getByRole("dialog", { name: "Class Denied! Write Your Feedback Here" });
    await press(page, open);
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(open).toBeFocused();
    await page.keyboard.press("Enter");
    await press(page, dialog.getByRole("button", { name: "Deny and Send" }));
    await expect(dialog.getByLabel("Feedback")).toBeFocused();
    await expect(dialog.getByText("Feedback - is required")).toBeVisible();
    await page.keyboard.type("Five tails are few. Eight, please.");
    await press(page, dialog.getByRole("button", { name: "Deny and Send" }));
    await expect(dialog).toHaveCount(0);
    await expect(card(page, second)).toHaveCount(0);
    // The next in the list has come to where the denied one was.
    await expect(card(page, first)).toBeFocused();
    await isSeen(card(page, first));
  });

  await test.step("approves the other", async () => {
    await press(page, page.getByRole("link", { name: /^All \(/ }));
    await press(page, page.getByRole("button", { name: `Approve ${first}` }));
    await expect(card(page, first).getByText("Approved")).toBeVisible();
    await expect(card(page, first)).toBeFocused();
    await expect(card(page, second).getByText("Five tails are few. Eight, please.")).toBeVisible();
  });
});

type Target = ReturnType<Page["locator"]>;

function bar(page: Page) {
  return page.getByRole("navigation", { name: "Main" });
}

function menu(page: Page) {
  return page.getByRole("navigation", { name: "Dashboard" });
}

function card(page: Page, name: string) {
  return page.getByRole("article", { name });
}

function picture(page: Page) {
  return page.getByLabel("Image", { exact: true });
}

async function enter(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await write(page, "Email", email);
  await write(page, "Password", PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
}

/** A new page begins at its heading. */
async function isAtTop(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeFocused();
}

/** What is wrong with a field is said, to a screen reader too, and the focus is there. */
async function isAtFault(page: Page, label: string, message: RegExp): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toBeFocused();
  await isSeen(field);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(message);
}

/** Opens the browser's own window for files by a key, and takes this one there. */
async function choose(page: Page, file: string): Promise<void> {
  await reach(page, picture(page));
  const opened = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  const text = { name: file, mimeType: "text/plain", buffer: Buffer.from("Buy reed.") };
  await (await opened).setFiles(file === PICTURE ? file : text);
  if (file !== PICTURE) return;
  const shown = page.getByRole("img", { name: "The picture as it will be seen" });
  await expect(shown).toHaveAttribute("src", /\/media\/.+\.webp$/);
}

/** What has the focus says so: by an outline, a ring or a thick line below. */
async function isSeen(target: Target): Promise<void> {
  const marked = () =>
    target.evaluate((element) => {
      const { outlineStyle, outlineWidth, boxShadow, borderBottomWidth } = getComputedStyle(element);
      const outlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      return outlined || boxShadow !== "none" || Number.parseFloat(borderBottomWidth) >= 2;
    });
  await expect.poll(marked, { message: `${target} shows that it has the focus` }).toBe(true);
}

/** Tabs to the target, whose focus must then be seen and lie within the window. */
async function reach(page: Page, target: Target): Promise<void> {
  await expect(target).toBeEnabled();
  for (let stops = 0; stops < FAR; stops += 1) {
    if (await target.evaluate((element) => element.matches(":focus"))) break;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
  await isSeen(target);
}

async function press(page: Page, target: Target): Promise<void> {
  await reach(page, target);
  await page.keyboard.press("Enter");
}

async function write(page: Page, label: string, text: string): Promise<void> {
  await reach(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}
