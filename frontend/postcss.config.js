const path = require("node:path");
const autoprefixer = require("autoprefixer");
const purgeCSSPlugin = require("@fullhuman/postcss-purgecss");

const SOURCES = [
  path.resolve(__dirname, "src/**/*.{ts,tsx}"),
  path.resolve(__dirname, "../templates/first_screen.html"),
  path.resolve(__dirname, "../templates/first_screen/*.html"),
];
/** Class names that react-bootstrap composes at run time. */
const COMPOSED_CLASSES = [
  /^(active|carousel|disabled|fade|modal|navbar|show|sticky-top|toast)/,
  /^offcanvas-(backdrop|body|bottom|header|sm|title)$/,
  /^btn(-close|-link|-(outline-)?(primary|secondary|danger))?$/,
];

/** A production build contains only the Bootstrap rules whose class names occur in the sources. */
module.exports = ({ mode }) => ({
  plugins: [
    autoprefixer,
    ...(mode === "production"
      ? [
          purgeCSSPlugin({
            content: SOURCES,
            safelist: COMPOSED_CLASSES,
            dynamicAttributes: ["data-bs-target", "data-bs-theme"],
          }),
        ]
      : []),
  ],
});
