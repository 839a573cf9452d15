import { aClass } from "../testing/builders";
import { ALL, browse, readBrowsing, writeBrowsing } from "./browsing";

const bowl = aClass({
  nameClass: "Throw a Bowl",
  instructorName: "Rosa Delgado",
  price: 45,
  seats: 0,
  enroll: 9,
});
const cafe = aClass({ nameClass: "Café Signs", instructorName: "Zoë Ünal", price: 0, seats: 3, enroll: 1 });
const loom = aClass({
  nameClass: "Loom 10",
  instructorName: "Rosa Delgado",
  price: 80.5,
  seats: 7,
  enroll: 4,
});
const loom2 = aClass({ nameClass: "Loom 9", instructorName: "Ida", price: 80.5, seats: 1, enroll: 0 });
const classes = [bowl, cafe, loom, loom2];

const read = (query: string) => readBrowsing(new URLSearchParams(query));
const found = (query: string) => browse(classes, read(query));

test.each([
  ["", [bowl, cafe, loom, loom2]],
  ["q=ROSA", [bowl, loom]],
  ["q=rosa loom", [loom]],
  ["q=cafe", [cafe]],
  ["q=unal", [cafe]],
  ["q=nothing", []],
  ["seats=free", [cafe, loom, loom2]],
  ["up-to=45", [bowl, cafe]],
  ["up-to=0", [cafe]],
  ["up-to=80.50", [bowl, cafe, loom, loom2]],
  ["q=rosa&seats=free&up-to=100", [loom]],
  ["sort=popular", [bowl, loom, cafe, loom2]],
  ["sort=cheapest", [cafe, bowl, loom, loom2]],
  ["sort=dearest", [loom, loom2, bowl, cafe]],
  ["sort=seats", [loom, cafe, loom2, bowl]],
  ["sort=name", [cafe, loom2, loom, bowl]],
])("%s leaves the right classes in the right order", (query, expected) => {
  expect(found(query).map(({ nameClass }) => nameClass)).toEqual(expected.map(({ nameClass }) => nameClass));
});

test.each(["sort=toString", "sort=worst", "up-to=cheap", "up-to=-1", "up-to=Infinity", "seats=many"])(
  "an address that makes no sense leaves everything: %s",
  (query) => expect(read(query)).toEqual(ALL),
);

test("what is read is what was written, and the rest of the address stays", () => {
  const browsing = { text: "clay & fire", onlyFree: true, upTo: "49.5", order: "name" } as const;
  const query = writeBrowsing(browsing, new URLSearchParams("from=mail&q=old"));
  expect(query.get("from")).toBe("mail");
  expect(readBrowsing(query)).toEqual(browsing);
  expect(writeBrowsing(ALL, query).toString()).toBe("from=mail");
});

test("the list itself is left as it was", () => {
  const before = [...classes];
  found("sort=name");
  expect(classes).toEqual(before);
});
