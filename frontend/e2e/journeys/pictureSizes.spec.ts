import type { Locator } from "@playwright/test";
import { signInAdmin } from "../support/api";
import { expect, test } from "../support/fixtures";
import { openAs } from "../support/login";

/** How much wider or narrower than the picture its `sizes` may be, as a share of the picture's width. */
const TOLERANCE = 0.12;
/** On a phone `sizes` is two thirds of the width. */
const PHONE_SHARE = 2 / 3;
const WIDTHS = [390, 600, 768, 991, 1000, 1199, 1200, 1440, 1920];

test("the sizes of the pictures in card grids match their columns", async ({ page }) => {
  const admin = await signInAdmin();
  for (const path of ["/all-classes", "/dashboard/manage-classes?view=cards"]) {
    await openAs(page, admin, path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      // React replaces the picture that the server has rendered. Other journeys add classes whose picture has no
      // `sizes`, as it exists in one width only.
      const picture = page.locator("main#content .class-card img[srcset]").first();
      await expect(picture).toBeVisible();
      const { shown, announced } = await measure(picture);
      const ratio = announced / (width < 576 ? shown * PHONE_SHARE : shown);
      expect(Math.abs(ratio - 1), `${path} at ${width}: ${announced} for ${shown} px`).toBeLessThan(
        TOLERANCE,
      );
    }
  }
});

/** The width of a picture, and the width that its `sizes` announce at this width of the window, in CSS pixels. */
function measure(picture: Locator) {
  return picture.evaluate(async (image: HTMLImageElement) => {
    // The layout follows a new width of the window at the next frame.
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const matching = image.sizes
      .split(",")
      .map((part) => /^\s*(\(.*?\))?\s*(.+)$/.exec(part))
      .find((parts) => parts !== null && (parts[1] === undefined || matchMedia(parts[1]).matches));
    const ruler = document.body.appendChild(document.createElement("div"));
    ruler.style.width = matching?.[2] ?? "";
    const announced = ruler.getBoundingClientRect().width;
    ruler.remove();
    return { shown: image.getBoundingClientRect().width, announced };
  });
}
