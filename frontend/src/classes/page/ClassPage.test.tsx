import { act, screen, waitFor, within } from "@testing-library/react";
import { initialData } from "../../shared/config";
import { aClass, aClassPage, aReviewedClass, aSelection, inMinutes } from "../../testing/builders";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { admin, findToast, instructor, renderAt, student } from "../../testing/renderAt";

const bowl = aClassPage({
  _id: "7",
  nameClass: "Throw Your First Bowl",
  description: "Center, open, pull.",
  instructorName: "Rosa",
  instructorId: "3",
  instructorBio: "A potter since 1999.",
  price: 45.5,
  seats: 6,
  enroll: 2,
  craft: "clay",
  place: "Pottery",
  bring: "An apron.",
  ageFrom: 8,
  ageTo: 14,
  firstDay: "2127-07-05",
  lastDay: "2127-07-06",
  startsAt: "2127-07-05T13:00:00Z",
  lessonCount: 2,
  lessons: [
    { _id: "1", startsAt: "2127-07-05T13:00:00Z", endsAt: "2127-07-05T16:00:00Z", place: "" },
    { _id: "2", startsAt: "2127-07-06T13:00:00Z", endsAt: "2127-07-06T16:00:00Z", place: "Barn" },
  ],
});

beforeEach(() => {
  api.respond("GET /crafts", [{ slug: "clay", name: "Clay" }]);
  api.respond("GET /classes/7", bowl);
  api.respond("GET /classes", [aClass({ _id: "7", craft: "clay" })]);
});

afterEach(() => {
  for (const path of Object.keys(initialData)) delete initialData[path];
});

const findBar = () => screen.findByRole("region", { name: "Price and seats" });

describe("after the user follows a link to the page", () => {
  async function openWhileLoading() {
    const response = deferred<{ body: typeof bowl }>();
    api.handle("GET /classes/7", () => response.promise);
    const view = await renderAt("/contact");
    await act(async () => view.router.navigate("/all-classes/7"));
    await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "Class" })).toHaveFocus());
    return { respond: () => act(async () => response.resolve({ body: bowl })) };
  }

  test("its heading has the focus while the class is loading and afterwards", async () => {
    const { respond } = await openWhileLoading();
    await respond();
    expect(screen.getByRole("heading", { level: 1, name: bowl.nameClass })).toHaveFocus();
  });

  test("the focus stays where the user moved it while the class was loading", async () => {
    const { respond } = await openWhileLoading();
    const home = within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name: "Home" });
    act(() => home.focus());
    await respond();
    expect(screen.getByRole("heading", { level: 1, name: bowl.nameClass })).toBeVisible();
    expect(home).toHaveFocus();
  });

  test("a selection on the previous page that ends late does not move the focus", async () => {
    const { user, router } = await renderAt("/all-classes", student);
    const select = await screen.findByRole("button", { name: /^Select / });
    await waitFor(() => expect(select).toBeEnabled());
    const selected = deferred<{ body: { insertedId: string; clashes: [] }; status: 201 }>();
    api.handle("POST /selectClass", () => selected.promise);
    await user.click(select);
    await act(async () => router.navigate("/all-classes/7"));
    const heading = await screen.findByRole("heading", { level: 1, name: bowl.nameClass });
    expect(heading).toHaveFocus();
    api.respond("GET /selectClass?email=student%40camp.example", [aSelection({ classId: "7" })]);
    await act(async () => selected.resolve({ body: { insertedId: "31", clashes: [] }, status: 201 }));
    expect(await screen.findByRole("link", { name: "Pay now" })).toBeVisible();
    expect(heading).toHaveFocus();
  });
});

test("shows the dates, place, ages, price and instructor, in the camp's time zone", async () => {
  const { user } = await renderAt("/all-classes/7");
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Throw Your First Bowl");
  expect(document.title).toBe("Throw Your First Bowl | Craft Camp");
  const fact = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling;
  expect(fact("When")).toHaveTextContent(/Jul 5 – 6, 2127/);
  expect(screen.getByText("2 lessons, 9:00 AM – 12:00 PM")).toBeVisible();
  await user.click(screen.getByText("See all lessons"));
  expect(screen.getByText("Sun, Jul 6, 2127, 9:00 AM – 12:00 PM, Barn")).toBeVisible();
  expect(fact("Where")).toHaveTextContent(/^Pottery/);
  expect(fact("Ages")).toHaveTextContent("Ages 8 to 14");
  expect(fact("Group size")).toHaveTextContent("Up to 8");
  expect(fact("Craft")).toHaveTextContent("Clay");
  const bar = within(await findBar());
  expect(bar.getByText("$45.50")).toBeVisible();
  expect(bar.getByText("$22.75 per lesson")).toBeVisible();
  expect(bar.getByText("6 seats left")).toBeVisible();
  expect(screen.getByText("Center, open, pull.")).toBeVisible();
  expect(screen.getByText("An apron.")).toBeVisible();
  expect(screen.getByText("A potter since 1999.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Rosa" })).toHaveAttribute("href", "/all-instructors/3");
});

test("names the camp's time zone to a reader in another one", async () => {
  await renderAt("/all-classes/7");
  expect(await screen.findByText("Times are in Eastern Time.")).toBeVisible();
});

test("leads to the school on a map", async () => {
  await renderAt("/all-classes/7");
  const link = await screen.findByRole("link", { name: "Directions to 12 Kiln Lane (opens in a new tab)" });
  expect(link).toHaveAttribute("href", "https://www.google.com/maps/search/?api=1&query=12%20Kiln%20Lane");
  expect(link).toHaveAttribute("target", "_blank");
});

describe("Share", () => {
  afterEach(() => Reflect.deleteProperty(navigator, "share"));

  const share = (answer: () => Promise<void>) => Object.assign(navigator, { share: jest.fn(answer) }).share;
  const url = `${location.origin}/all-classes/7`;
  const press = async (copy?: () => Promise<void>) => {
    const { user } = await renderAt("/all-classes/7?q=clay");
    if (copy) jest.spyOn(navigator.clipboard, "writeText").mockImplementation(copy);
    await user.click(await screen.findByRole("button", { name: "Share Throw Your First Bowl" }));
  };

  test("opens the device's own dialog", async () => {
    const dialog = share(async () => {});
    await press();
    expect(dialog).toHaveBeenCalledWith({ title: "Throw Your First Bowl", url });
  });

  test("says nothing if the user closes that dialog", async () => {
    share(() => Promise.reject(new DOMException("", "AbortError")));
    await press();
    expect(document.querySelector(".toast")).toBeNull();
  });

  test("copies the link where there is no such dialog, and says so", async () => {
    const copy = jest.fn(async () => {});
    await press(copy);
    expect(await findToast("Link copied.")).toBeVisible();
    expect(copy).toHaveBeenCalledWith(url);
  });

  test("shows the link if it can't be copied", async () => {
    await press(() => Promise.reject(new Error()));
    expect(await findToast(`Your browser couldn't copy the link. It is ${url}`)).toBeVisible();
  });
});

test("does not request a class that is embedded in the page", async () => {
  initialData["/classes/7"] = bowl;
  await renderAt("/all-classes/7");
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Throw Your First Bowl");
  expect(api.requests("GET /classes/7")).toEqual([]);
});

test("selects the class for a student", async () => {
  api.respond("POST /selectClass", { insertedId: "9", clashes: [] }, 201);
  const { user } = await renderAt("/all-classes/7", student);
  await user.click(await screen.findByRole("button", { name: /^Select / }));
  await user.click(await screen.findByRole("checkbox", { name: "Myself" }));
  await user.click(screen.getByRole("button", { name: /^Select for me/ }));
  expect(await findToast("Throw Your First Bowl is Selected Successfully")).toBeVisible();
});

test("requests the class again after a rejected selection", async () => {
  api.fail("POST /selectClass", 409, "class_full", "This class is sold out.");
  const { user } = await renderAt("/all-classes/7", student);
  const button = await screen.findByRole("button", { name: /^Select / });
  api.respond("GET /classes/7", { ...bowl, seats: 0 });
  await user.click(button);
  await user.click(await screen.findByRole("checkbox", { name: "Myself" }));
  await user.click(screen.getByRole("button", { name: /^Select for me/ }));
  expect(await within(await findBar()).findByText("Sold out")).toBeVisible();
});

test("asks a visitor to log in, and leads back to the class", async () => {
  const { user, at } = await renderAt("/all-classes/7");
  await user.click(await screen.findByRole("button", { name: /^Select / }));
  await user.click(await screen.findByRole("link", { name: "Login Now!" }));
  await waitFor(() =>
    expect(at()).toMatchObject({ pathname: "/login", state: { from: { pathname: "/all-classes/7" } } }),
  );
});

test("shows other classes of the same craft", async () => {
  api.respond("GET /classes", [
    aClass({ _id: "7", nameClass: "Throw Your First Bowl", craft: "clay" }),
    aClass({ nameClass: "Glaze Lab", craft: "clay" }),
    aClass({ nameClass: "Marbled Papers", craft: "paper" }),
  ]);
  await renderAt("/all-classes/7");
  const similar = within(await screen.findByRole("region", { name: "Similar classes" }));
  expect(similar.getAllByRole("article")).toHaveLength(1);
  expect(similar.getByRole("link", { name: "Glaze Lab" })).toBeVisible();
});

test("says that a class has ended", async () => {
  api.respond("GET /classes/7", { ...bowl, endedAt: inMinutes(-60), startsAt: inMinutes(-600) });
  await renderAt("/all-classes/7");
  expect(await screen.findByText("This class has ended.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Select / })).toBeNull();
  expect(screen.queryByRole("link", { name: /^Add to calendar/ })).toBeNull();
});

test("does not offer a class that has started", async () => {
  api.respond("GET /classes/7", { ...bowl, startsAt: inMinutes(-60) });
  await renderAt("/all-classes/7");
  expect(await screen.findByRole("button", { name: /^Select / })).toBeDisabled();
  expect(screen.getByText(/This class has already started/)).toBeVisible();
});

test("does not offer a class that has no dates anymore", async () => {
  const removed = {
    lessonsRemovedAt: inMinutes(-60),
    lessons: [],
    firstDay: null,
    lastDay: null,
    startsAt: null,
  };
  api.respond("GET /classes/7", { ...bowl, ...removed, seats: 0 });
  await renderAt("/all-classes/7");
  expect(await screen.findByRole("button", { name: /^Select / })).toBeDisabled();
  expect(screen.getByText("This class has no dates right now, so you can't book it.")).toBeVisible();
  expect(screen.getByText("No dates right now.")).toBeVisible();
  expect(screen.queryByText("Group size")).toBeNull();
  expect(within(await findBar()).queryByText("Sold out")).toBeNull();
  expect(screen.queryByRole("link", { name: "How refunds work" })).toBeNull();
  expect(screen.queryByRole("button", { name: /waitlist/ })).toBeNull();
});

test("shows a class without dates, ages, place and craft", async () => {
  api.respond("GET /classes/7", aClassPage({ _id: "7", nameClass: "Stained Glass", description: "" }));
  await renderAt("/all-classes/7");
  expect(await screen.findByText("Dates to be announced.")).toBeVisible();
  for (const name of ["Where", "Ages", "Craft"]) expect(screen.queryByText(name)).toBeNull();
  expect(screen.queryByRole("link", { name: /^Add to calendar/ })).toBeNull();
  expect(screen.getByText(/will tell you all about this class on the first day/)).toBeVisible();
});

test("shows the e-mail address of an instructor without a name", async () => {
  const nameless = { instructorName: "", instructorEmail: "rosa@camp.example", description: "" };
  api.respond("GET /classes/7", { ...bowl, ...nameless });
  api.respond("GET /classes", [aClass({ _id: "8", nameClass: "Pots", craft: "clay", ...nameless })]);
  await renderAt("/all-classes/7");
  const pots = await screen.findByRole("article", { name: "Pots" });
  expect(within(pots).getByText("with rosa@camp.example")).toBeVisible();
  expect(screen.getAllByText("with rosa@camp.example")).toHaveLength(2);
  expect(screen.getByText(/^rosa@camp.example will tell you all about this class/)).toBeVisible();
});

test("shows the error page for an unknown class", async () => {
  api.fail("GET /classes/8", 404, "not_found", "Not found.");
  await renderAt("/all-classes/8");
  expect(await screen.findByRole("heading", { name: "404" })).toBeVisible();
  expect(document.title).toBe("Not Found | Craft Camp");
});

test.each([admin, instructor])(
  "leads the role $role from a class that is not public to its page",
  async (user) => {
    api.fail("GET /classes/7", 404, "not_found", "Not found.");
    api.respond("GET /myClass/7", aReviewedClass({ ...bowl, status: "Pending" }));
    const { at } = await renderAt("/all-classes/7", user);
    expect(await screen.findByRole("heading", { name: "Throw Your First Bowl" })).toBeVisible();
    expect(at().pathname).toBe("/dashboard/classes/7");
  },
);

test("shows a server error and retries", async () => {
  api.fail("GET /classes/7", 500, "server_error", "Something broke.");
  const { user } = await renderAt("/all-classes/7");
  expect(await screen.findByRole("alert")).toHaveTextContent("Something broke.");
  api.respond("GET /classes/7", bowl);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Throw Your First Bowl" })).toBeVisible();
});

test("shows an instructor why the class cannot be selected", async () => {
  await renderAt("/all-classes/7", instructor);
  const reason = await screen.findByText("Instructors can't select classes.");
  expect(reason).not.toHaveClass("visually-hidden");
  expect(screen.getByRole("button", { name: /^Select / })).toBeDisabled();
});

test("shows the refund rules of the class", async () => {
  const refundSteps = [
    { percent: 100, until: "2127-06-05T13:00:00Z", hoursAfterPaying: null },
    { percent: 50, until: "2127-06-21T13:00:00Z", hoursAfterPaying: null },
    { percent: 0, until: null, hoursAfterPaying: null },
  ];
  api.respond("GET /classes/7", { ...bowl, refundSteps });
  await renderAt("/all-classes/7");
  const steps = within(await screen.findByRole("list", { name: "If you cancel" })).getAllByRole("listitem");
  expect(steps).toHaveLength(3);
  expect(steps[0]).toHaveTextContent(/^Cancel by Thu, Jun 5, 2127, 9:00 AM.*: full refund$/);
  expect(steps[1]).toHaveTextContent(/^Until Sat, Jun 21, 2127, 9:00 AM.*: 50% back$/);
  expect(steps[2]).toHaveTextContent("After that: no refund");
  expect(screen.getByRole("link", { name: "How refunds work" })).toHaveAttribute("href", "/terms#refunds");
});

test.each([
  ["is free", { price: 0 }],
  ["has begun", { startsAt: inMinutes(-60) }],
])("says nothing about refunds for a class that %s", async (_name, overrides) => {
  api.respond("GET /classes/7", { ...bowl, ...overrides });
  await renderAt("/all-classes/7");
  await findBar();
  expect(screen.queryByText(/How refunds work/)).toBeNull();
});
