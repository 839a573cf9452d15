import { screen, within } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { admin, expectRedirectHome, findToast, instructor, renderAt, student } from "../../testing/renderAt";
import type { Voucher } from "./schema";

const URL = "/dashboard/money/codes";

function aVoucher(overrides: Partial<Voucher> = {}): Voucher {
  const bounds = { maxUses: 10, perAccount: 1, startsAt: null, endsAt: "2099-06-01T03:59:00Z" };
  const state = { canceled: false, canceledAt: null, uses: 3 };
  return {
    _id: "1",
    code: "KILN",
    percent: 20,
    amount: null,
    season: null,
    account: null,
    userId: null,
    accountName: null,
    note: "For the newsletter",
    ...bounds,
    ...state,
    ...overrides,
  };
}

test("lists the codes with their uses", async () => {
  const aid = aVoucher({
    _id: "2",
    code: "AID",
    percent: null,
    amount: 25,
    maxUses: null,
    account: "ann@camp.example",
    userId: "12",
    accountName: "Ann Parent",
  });
  api.respond("GET /vouchers", [aVoucher(), aid, aVoucher({ _id: "3", code: "OLD", canceled: true })]);
  await renderAt(URL, admin);
  const [, kiln, family, old] = await screen.findAllByRole("row");
  expect(kiln).toHaveTextContent(/KILN.*20%.*Everybody.*3 of 10.*until May\s31,\s2099.*For the newsletter/);
  expect(family).toHaveTextContent(/AID.*\$25.00.*Ann Parent.*3/);
  expect(old).toHaveTextContent(/OLD.*Ended/);
  expect(within(old as HTMLElement).queryByRole("button")).toBeNull();
  const menu = within(screen.getByRole("navigation", { name: "Money" }));
  expect(menu.getByRole("link", { name: "Codes" })).toHaveAttribute("aria-current", "page");
});

test("adds a code", async () => {
  api.respond("GET /vouchers", []);
  api.respond("POST /vouchers", { insertedId: "1" }, 201);
  const { user } = await renderAt(URL, admin);
  expect(await screen.findByText("No codes yet")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "New code" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New code" }));
  await user.type(dialog.getByLabelText("Code"), "kiln");
  await user.type(dialog.getByLabelText("Percent"), "120");
  await user.click(dialog.getByRole("button", { name: "Add Code" }));
  expect(dialog.getByText("Please enter 1 to 100 percent, or an amount such as 25.50.")).toBeVisible();
  await user.selectOptions(dialog.getByLabelText("Takes off"), "amount");
  expect(dialog.getByLabelText("Dollars")).toHaveValue("120");
  await user.type(dialog.getByLabelText("Last day (optional)"), "2027-05-31");
  api.respond("GET /vouchers", [aVoucher()]);
  await user.click(dialog.getByRole("button", { name: "Add Code" }));
  expect(await findToast("KILN can be used now.")).toBeVisible();
  expect(api.requests("POST /vouchers")[0]?.body).toEqual({
    code: "kiln",
    percent: null,
    amount: 120,
    season: null,
    account: null,
    maxUses: null,
    perAccount: 1,
    startsAt: null,
    endsAt: "2027-06-01T03:59:00.000Z",
    note: "",
  });
});

test("keeps a code for the family without an e-mail address for which it is", async () => {
  const owner = { account: "", userId: "12", accountName: "Ann Parent" };
  api.respond("GET /vouchers", [aVoucher(owner)]);
  api.respond("PUT /vouchers/1", { modifiedCount: 1 });
  const { user } = await renderAt(URL, admin);
  await user.click(await screen.findByRole("button", { name: "Edit KILN" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit KILN" }));
  expect(dialog.getByText(/^Only Ann Parent can use it/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Save Code" }));
  await findToast("The code has been changed.");
  const [change] = api.requests("PUT /vouchers/1");
  expect(change?.body).toMatchObject({ userId: "12" });
  expect(change?.body).not.toHaveProperty("account");
});

test("changes a code, and shows a refusal", async () => {
  api.respond("GET /vouchers", [aVoucher()]);
  api.fail("PUT /vouchers/1", 409, "already_exists", "There is a voucher with this code already.");
  const { user } = await renderAt(URL, admin);
  await user.click(await screen.findByRole("button", { name: "Edit KILN" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit KILN" }));
  expect(dialog.getByLabelText("Last day (optional)")).toHaveValue("2099-05-31");
  await user.click(dialog.getByRole("button", { name: "Save Code" }));
  expect(await dialog.findByText("There is a voucher with this code already.")).toBeVisible();
});

test("cancels a code after a question", async () => {
  api.respond("GET /vouchers", [aVoucher()]);
  api.respond("PUT /vouchers/1", { modifiedCount: 1 });
  const { user } = await renderAt(URL, admin);
  await user.click(await screen.findByRole("button", { name: "End code KILN" }));
  const dialog = within(await screen.findByRole("dialog", { name: "End this code?" }));
  await user.click(dialog.getByRole("button", { name: "End code" }));
  expect(await findToast("KILN can't be used anymore.")).toBeVisible();
  expect(api.requests("PUT /vouchers/1")[0]?.body).toEqual({ canceled: true });
});

test.each([instructor, student])("redirects others", async (person) => {
  await expectRedirectHome(URL, person);
});
