const path = require("node:path");
const autoprefixer = require("autoprefixer");
const purgeCSSPlugin = require("@fullhuman/postcss-purgecss");

const SOURCES = [
  path.resolve(__dirname, "src/**/*.{ts,tsx}"),
  path.resolve(__dirname, "../templates/first_screen.html"),
];
/** What react-bootstrap puts together by itself from the names of its parts and states. */
const PUT_TOGETHER = [
  /^(active|carousel|collaps|disabled|fade|modal|navbar|offcanvas|show|sticky-top|toast)/,
  /^btn(-close|-(outline-)?(primary|secondary|danger))?$/,
];

/** Of Bootstrap's style sheet only the parts that some page names reach the visitor. */
module.exports = ({ mode }) => ({
  plugins: [
    autoprefixer,
    ...(mode === "production"
      ? [
          purgeCSSPlugin({
            content: SOURCES,
            safelist: PUT_TOGETHER,
            dynamicAttributes: ["data-bs-target", "data-bs-theme"],
          }),
        ]
      : []),
  ],
});
