import { screen, waitFor, within } from "@testing-library/react";
import { siteDayOf } from "../../shared/siteTime";
import { aWaitlistEntry } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import {
  aFamily,
  aFamilyPayment,
  aFamilySeat,
  aReservation,
  FAMILY,
  FAMILY_URL,
  openFamily,
} from "../../testing/families";
import { aGuardian } from "../../testing/guardians";
import { admin, expectLink, expectRedirectHome, findToast, renderAt, student } from "../../testing/renderAt";

const region = (name: string) => within(screen.getByRole("region", { name }));
const orderNamed = (name: RegExp) => within(screen.getByRole("region", { name }));

async function chooseMore(user: Awaited<ReturnType<typeof openFamily>>["user"], action: string) {
  await user.click(screen.getByRole("button", { name: "More about Paula Parent" }));
  await user.click(screen.getByRole("button", { name: action }));
}

test("shows everything about a family", async () => {
  await openFamily(
    aFamily({
      seats: [aFamilySeat()],
      holds: [aReservation()],
      waitlist: [aWaitlistEntry({ nameClass: "Felt Hats", childId: "31", childName: "Mia" })],
      payments: [
        aFamilyPayment({
          moneyBack: [
            {
              kind: "REFUND",
              amount: 10,
              method: "check",
              reference: "No. 7",
              date: "2027-01-05T15:00:00Z",
              by: "Ada Admin",
            },
            {
              kind: "REFUND",
              amount: 5,
              method: "card",
              reference: "re_1",
              date: "2027-01-06T15:00:00Z",
              by: "",
            },
          ],
        }),
      ],
    }),
  );
  expect(document.title).toBe("Paula Parent | Craft Camp");
  expectLink("555-0101", "tel:5550101");
  expectLink("paula@camp.example", "mailto:paula@camp.example");
  expectLink("Back to the Dashboard", "/dashboard");
  expect(region("Children").getByText(/9 years old, born on Mar 14, 2018/)).toBeVisible();
  expect(region("Children").getByText(/^Booked: Clay Animals \(/)).toBeVisible();
  expect(region("Children").getByText("On the waitlist of Felt Hats: 3 of 7")).toBeVisible();
  const reserved = /^Reserved until Fri, Jul\s10, 2099, 5:00\sPM.*, \$40.00: 1 seat$/;
  expectLink("Clay Animals", "/dashboard/classes/7", orderNamed(reserved));
  const order = orderNamed(/^Check No. 1042, .*, \$45.50: 1 seat$/);
  expectLink("Clay Animals", "/dashboard/classes/7", order);
  expect(order.getByText(/^If they cancel: 100% until/)).toBeVisible();
  expect(order.getByText("Taken by Ada Admin")).toBeVisible();
  expect(
    order.getByText(/^\$10.00 refunded by check \(No. 7\), Tue, Jan 5, 10:00\sAM .*, by Ada Admin$/),
  ).toBeVisible();
  expect(order.getByText(/^\$5.00 refunded by card, Wed, Jan 6/)).toBeVisible();
  const menu = within(screen.getByRole("navigation", { name: "Dashboard" }));
  expect(menu.getByRole("link", { name: "Manage Users" })).toHaveAttribute("aria-current", "page");
});

test("says whether a dispute is open or lost", async () => {
  const disputed = (["open", "lost"] as const).map((dispute) => aFamilyPayment({ _id: dispute, dispute }));
  await openFamily(aFamily({ payments: disputed }));
  expect(region("Orders").getByText("Disputed")).toBeVisible();
  expect(region("Orders").getByText("Dispute lost")).toBeVisible();
});

test("sums up what was paid, what goes back and what is reserved, without what is 0", async () => {
  await openFamily(aFamily({ sums: { paid: 149.25, refunded: 0, toPayBack: 45.5, reserved: 40 } }));
  const sums = screen.getByText("Paid").closest("dl");
  expect(sums).toHaveTextContent("Paid$149.25To pay back$45.50Reserved$40.00");
});

test("folds all but the latest six orders", async () => {
  const payments = Array.from({ length: 8 }, (_, index) =>
    aFamilyPayment({ _id: `payment-${index}`, orderId: `order-${index}`, reference: `No. ${index}` }),
  );
  const { user } = await openFamily(aFamily({ payments }));
  const orders = screen.getAllByRole("region", { name: /^Check No/ });
  expect(orders[5]).toBeVisible();
  expect(orders[6]).not.toBeVisible();
  await user.click(screen.getByText("2 earlier orders"));
  expect(orders[6]).toBeVisible();
});

test("shows at which lessons a child was", async () => {
  const lesson = { classId: "7", nameClass: "Clay Animals", childId: "31" };
  const attendance = [
    { ...lesson, lessonId: "2", startsAt: "2099-07-06T13:00:00Z", state: "absent" as const },
    { ...lesson, lessonId: "1", startsAt: "2099-07-05T13:00:00Z", state: "left" as const },
  ];
  const { user } = await openFamily(aFamily({ attendance }));
  await user.click(region("Children").getByText("Was at 1 of 2 lessons"));
  expect(region("Children").getByText(/Jul\s6, 2099, Clay Animals: absent/)).toBeVisible();
});

test("says that a family without an e-mail address gets no e-mails", async () => {
  const family = aFamily();
  await openFamily({ ...family, account: { ...family.account, email: "", emailVerified: false } });
  expect(screen.getByText("None, so we never send them any")).toBeVisible();
});

test("corrects the address of a family that nobody has logged in to", async () => {
  const family = aFamily();
  const account = { ...family.account, email: "paula@camp.exmaple", hasLogin: false };
  const { user } = await openFamily({ ...family, account });
  await user.click(screen.getByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit family" }));
  const email = dialog.getByLabelText("Email");
  expect(email).toHaveValue("paula@camp.exmaple");
  await user.clear(email);
  await user.type(email, "paula@");
  const fields = { email: ["Enter a valid email address."] };
  api.fail("PATCH /families/12", 400, "invalid", "Please check.", { fields });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Enter a valid email address.")).toBeVisible();
  await user.type(email, "camp.example");
  api.respond("PATCH /families/12", { modifiedCount: 1 });
  api.respond(FAMILY, family);
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await findToast("Your changes have been saved.")).toBeVisible();
  const values = { name: "Paula Parent", phone: "555-0101", address: "", note: "" };
  expect(api.requests("PATCH /families/12").at(-1)?.body).toEqual({ ...values, email: "paula@camp.example" });
  expectLink("paula@camp.example", "mailto:paula@camp.example");
});

test("says that only the family can change the address with which it logs in", async () => {
  const { user } = await openFamily(aFamily());
  await user.click(screen.getByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit family" }));
  expect(dialog.queryByLabelText("Email")).toBeNull();
  expect(dialog.getByText(/so only they can change it/)).toBeVisible();
  await user.type(dialog.getByLabelText("Address"), "4 Mill Street");
  await user.type(dialog.getByLabelText("Note for the office"), "Calls often");
  api.respond("PATCH /families/12", { modifiedCount: 1 });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const values = { name: "Paula Parent", phone: "555-0101", address: "4 Mill Street", note: "Calls often" };
  expect(api.requests("PATCH /families/12")[0]?.body).toEqual(values);
});

test("says which paperwork a child lacks", async () => {
  const tom = { _id: "32", name: "Tom", bornOn: null, age: null, missing: [] };
  const [mia = tom] = aFamily().children;
  await openFamily(aFamily({ children: [{ ...mia, missing: ["contact", "paper:immunization"] }, tom] }));
  const [withGaps, complete] = region("Children").getAllByRole("listitem");
  expect(withGaps).toHaveTextContent("Missing: emergency contact, immunization record");
  expect(complete).not.toHaveTextContent("Missing");
  const paperwork = (part: string) => `/dashboard/families/12/paperwork?child=32&part=${part}`;
  expectLink("Care sheet of Tom", paperwork("sheet"));
  expectLink("Contacts of Tom", paperwork("contacts"));
  expectLink("Agreements (signed on paper) of Tom", paperwork("agreements"));
});

test("adds a child", async () => {
  const family = aFamily();
  api.respond("POST /families/12/children", { insertedId: "32" }, 201);
  const { user } = await openFamily(family);
  await user.click(screen.getByRole("button", { name: "Add a child" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a child" }));
  await user.type(dialog.getByLabelText("Name"), "Tom");
  await user.type(dialog.getByLabelText("Date of birth (optional)"), "2019-05-01");
  const tom = { _id: "32", name: "Tom", bornOn: "2019-05-01", age: 8, missing: [] };
  api.respond(FAMILY, { ...family, children: [...family.children, tom] });
  await user.click(dialog.getByRole("button", { name: "Add child" }));
  expect(await findToast("Tom has been added.")).toBeVisible();
  expect(api.requests("POST /families/12/children")[0]?.body).toEqual({ name: "Tom", bornOn: "2019-05-01" });
  expect(region("Children").getByText("Tom", { selector: "strong" })).toBeVisible();
});

test("corrects a child, and names the booked classes that no longer fit", async () => {
  const unfit = { classId: "7", nameClass: "Clay Animals", ages: "children aged 8 to 14" };
  api.respond("PATCH /families/12/children/31", { modifiedCount: 1, noLongerFit: [unfit] });
  const { user } = await openFamily(aFamily());
  await user.click(screen.getByRole("button", { name: "Edit Mia" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Mia" }));
  const born = dialog.getByLabelText("Date of birth (optional)");
  expect(born).toHaveValue("2018-03-14");
  await user.clear(born);
  await user.type(born, "2012-03-14");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await findToast("Clay Animals is for children aged 8 to 14.")).toBeVisible();
  expect(api.requests("PATCH /families/12/children/31")[0]?.body).toEqual({
    name: "Mia",
    bornOn: "2012-03-14",
  });
});

test("asks once whether a child was born this year", async () => {
  api.respond("POST /families/12/children", { insertedId: "32" }, 201);
  const { user } = await openFamily(aFamily());
  await user.click(screen.getByRole("button", { name: "Add a child" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a child" }));
  await user.type(dialog.getByLabelText("Name"), "Tom");
  const born = dialog.getByLabelText("Date of birth (optional)");
  await user.type(born, siteDayOf(new Date().toISOString()));
  await user.click(dialog.getByRole("button", { name: "Add child" }));
  await waitFor(() => expect(born).toHaveAccessibleDescription(/This date is in this year. Is that right?/));
  expect(api.requests("POST /families/12/children")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Add child" }));
  expect(await findToast("Tom has been added.")).toBeVisible();
});

test("ends a reservation", async () => {
  api.respond("DELETE /desk/reservations/61", { deletedCount: 1 });
  const { user } = await openFamily(aFamily({ holds: [aReservation()] }));
  await user.click(screen.getByRole("button", { name: "Change Clay Animals for Mia" }));
  await user.click(screen.getByRole("button", { name: "Release" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Release Clay Animals for Mia?" }));
  api.respond(FAMILY, aFamily());
  await user.click(dialog.getByRole("button", { name: "Release" }));
  expect(await findToast("The reserved seat is open again.")).toBeVisible();
  expect(screen.getByText("No orders yet.")).toBeVisible();
});

test("leads to the receipt of a payment", async () => {
  await openFamily(aFamily({ payments: [aFamilyPayment({ _id: "p1" })] }));
  const link = region("Orders").getByRole("link", { name: /^Receipt for Check No. 1042/ });
  expect(link).toHaveAttribute("href", "/dashboard/my-payment-history/receipt/p1");
});

test("shows the tax statement of a year", async () => {
  const participants = [{ childId: "31", name: "Mia", paid: 45.5, refunded: 0, classes: [] }];
  const sums = { paid: 45.5, refunded: 0, provider: null, entries: [] };
  const person = { name: "Paula Parent", email: "paula@camp.example" };
  api.respond("GET /families/12/statement?year=2026", { year: 2026, ...person, ...sums, participants });
  const { user } = await openFamily(
    aFamily({ payments: [aFamilyPayment({ date: "2026-05-01T12:00:00Z" })] }),
  );
  const year = siteDayOf(new Date().toISOString()).slice(0, 4);
  api.respond(`GET /families/12/statement?year=${year}`, {
    year: Number(year),
    ...person,
    ...sums,
    participants,
  });
  await chooseMore(user, "Tax statement");
  expect(await screen.findByRole("heading", { name: `Tax Statement ${year} of Paula Parent` })).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Year"), "2026");
  expect(await screen.findByRole("heading", { name: "Tax Statement 2026 of Paula Parent" })).toBeVisible();
  expect(await screen.findByText("Paid $45.50, refunded $0.00")).toBeVisible();
  expectLink("Back to Paula Parent", "/dashboard/families/12");
});

test("gives aid to a family without an e-mail address", async () => {
  api.respond("POST /vouchers", { insertedId: "1" }, 201);
  const family = aFamily();
  const { user } = await openFamily({ ...family, account: { ...family.account, email: "" } });
  await chooseMore(user, "Give financial aid");
  const dialog = within(await screen.findByRole("dialog", { name: "New code for Paula Parent" }));
  await user.type(dialog.getByLabelText("Code"), "aid-27");
  await user.type(dialog.getByLabelText("Percent"), "50");
  await user.click(dialog.getByRole("button", { name: "Add Code" }));
  expect(await findToast("AID-27 can be used now.")).toBeVisible();
  expect(api.requests("POST /vouchers")[0]?.body).toMatchObject({
    code: "aid-27",
    percent: 50,
    userId: "12",
  });
});

test("prints", async () => {
  const print = jest.spyOn(window, "print").mockImplementation(() => {});
  const { user } = await openFamily(aFamily());
  await chooseMore(user, "Print");
  expect(print).toHaveBeenCalled();
});

test("says that there is no such family, and repeats a request that failed", async () => {
  api.fail(FAMILY, 404, "not_found", "Not found.");
  await renderAt(FAMILY_URL, admin);
  expect(await screen.findByRole("heading", { name: "404" })).toBeVisible();
});

test("offers a retry", async () => {
  api.fail(FAMILY, 503, "database_unavailable", "The site is very busy.");
  const { user } = await renderAt(FAMILY_URL, admin);
  await screen.findByText("The site is very busy.");
  api.respond(FAMILY, aFamily());
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Paula Parent" })).toBeVisible();
});

test("says who else sees a child, and stops them with a note, allows and ends them, and invites", async () => {
  const GUARDIANS = "GET /children/31/guardians";
  const guardian = { ...aGuardian(), phone: "555-0177", note: "" };
  api.respond(GUARDIANS, [guardian]);
  const { user } = await openFamily(aFamily());
  expect(await screen.findByText("Dad (dad@camp.example): classes")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Stop for Dad" }));
  await user.type(screen.getByLabelText("Note for the office (optional)"), "Order of May 2");
  api.respond("PATCH /children/31/guardians/8", { modifiedCount: 1 });
  api.respond(GUARDIANS, [{ ...guardian, frozen: true, note: "Order of May 2" }]);
  await user.click(screen.getByRole("button", { name: "Stop" }));
  expect(await screen.findByText("Note: Order of May 2")).toBeVisible();
  expect(screen.getByText("Dad (dad@camp.example): stopped by the school")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Allow again for Dad" }));
  expect(screen.getByLabelText("Note for the office (optional)")).toHaveValue("Order of May 2");
  await user.click(screen.getByRole("button", { name: "Allow again" }));
  await waitFor(() =>
    expect(api.requests("PATCH /children/31/guardians/8").map(({ body }) => body)).toEqual([
      { frozen: true, note: "Order of May 2" },
      { frozen: false, note: "Order of May 2" },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "End for Dad" }));
  api.respond("DELETE /children/31/guardians/8", { deletedCount: 1 });
  api.respond(GUARDIANS, []);
  await user.click(await screen.findByRole("button", { name: "Stop sharing" }));
  expect(await findToast("Dad doesn't see Mia's classes anymore.")).toBeVisible();
  expect(screen.queryByText(/Dad \(/)).toBeNull();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Share with another adult for Mia" }));
  await user.type(screen.getByLabelText("Email"), "gran@camp.example");
  api.respond("POST /children/31/guardians", { insertedId: "9" }, 201);
  await user.click(screen.getByRole("button", { name: "Send the invitation" }));
  expect(await findToast("We've sent an invitation to gran@camp.example.")).toBeVisible();
});

test("is only for admins", () => expectRedirectHome(FAMILY_URL, student));
