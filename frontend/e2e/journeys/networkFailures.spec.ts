import {
  createApprovedClass,
  createStudent,
  findOpenClass,
  PASSWORD,
  passwordResetPath,
  selectClass,
  uniqueEmail,
} from "../support/api";
import { expect, test } from "../support/fixtures";
import { openAs } from "../support/login";
import {
  expectIntactPage,
  expectMessage,
  FAILED_REQUESTS,
  repeatUntilDone,
  whileOffline,
  whileResponsesAreLost,
  whileServerIsDown,
} from "../support/network";
import {
  expectPaymentComplete,
  fillCard,
  payButton,
  payWithCard,
  VALID_CARD,
  withStripeFaults,
} from "../support/stripe";

test.use({ expectedConsoleErrors: FAILED_REQUESTS });

test("registers and logs in", async ({ page }) => {
  const email = uniqueEmail("rita");
  await page.goto("/register");
  const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await type("Name", "Rita Raffia");
  await type("Photo URL", "https://pictures.example/rita.png");
  await type("Email", email);
  await type("Password", PASSWORD);
  await page.getByLabel("Confirm Password", { exact: true }).pressSequentially(PASSWORD);
  const register = page.getByRole("button", { name: "Register", exact: true });

  await whileOffline(page, async () => {
    await register.click();
    await expectMessage(page);
    await expect(page.getByLabel("Confirm Password", { exact: true })).toHaveValue(PASSWORD);
  });
  // Firebase creates the account, but the profile is not saved.
  await whileResponsesAreLost(page, /accounts:update|\/users$/, async () => {
    await register.click();
    await expect(page).toHaveURL(/\/login$/);
    await expectMessage(page, /Your account has been created. Log in to finish setting it up/);
  });
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await type("Password", PASSWORD);
  const logInButton = page.getByRole("button", { name: "Log In", exact: true });
  await whileOffline(page, async () => {
    await logInButton.click();
    await expectMessage(page);
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD);
  });
  await whileServerIsDown(page, /\/jwt$/, async () => {
    await logInButton.click();
    await expectMessage(page, /Something went wrong on our side/);
  });
  await logInButton.click();
  await page.getByRole("link", { name: /my profile/ }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Rita Raffia");
  await expect(page.getByLabel("Photo URL")).toHaveValue("https://pictures.example/rita.png");
});

test("selects a class and deletes the selection", async ({ page }) => {
  const nameClass = `Torn Tapestry ${Date.now()}`;
  const [student] = await Promise.all([
    createStudent(),
    createApprovedClass(nameClass, { seats: 6, price: 42.5 }),
  ]);
  await openAs(page, student, "/");
  const loadError = page.getByRole("heading", { level: 1, name: "This page didn't load" });
  await whileOffline(page, async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All Classes" }).click();
    await expect(loadError).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(loadError).toBeVisible();
  });
  // The page loads by itself when the connection is back.
  await expect(page.getByRole("heading", { level: 1, name: "All Classes" })).toBeVisible();

  const card = page.getByRole("article", { name: nameClass });
  const selectButton = card.getByRole("button", { name: "Select" });
  await expect(page.getByRole("article").first().getByRole("button", { name: "Select" })).toBeEnabled();
  await whileOffline(page, async () => {
    await page.getByRole("searchbox").fill(nameClass);
    await expect(page.getByRole("article")).toHaveCount(1);
    await selectButton.click();
    await expectMessage(page);
  });
  await whileResponsesAreLost(page, /\/selectClass$/, async () => {
    await selectButton.click();
    await expectMessage(page);
  });
  await repeatUntilDone(selectButton, (timeout) =>
    expect(card.getByText("You've selected this class.")).toBeVisible({ timeout }),
  );

  await page.goto("/dashboard/my-selected-classes");
  await page.getByRole("button", { name: `Remove (Delete): ${nameClass}` }).click();
  const dialog = page.getByRole("dialog", { name: "You want to DELETE this selected class!" });
  await expect(dialog).toBeVisible();
  await whileOffline(page, async () => {
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expectMessage(page);
  });
  await whileResponsesAreLost(page, /\/selectClass\/\d+$/, async () => {
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expectMessage(page);
  });
  await repeatUntilDone(dialog.getByRole("button", { name: "Delete" }), (timeout) =>
    expect(page.getByText("You haven't selected a class yet.")).toBeVisible({ timeout }),
  );
});

test("pays for a class and cancels the enrollment", async ({ page }) => {
  const [student, openClass] = await Promise.all([createStudent(), findOpenClass()]);
  await selectClass(student, openClass._id);
  await openAs(page, student, "/dashboard/my-selected-classes");

  await test.step("before the seat is held", async () => {
    await whileServerIsDown(page, /\/orders$/, async () => {
      await page.getByRole("link", { name: `Pay: ${openClass.nameClass}` }).click();
      await expectMessage(page, /Something went wrong on our side/);
      await expectIntactPage(page);
    });
    await whileOffline(page, async () => {
      await page.getByRole("button", { name: "Try again" }).click();
      await expectMessage(page);
      await expect(payButton(page)).toBeDisabled();
    });
    await page.getByRole("button", { name: "Try again" }).click();
  });

  await test.step("while the card form is filled in", async () => {
    await expect(page.getByRole("timer")).toBeVisible();
    await fillCard(page, VALID_CARD);
    await whileOffline(page, async () => {
      await payButton(page).click();
      await expectMessage(page, /couldn't|connection/i);
      await page.getByRole("button", { name: "Get more time for my seat" }).click();
      await expectMessage(page);
      await expect(page.getByRole("timer")).toBeVisible();
    });
    const number = page.getByRole("group", { name: "Credit or debit card" }).getByLabel("Card number");
    await expect(number).toHaveValue(/4242/);
  });

  await test.step("after the card was charged", async () => {
    await withStripeFaults({ webhooks: [{ action: "drop", events: "*" }] }, async () => {
      await whileServerIsDown(page, /\/payments(\/.*)?$/, async () => {
        await payButton(page).click();
        await expectMessage(page, /Your card has been charged/);
        await expectMessage(page, /Your payment is safe/);
      });
      await whileOffline(page, async () => {
        await expect(page.getByText(/Your payment is safe/)).toBeVisible();
      });
    });
    await page.getByRole("button", { name: "Try again" }).click();
    await expectPaymentComplete(page);
    const history = await student.request<unknown[]>("GET", `/payments/${student.email}`);
    expect(history).toHaveLength(1);
  });

  await test.step("while the enrollment is canceled", async () => {
    await page.getByRole("link", { name: "Start Class" }).click();
    await page.getByRole("button", { name: "Cancel my seat" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel your seat?" });
    const cancelButton = dialog.getByRole("button", { name: "Cancel my seat" });
    await whileOffline(page, async () => {
      await cancelButton.click();
      await expectMessage(page);
    });
    await whileResponsesAreLost(page, /\/payments\/cancel\//, async () => {
      await cancelButton.click();
      await expectMessage(page);
    });
    await repeatUntilDone(cancelButton, (timeout) =>
      expect(page.getByText("You no longer have a seat in this class.")).toBeVisible({ timeout }),
    );
    await expect(page.getByText(/We've sent .* back|on its way back/)).toBeVisible();
  });
});

test("completes the payment after a reload between the charge and its response", async ({ page }) => {
  const [student, openClass] = await Promise.all([createStudent(), findOpenClass()]);
  const selectionId = await selectClass(student, openClass._id);
  await withStripeFaults({ webhooks: [{ action: "drop", events: "*" }] }, async () => {
    await openAs(page, student, `/dashboard/payment/${selectionId}`);
    await whileServerIsDown(page, /\/payments$/, async () => {
      await payWithCard(page, VALID_CARD);
      await expectMessage(page, /Your payment is safe/);
    });
    await page.reload();
    await expectPaymentComplete(page);
  });
});

test("resets a password", async ({ page }) => {
  const { email } = await createStudent();
  await page.goto("/reset-password");
  await page.getByLabel("Email").fill(email);
  const send = page.getByRole("button", { name: "Send me the link" });
  await whileOffline(page, async () => {
    await send.click();
    await expectMessage(page);
    await expect(page.getByLabel("Email")).toHaveValue(email);
  });
  await send.click();
  await expect(page.getByText(/an email with a link is on its way/)).toBeVisible();

  await page.route(/accounts:resetPassword/, (route) => route.abort("failed"));
  await page.goto(await passwordResetPath(email));
  await expectMessage(page);
  await page.unroute(/accounts:resetPassword/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByLabel("New Password", { exact: true }).fill("Camp-2004!");
  await page.getByLabel("Confirm Password", { exact: true }).pressSequentially("Camp-2004!");
  const set = page.getByRole("button", { name: "Set new password" });
  await whileOffline(page, async () => {
    await set.click();
    await expectMessage(page);
    await expect(page.getByLabel("New Password", { exact: true })).toHaveValue("Camp-2004!");
  });
  await set.click();
  await expect(page).toHaveURL(/\/login$/);
});

test("saves a profile", async ({ page }) => {
  const student = await createStudent("Petra Plait");
  await openAs(page, student, "/dashboard/profile");
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Petra Plait-Pell");
  const save = page.getByRole("button", { name: "Save" });
  await whileOffline(page, async () => {
    await save.click();
    await expectMessage(page);
    await expect(name).toHaveValue("Petra Plait-Pell");
  });
  // The site saves the profile, but Firebase does not.
  await page.route(/accounts:update/, (route) => route.abort("failed"));
  await save.click();
  await expectMessage(page);
  await page.unroute(/accounts:update/);
  await save.click();
  await expectMessage(page, /Your profile has been saved/);
  await page.reload();
  await expect(name).toHaveValue("Petra Plait-Pell");
});

test("opens the dashboard while the server is down", async ({ page }) => {
  const [student, openClass] = await Promise.all([createStudent(), findOpenClass()]);
  await selectClass(student, openClass._id);
  await openAs(page, student, "/about");
  await whileServerIsDown(page, /\/jwt$/, async () => {
    await page.goto("/dashboard/my-selected-classes");
    await expectMessage(page, /Something went wrong on our side/);
    await expectIntactPage(page);
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Reconnect" })).toBeVisible();
  });
  await page.getByRole("button", { name: "Reconnect" }).click();
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
  await whileServerIsDown(page, /\/selectClass/, async () => {
    await page.goto("/dashboard/my-selected-classes");
    await expectMessage(page, /Something went wrong on our side/);
    await expectIntactPage(page);
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
});
