import { screen, within } from "@testing-library/react";
import { config } from "../../shared/config";
import { renderAt } from "../../testing/renderAt";

test.each([
  ["/about", "About Us", /hands-on classes since 2003/],
  ["/contact", "Contact", /Write, call, or come by/],
  ["/terms", "Terms of Use", /within 48 hours of paying/],
  ["/terms", "Terms of Use", /at least 30 days before the first lesson: the full price/],
  ["/terms", "Terms of Use", /at least 14 days before the first lesson: 50%/],
  ["/terms", "Terms of Use", /hold a seat for you for 15 minutes/],
  ["/privacy", "Privacy Policy", /We never see your card number/],
  ["/privacy", "Privacy Policy", /download everything we keep about you in one file, or delete your account/],
  ["/privacy", "Privacy Policy", /they no longer show your name/],
  ["/privacy", "Privacy Policy", /the waitlists you've joined/],
  [
    "/privacy",
    "Privacy Policy",
    /start to pay for one or join a waitlist, the instructor of that class sees/,
  ],
  ["/privacy", "Privacy Policy", /allergies, medication and the like\. We store it encrypted/],
  ["/privacy", "Privacy Policy", /from 14 days before the first lesson until one day after the last one/],
  ["/privacy", "Privacy Policy", /If somebody else teaches a lesson.* We record who opens it/],
  ["/privacy", "Privacy Policy", /When your child arrived at a lesson and left, and who picked them up/],
  ["/privacy", "Privacy Policy", /delete your child's care sheet 30 days after the last class/],
  ["/privacy", "Privacy Policy", /agreements you've signed stay, with the names on them/],
  ["/cookies", "Cookie Policy", /doesn't use cookies for visitors/],
  ["/cookies", "Cookie Policy", /you closed our message about an undelivered email\. Until you clear it/],
  ["/cookies", "Cookie Policy", /their page “Today” stores its own files, and, encrypted, the day's list/],
  ["/cookies", "Cookie Policy", /Scroll positions, and that a page reloaded/],
])("shows the text of %s", async (path, title, text) => {
  await renderAt(path);
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("heading", { level: 1 })).toHaveTextContent(title);
  expect(document.title).toBe(`${title} | Craft Camp`);
  expect(main.getByText(text)).toBeVisible();
});

test("mentions no hours after the payment if the school has no such rule", async () => {
  jest.replaceProperty(config, "cancelWithinHours", 0);
  await renderAt("/terms");
  expect(screen.queryByText(/hours of paying/)).toBeNull();
  expect(screen.queryByText(/only the first of these applies/)).toBeNull();
  expect(screen.getByText(/^A day is 24 hours. Once the class has started/)).toBeVisible();
});

test("says nothing about care if the school has no paperwork", async () => {
  jest.replaceProperty(config, "care", false);
  await renderAt("/privacy");
  expect(screen.getByText(/We never see your card number/)).toBeVisible();
  expect(screen.queryByText(/care sheet|allergies|agreements/)).toBeNull();
});

test("shows the contact details of the school", async () => {
  await renderAt("/contact");
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("link", { name: "hello@camp.example" })).toHaveAttribute(
    "href",
    "mailto:hello@camp.example",
  );
  expect(main.getByRole("link", { name: "+1 555 010 2003" })).toHaveAttribute("href", "tel:+15550102003");
  expect(main.getByText("12 Kiln Lane")).toBeVisible();
});
