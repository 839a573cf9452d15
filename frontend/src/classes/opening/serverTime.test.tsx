// A file of its own, because what the client has learned of the server's clock stays in memory.
import { screen } from "@testing-library/react";
import { aSelection, inMinutes } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { renderAt, student } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";

const selected = (overrides: { opensForMe: string; price: number }) =>
  aSelection({ season: "summer-2027", opensAt: overrides.opensForMe, ...overrides });

test("counts down by the server's clock, then one link pays for all", async () => {
  const opensForMe = inMinutes(10);
  const selections = [selected({ opensForMe, price: 40 }), selected({ opensForMe, price: 50 })];
  // The clock of this device is nine minutes slow.
  const serverTime = new Date(Date.now() + 9 * 60_000).toUTCString();
  api.respond("GET /selectClass?email=student%40camp.example", selections, 200, { Date: serverTime });
  await renderAt("/dashboard/my-selected-classes", student);
  expect(await screen.findByText(/Then one button pays for both seats: \$90\.00/)).toBeVisible();
  expect(screen.queryByRole("link", { name: /^Pay/ })).toBeNull();
  await advanceTime({ minutes: 0.5 });
  expect(screen.getByRole("timer")).toHaveTextContent(/^0:\d\d$/);
  await advanceTime({ minutes: 1 });
  expect(screen.getByRole("link", { name: "Pay for 2 seats: $90.00" })).toBeVisible();
  expect(screen.getByText("Registration is open. You can pay now.")).toBeInTheDocument();
});
