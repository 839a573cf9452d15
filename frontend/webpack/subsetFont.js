const path = require("node:path");
const subsetFont = require("subset-font");

/** The weights in use by family, as in the @font-face rules in src/app/styles/_fonts.scss. */
const WEIGHTS = { inter: { min: 400, max: 700 }, fraunces: { min: 600, max: 700 } };

/** The Latin characters of Google Fonts: names of people contain more letters than English has. */
const LATIN = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
];

function charactersOf([first, last]) {
  return Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset)).join(
    "",
  );
}

/** A webpack loader that removes from a variable font the weights that no page uses, and characters beyond Latin. */
module.exports = function subset(font) {
  const done = this.async();
  const family = Object.keys(WEIGHTS).find((name) => path.basename(this.resourcePath).startsWith(name));
  subsetFont(font, LATIN.map(charactersOf).join(""), {
    targetFormat: "woff2",
    variationAxes: { wght: WEIGHTS[family] },
  }).then((smaller) => done(null, smaller), done);
};
module.exports.raw = true;
