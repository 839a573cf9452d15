import { render, screen } from "@testing-library/react";
import { Time } from "./Time";

test("gives programs the time in a form that HTML allows", () => {
  render(<Time iso="2027-07-04T15:00:00.123456Z">July 4</Time>);
  expect(screen.getByText("July 4")).toHaveAttribute("datetime", "2027-07-04T15:00:00.123Z");
});
