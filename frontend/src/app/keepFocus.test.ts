import { keepFocus } from "./keepFocus";

const LINKS = '<a href="/all-classes">All Classes</a><a href="/about">About us</a>';

/** Renders the links as the first screen, and returns a function that replaces them as React does. */
function showLinks() {
  document.body.innerHTML = `<div id="root"><nav>${LINKS}</nav></div>`;
  const root = document.getElementById("root") as HTMLElement;
  const replace = async () => {
    root.innerHTML = `<main>${LINKS}</main>`;
    await Promise.resolve();
  };
  return { root, replace };
}

const link = (href: string) => document.querySelector<HTMLElement>(`[href="${href}"]`);

test("keeps the focus on the link that had it", async () => {
  const { root, replace } = showLinks();
  link("/about")?.focus();
  keepFocus(root);
  await replace();
  expect(link("/about")).toHaveFocus();
});

test("follows the focus while React renders", async () => {
  const { root, replace } = showLinks();
  keepFocus(root);
  link("/all-classes")?.focus();
  link("/about")?.focus();
  await replace();
  expect(link("/about")).toHaveFocus();
});

test("leaves the focus where it is afterwards", async () => {
  const { root, replace } = showLinks();
  link("/about")?.focus();
  keepFocus(root);
  await replace();
  link("/all-classes")?.focus();
  await replace();
  expect(document.body).toHaveFocus();
});
