import { aClass } from "../../testing/builders";
import { activeFilters, DEFAULT_SEARCH, parseSearch, searchClasses, writeSearch } from "./search";

const bowl = aClass({
  nameClass: "Throw a Bowl",
  instructorName: "Rosa Delgado",
  price: 45,
  seats: 0,
  enroll: 9,
  craft: "clay",
  ageFrom: 8,
  ageTo: 14,
  firstDay: "2027-07-05",
  lastDay: "2027-07-09",
  startsAt: "2027-07-05T13:00:00Z",
  earliestTime: "09:00",
  latestTime: "12:00",
});
const cafe = aClass({ nameClass: "Café Signs", instructorName: "Zoë Ünal", price: 0, seats: 3, enroll: 1 });
const loom = aClass({
  nameClass: "Loom 10",
  instructorName: "Rosa Delgado",
  price: 80.5,
  seats: 7,
  enroll: 4,
  description: "Warp and weft.",
  place: "Barn",
  ageFrom: 12,
  firstDay: "2027-07-11",
  lastDay: "2027-07-12",
  startsAt: "2027-07-11T17:30:00Z",
  earliestTime: "13:30",
  latestTime: "16:00",
});
const loom2 = aClass({
  nameClass: "Loom 9",
  instructorName: "",
  instructorEmail: "ida@camp.example",
  place: "Søren O’Brien’s farm, Kırık N´Diaye",
  price: 80.5,
  seats: 1,
  enroll: 0,
});
const running = aClass({
  nameClass: "Mural",
  price: 300,
  seats: 0,
  startsAt: "2020-07-05T13:00:00Z",
  earliestTime: "09:00",
  latestTime: "15:30",
});
const classes = [bowl, cafe, loom, loom2];

const parse = (query: string) => parseSearch(new URLSearchParams(query));
const search = (query: string) =>
  searchClasses(classes, parse(query), (slug) => (slug === "clay" ? "Pottery and clay" : slug));

test.each([
  ["", [bowl, loom, cafe, loom2]],
  ["q=ROSA", [bowl, loom]],
  ["q=rosa loom", [loom]],
  ["q=obrien soren", [loom2]],
  ["q=O'BRIEN SØREN", [loom2]],
  ["q=kirik ndiaye", [loom2]],
  ["q=cafe", [cafe]],
  ["q=unal", [cafe]],
  ["q=ida@camp", [loom2]],
  ["q=nothing", []],
  ["seats=free", [loom, cafe, loom2]],
  ["up-to=45", [bowl, cafe]],
  ["up-to=0", [cafe]],
  ["up-to=79,50", [bowl, cafe]],
  ["up-to=80.50", [bowl, loom, cafe, loom2]],
  ["q=rosa&seats=free&up-to=100", [loom]],
  ["q=pottery", [bowl]],
  ["q=weft", [loom]],
  ["q=barn", [loom]],
  ["q=clay mornings", [bowl]],
  ["q=afternoon", [loom]],
  ["craft=clay", [bowl]],
  ["craft=glass", []],
  ["week=2027-07-05", [bowl, loom]],
  ["week=2027-07-14", [loom]],
  ["week=2027-07-19", []],
  ["age=8", [bowl, cafe, loom2]],
  ["age=15", [loom, cafe, loom2]],
  ["time=morning", [bowl]],
  ["time=afternoon", [loom]],
  ["sort=newest", [bowl, cafe, loom, loom2]],
  ["sort=popular", [bowl, loom, cafe, loom2]],
  ["sort=cheapest", [cafe, bowl, loom, loom2]],
  ["sort=dearest", [loom, loom2, bowl, cafe]],
  ["sort=seats", [loom, cafe, loom2, bowl]],
  ["sort=name", [cafe, loom2, loom, bowl]],
])("applies the filters and the order of the query '%s'", (query, expected) => {
  expect(search(query).map(({ nameClass }) => nameClass)).toEqual(expected.map(({ nameClass }) => nameClass));
});

test.each(["", "time=all-day", "q=all day"])("lists classes that have begun last: '%s'", (query) => {
  expect(searchClasses([running, ...classes], parse(query), String).at(-1)).toBe(running);
});

test.each([
  "sort=toString",
  "sort=worst",
  "up-to=cheap",
  "up-to=-1",
  "up-to=Infinity",
  "seats=many",
  "week=July",
  "week=2027-13-01",
  "age=old",
  "age=-1",
  "time=night",
  "show=7",
  "show=many",
])("ignores the invalid parameter %s", (query) => expect(parse(query)).toEqual(DEFAULT_SEARCH));

test("parses what it has written, and keeps other parameters", () => {
  const written = {
    text: "clay & fire",
    craft: "clay",
    season: "summer-2027",
    week: "2027-07-05",
    age: "9",
    time: "morning",
    onlyAvailable: true,
    maxPrice: "49.5",
    order: "name",
    view: "weeks",
    child: "7",
    shown: 48,
  } as const;
  const query = writeSearch(written, new URLSearchParams("from=mail&q=old"));
  expect(query.get("from")).toBe("mail");
  expect(parseSearch(query)).toEqual(written);
  expect(writeSearch(DEFAULT_SEARCH, query).toString()).toBe("from=mail");
});

test("names the filters in use, without numbers that cannot be read", () => {
  const typed = { ...DEFAULT_SEARCH, text: "clay", craft: "clay", order: "name" } as const;
  expect(activeFilters({ ...typed, age: "9", maxPrice: "49.5" })).toEqual(["craft", "age", "maxPrice"]);
  expect(activeFilters({ ...typed, age: "9.5", maxPrice: "-1" })).toEqual(["craft"]);
});

test("keeps a price with a comma for thousands", () => {
  expect(parse("up-to=1,250").maxPrice).toBe("1,250");
});

test("does not change the given list", () => {
  const before = [...classes];
  search("sort=name");
  expect(classes).toEqual(before);
});
