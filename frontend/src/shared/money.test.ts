import { parseAmount } from "./money";

test.each([
  ["45", 45],
  [" $45.50 ", 45.5],
  ["12,5", 12.5],
  ["12,50", 12.5],
  ["1,250", 1250],
  ["10,000.00", 10_000],
  ["1250.5", 1250.5],
])("reads %s as %s", (typed, amount) => {
  expect(parseAmount(typed)).toBe(amount);
});

test.each(["", "free", "1.250", "0,250", "1,2,3", "1,25,0", "12,500,", "-5", "4.555", "1e3"])(
  "reads no amount in %p",
  (typed) => {
    expect(parseAmount(typed)).toBeNull();
  },
);
