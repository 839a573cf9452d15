import { hasLink } from "./links";

test.each([
  "",
  "O'Brien",
  "María de la Cruz",
  "St. John",
  "J.R.R. Tolkien",
  "A.Schmidt",
  "Mr./Mrs. Smith",
  "Hotel: 5.7.2027",
])("accepts the name %s", (name) => {
  expect(hasLink(name)).toBe(false);
});

test.each([
  "Click https://evil.example",
  "HTTP:evil",
  "www.evil.com",
  "evil.com now",
  "t.me/x",
  "1.2.3.4/pay",
  "sam@evil.com",
  "evil\uff0ecom",
  "evil.\u200bcom",
  "пример.рф",
])("finds the link in %s", (name) => {
  expect(hasLink(name)).toBe(true);
});
