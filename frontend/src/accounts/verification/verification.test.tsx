import { act, screen, waitFor, within } from "@testing-library/react";
import { aPayment, aSelection } from "../../testing/builders";
import { openCheckout, openPaymentPage, PAYMENTS, refuseSeats, SELECTED } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { identityProvider, idTokenOf } from "../../testing/fakes/fakeIdentityProvider";
import { acceptLogin, logInBefore, renderAt, student, submitLogin } from "../../testing/renderAt";

const unverified = { ...student, emailVerified: false };
const LINK = "/reset-password?mode=verified";
const BASKET = "/dashboard/my-selected-classes";
const main = () => within(screen.getByRole("main"));

/** The user opens the link in the e-mail, in another tab or on another device. */
function openLink(): void {
  if (identityProvider.current)
    identityProvider.current = { ...identityProvider.current, emailVerified: true };
}

/** The site was told last that the address is verified. */
function expectSiteKnows(): void {
  expect(api.requests("POST /jwt").at(-1)?.bearer).toBe(idTokenOf(student.email, true));
}

test("exchanges a new token if the provider's stored one is older than the verification", async () => {
  logInBefore(unverified);
  openLink();
  await renderAt("/dashboard/profile");
  expect(await screen.findByText("Verified")).toBeVisible();
  expectSiteKnows();
});

test("exchanges the stored token of a user whose address is not verified", async () => {
  await renderAt("/dashboard/profile", unverified);
  expect(await screen.findByText("Not verified yet")).toBeVisible();
  expect(api.requests("POST /jwt")[0]?.bearer).toBe(idTokenOf(student.email, false));
});

describe("the page of the link", () => {
  test("says that the address is verified, tells the site, and leads back to what was interrupted", async () => {
    api.respond(SELECTED, [aSelection()]);
    api.respond(PAYMENTS, []);
    const { unmount } = await renderAt(BASKET, unverified);
    await screen.findByRole("region", { name: "Your email address" });
    unmount();
    openLink();
    const { user, at } = await renderAt(LINK);
    expect(await screen.findByText("Your email address is verified. Thank you!")).toBeVisible();
    expect(document.title).toBe("Verify Your Email | Craft Camp");
    expectSiteKnows();
    expect(screen.getByRole("link", { name: "Continue" })).toHaveAttribute("href", BASKET);
    await user.click(screen.getByRole("link", { name: "Continue" }));
    expect(at().pathname).toBe(BASKET);
    expect(await screen.findByRole("article")).toBeVisible();
    expect(screen.queryByRole("region", { name: "Your email address" })).toBeNull();
  });

  test("forgets what was interrupted when the user logs out", async () => {
    api.respond(SELECTED, [aSelection()]);
    api.respond(PAYMENTS, []);
    const { user, unmount } = await renderAt(BASKET, unverified);
    await screen.findByRole("region", { name: "Your email address" });
    await user.click(screen.getByRole("button", { name: "Log Out" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Log In" })).toBeVisible();
    unmount();
    const { at } = await renderAt("/login");
    acceptLogin(student);
    await submitLogin(user, student);
    await waitFor(() => expect(at().pathname).toBe("/"));
  });

  test("leads to the home page if nothing was interrupted", async () => {
    const { user, at } = await renderAt(LINK, student);
    await user.click(await screen.findByRole("link", { name: "Continue" }));
    expect(at().pathname).toBe("/");
  });

  test("leads a visitor to the login", async () => {
    await renderAt(LINK);
    expect(await screen.findByText("Your email address is verified. Thank you!")).toBeVisible();
    expect(screen.getByRole("link", { name: "Log in to continue" })).toHaveAttribute("href", "/login");
  });

  test("says that the address is not verified, and sends the e-mail again", async () => {
    const { user } = await renderAt(LINK, unverified);
    expect(await screen.findByText(/isn't verified yet/)).toBeVisible();
    expect(screen.queryByText(/is verified/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Send the verification email again" }));
    expect(identityProvider.verificationEmails).toBe(1);
  });
});

describe("the basket", () => {
  const selections = ["1", "2", "3", "4"].map((_id) => aSelection({ _id, classId: _id, price: 40 }));
  const note = () => screen.queryByRole("region", { name: "Your email address" });
  const chosen = () => screen.getAllByRole("checkbox", { name: /^Pay for/, checked: true });

  test("tells the limit of an unverified account, and sends the e-mail again", async () => {
    api.respond(SELECTED, selections);
    api.respond(PAYMENTS, []);
    const { user } = await renderAt(BASKET, unverified);
    expect(
      await screen.findByText(/pay for up to 3 seats at a time, and can't take a free class/),
    ).toBeVisible();
    expect(chosen()).toHaveLength(3);
    expect(screen.getByText(/You can pay for up to 3 seats at once/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Send the verification email again" }));
    expect(identityProvider.verificationEmails).toBe(1);
  });

  test("ends the limit when the user comes back after opening the link", async () => {
    api.respond(SELECTED, selections);
    api.respond(PAYMENTS, []);
    await renderAt(BASKET, unverified);
    await waitFor(() => expect(note()).toBeVisible());
    openLink();
    await act(async () => document.dispatchEvent(new Event("visibilitychange")));
    await waitFor(() => expect(note()).toBeNull());
    expectSiteKnows();
  });

  test("tells an account that has paid before only about free classes", async () => {
    api.respond(SELECTED, selections);
    api.respond(PAYMENTS, [aPayment({ price: 40 })]);
    const { unmount } = await renderAt(BASKET, unverified);
    await waitFor(() => expect(chosen()).toHaveLength(4));
    expect(note()).toBeNull();
    unmount();
    api.respond(SELECTED, [aSelection({ price: 0 })]);
    await renderAt(BASKET, unverified);
    expect(await screen.findByText(/Until then, you can't take a free class/)).toBeVisible();
  });

  test("tells nothing to a verified account", async () => {
    api.respond(SELECTED, [...selections, aSelection({ _id: "5", price: 0 })]);
    await renderAt(BASKET, student);
    await waitFor(() => expect(chosen()).toHaveLength(5));
    expect(note()).toBeNull();
  });
});

describe("“Try again” after a refusal that a verified address ends", () => {
  const clay = aSelection({ _id: "1", nameClass: "Clay" });
  const looms = aSelection({ _id: "2", nameClass: "Looms" });

  /** The server grants the order only after it has learned that the address is verified. */
  async function retry(user: Awaited<ReturnType<typeof openCheckout>>["user"]) {
    openLink();
    const before = api.allRequests.length;
    await user.click(main().getByRole("button", { name: "Try again" }));
    await waitFor(() =>
      expect(api.allRequests.slice(before).some(({ path }) => path === "/orders")).toBe(true),
    );
    const paths = api.allRequests.slice(before).map(({ path }) => path);
    expect(paths.indexOf("/jwt")).toBeLessThan(paths.indexOf("/orders"));
    expect(paths).toContain("/jwt");
    expectSiteKnows();
  }

  test.each(["verified_email_needed", "too_many_holds"])("for one class: %s", async (code) => {
    refuseSeats([clay._id, code, "Please verify your address."]);
    const { user } = await openPaymentPage(clay, { grantsHold: false }, unverified);
    expect(await main().findByText("Please verify your address.")).toBeVisible();
    expect(main().getByRole("button", { name: "Send the verification email again" })).toBeVisible();
    await retry(user);
  });

  test("for several classes", async () => {
    api.fail("POST /orders", 409, "too_many_holds", "Until you verify your email address, at most 3.");
    const { user } = await openCheckout([clay, looms], { grantsHold: false }, unverified);
    expect(await main().findByText(/at most 3/)).toBeVisible();
    await retry(user);
  });

  test("for one of several classes", async () => {
    refuseSeats([looms._id, "verified_email_needed", "Please verify your address."]);
    const { user } = await openCheckout([clay, looms], { grantsHold: false }, unverified);
    expect(await main().findByText("Please verify your address.", { exact: false })).toBeVisible();
    await retry(user);
  });
});
