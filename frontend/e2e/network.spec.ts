import { breakCards, GOOD, payButton, payWith, typeCard } from "./cards";
import { aStudent, freshEmail, logIn, openClasses, PASSWORD, select } from "./people";
import { expect, test } from "./test";
import { down, isNoRuin, isTold, OF_THE_NETWORK, unheard, unplugged } from "./trouble";

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
