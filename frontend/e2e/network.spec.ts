import path from "node:path";
import { breakCards, GOOD, payButton, payWith, typeCard } from "./cards";
import { aStudent, freshEmail, logIn, openClasses, PASSWORD, passwordLink, select } from "./people";
import { expect, type Page, test } from "./test";
import { down, isNoRuin, isTold, OF_THE_NETWORK, unheard, unplugged } from "./trouble";

const PICTURE = path.join(__dirname, "../../static/pictures/about-800.webp");
const ADMIN = "admin@camp.example";
const INSTRUCTOR = "instructor@camp.example";
/** The part of the bundle that a page of its own waits for. */
const PART = /\/static\/build\/about\.[^/]+\.js$/;

// The network goes in the middle of everything, and comes back: nothing is lost, and nothing looks broken.
test.use({ mayComplain: OF_THE_NETWORK });

test("register and log in", async ({ page }) => {
  const email = freshEmail("rita");
  await page.goto("/register");
  const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await type("Name", "Rita Raffia");
  await type("Photo URL", "https://pictures.example/rita.png");
  await type("Email", email);
  await type("Password", PASSWORD);
  await page.getByLabel("Confirm Password", { exact: true }).pressSequentially(PASSWORD);
  const register = page.getByRole("button", { name: "Register", exact: true });

  await unplugged(page, async () => {
    await register.click();
    await isTold(page);
    await expect(page.getByLabel("Confirm Password", { exact: true })).toHaveValue(PASSWORD);
  });
  // The account is made; what should follow is not.
  await unheard(page, /accounts:update|\/users$/, async () => {
    await register.click();
    await expect(page).toHaveURL(/\/login$/);
    await isTold(page, /Your account is made. Log in to finish it/);
  });
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await type("Password", PASSWORD);
  const enter = page.getByRole("button", { name: "Log In", exact: true });
  await unplugged(page, async () => {
    await enter.click();
    await isTold(page);
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD);
  });
  await down(page, /\/jwt$/, async () => {
    await enter.click();
    await isTold(page, /Something went wrong on our side/);
  });
  await enter.click();
  await page.getByRole("link", { name: /my profile/ }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Rita Raffia");
  await expect(page.getByLabel("Photo URL")).toHaveValue("https://pictures.example/rita.png");
});

test("browse, select and think better of it", async ({ page }) => {
  const [student, classes] = await Promise.all([aStudent(), openClasses()]);
  const [wanted] = classes;
  if (!wanted) throw new Error("The demo has no class with a free seat.");
  await logIn(page, student.email);
  const bar = page.getByRole("navigation", { name: "Main" });
  const missing = page.getByRole("heading", { level: 1, name: "This page did not arrive" });
  await unplugged(page, async () => {
    await bar.getByRole("link", { name: "All Classes" }).click();
    await expect(missing).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(missing).toBeVisible();
  });
  // It comes by itself.
  await expect(page.getByRole("heading", { level: 1, name: "All Classes" })).toBeVisible();

  const card = page.getByRole("article", { name: wanted.nameClass });
  const choose = card.getByRole("button", { name: "Select" });
  await expect(choose).toBeEnabled();
  await unplugged(page, async () => {
    await page.getByRole("searchbox").fill(wanted.nameClass);
    await expect(page.getByRole("article")).toHaveCount(1);
    await choose.click();
    await isTold(page);
  });
  await unheard(page, /\/selectClass$/, async () => {
    await choose.click();
    await isTold(page);
  });
  await choose.click();
  await expect(card.getByText("You have selected this class.")).toBeVisible();

  await card.getByRole("link", { name: "Go and pay" }).click();
  await page.getByRole("button", { name: `Delete: ${wanted.nameClass}` }).click();
  const dialog = page.getByRole("dialog", { name: "You want to DELETE this selected class!" });
  await unplugged(page, async () => {
    await dialog.getByRole("button", { name: "Delete" }).click();
    await isTold(page);
  });
  await unheard(page, /\/selectClass\/\d+$/, async () => {
    await dialog.getByRole("button", { name: "Delete" }).click();
    await isTold(page);
  });
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("You have not selected a class yet.")).toBeVisible();
});

test("pay, and give the place back", async ({ page }) => {
  test.setTimeout(120_000);
  const [student, [wanted]] = await Promise.all([aStudent(), openClasses()]);
  if (!wanted) throw new Error("The demo has no class with a free seat.");
  await select(student, wanted._id);
  await logIn(page, student.email);
  await page.goto("/dashboard/my-selected-classes");

  await test.step("before the seat is held", async () => {
    await down(page, /\/createPaymentIntent$/, async () => {
      await page.getByRole("link", { name: `Pay: ${wanted.nameClass}` }).click();
      await isTold(page, /Something went wrong on our side/);
      await isNoRuin(page);
    });
    await unplugged(page, async () => {
      await page.getByRole("button", { name: "Try again" }).click();
      await isTold(page);
      await expect(payButton(page)).toBeDisabled();
    });
    await page.getByRole("button", { name: "Try again" }).click();
  });

  await test.step("while the card is typed", async () => {
    await expect(page.getByRole("timer")).toBeVisible();
    await typeCard(page, GOOD);
    await unplugged(page, async () => {
      await payButton(page).click();
      await isTold(page, /could not|connection/i);
      await page.getByRole("button", { name: "Hold it longer" }).click();
      await isTold(page);
      await expect(page.getByRole("timer")).toBeVisible();
    });
    const number = page.getByRole("group", { name: "Credit or debit card" }).getByLabel("Card number");
    await expect(number).toHaveValue(/4242/);
  });

  await test.step("after the card was charged", async () => {
    const mend = await breakCards({ webhooks: [{ action: "drop", events: "*" }] });
    try {
      await down(page, /\/payments(\/.*)?$/, async () => {
        await payButton(page).click();
        await isTold(page, /Your card has been charged/);
        await isTold(page, /Your payment is safe/);
      });
      await unplugged(page, async () => {
        await expect(page.getByText(/Your payment is safe/)).toBeVisible();
      });
    } finally {
      await mend();
    }
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText(/Transaction complete with transactionId: pi_/)).toBeVisible();
    const history = await student.call<unknown[]>("GET", `/payments/${student.email}`);
    expect(history).toHaveLength(1);
  });

  await test.step("giving back", async () => {
    await page.getByRole("link", { name: "Start Class" }).click();
    await page.getByRole("button", { name: "Give the place back" }).click();
    const dialog = page.getByRole("dialog", { name: "Give this place back?" });
    const back = dialog.getByRole("button", { name: "Give it back" });
    await unplugged(page, async () => {
      await back.click();
      await isTold(page);
    });
    await unheard(page, /\/payments\/cancel\//, async () => {
      await back.click();
      await isTold(page);
    });
    // What the lost answer said is found out by the next press, or sooner, by itself.
    await expect(async () => {
      if (await back.isVisible()) await back.click({ timeout: 1_000 });
      await expect(page.getByText("You have no place in this class any longer.")).toBeVisible({
        timeout: 2_000,
      });
    }).toPass({ timeout: 20_000 });
    await expect(page.getByText(/have been sent back to your card|on their way back/)).toBeVisible();
  });
});

test("a page that is loaded anew between the charge and its answer", async ({ page }) => {
  const [student, [wanted]] = await Promise.all([aStudent(), openClasses()]);
  if (!wanted) throw new Error("The demo has no class with a free seat.");
  const id = await select(student, wanted._id);
  await logIn(page, student.email);
  const mend = await breakCards({ webhooks: [{ action: "drop", events: "*" }] });
  try {
    await page.goto(`/dashboard/payment/${id}`);
    await down(page, /\/payments$/, async () => {
      await payWith(page, GOOD);
      await isTold(page, /Your payment is safe/);
    });
    await page.reload();
    await expect(page.getByText(/Transaction complete with transactionId: pi_/)).toBeVisible();
  } finally {
    await mend();
  }
});

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
