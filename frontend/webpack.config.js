const path = require("node:path");
const zlib = require("node:zlib");
const CompressionPlugin = require("compression-webpack-plugin");
const CssMinimizerPlugin = require("css-minimizer-webpack-plugin");
const MiniCssExtractPlugin = require("mini-css-extract-plugin");
const { WebpackManifestPlugin } = require("webpack-manifest-plugin");
const { BudgetPlugin } = require("./webpack/budget");
require("./webpack/bounds"); // Writes a module of the client.

const OUTPUT = path.resolve(__dirname, "../static/build");
/** Size limits of the home page in KB: scripts and styles after brotli, fonts as they are. */
const HOME_BUDGETS = { js: 130, css: 15, woff2: 65 };

/** Formik and Yup, and what only they need. */
const FORMS =
  /node_modules[\\/](formik|yup|lodash|lodash-es|react-fast-compare|property-expr|toposort|tiny-case)[\\/]/;

/** The chunks of the page that works without a network: its own, the identity provider's, and the dashboard's styles. */
const OFFLINE = ["main", "dashboard/today", "firebase", "dashboard-styles"];

/**
 * The files, as paths below /static/, that the server links in the page shell: the initial scripts and styles, the fonts
 * in preload order, the pictures of the site by name, the additional scripts of each page by path, and all files of the
 * page that works without a network.
 */
function shellManifest(_seed, files) {
  const named = (test) => files.filter((file) => test.test(file.path)).map((file) => file.path);
  const initial = (test) =>
    files.filter((file) => file.isInitial && test.test(file.path)).map((file) => file.path);
  const groups = files.flatMap(({ chunk }) => [...(chunk?.groupsIterable ?? [])]).filter(({ name }) => name);
  return {
    js: initial(/\.js$/),
    css: initial(/\.css$/),
    fonts: named(/\.woff2$/)
      .sort()
      .reverse(),
    pictures: Object.fromEntries(named(/\.webp$/).map((file) => [pictureName(file), file])),
    pages: Object.fromEntries(
      groups.filter((group) => !group.isInitial()).map((group) => [group.name, filesOf(group, /\.js$/)]),
    ),
    offline: [
      ...new Set(
        groups.filter(({ name }) => OFFLINE.includes(name)).flatMap((group) => filesOf(group, /\.(js|css)$/)),
      ),
      ...named(/\.woff2$/),
    ],
  };
}

/** The name of a chunk's file: a route without the characters that a URL would have to escape. */
function fileNameOf({ name, id }) {
  return String(name ?? id).replace(/[^\w-]+/g, "-");
}

/** The name of a picture in static/pictures/: the name of the built file without the hash. */
function pictureName(file) {
  return path.basename(file).replace(/\.[0-9a-f]+\.webp$/, ".webp");
}

/** The files of a chunk group with such a name. */
function filesOf({ chunks }, test) {
  return chunks
    .flatMap((chunk) => [...chunk.files])
    .filter((file) => test.test(file))
    .map((file) => `build/${file}`);
}

module.exports = (_env, { mode }) => {
  const production = mode === "production";
  return {
    mode,
    target: ["web", "browserslist"],
    entry: { main: "./src/app/main.tsx" },
    devtool: production ? false : "source-map",
    output: {
      path: OUTPUT,
      publicPath: "/static/build/",
      // The home page's script names all chunks: the default of 20 digits costs it 0.3 KB.
      hashDigestLength: 12,
      filename: "[name].[contenthash].js",
      chunkFilename: ({ chunk }) => `${fileNameOf(chunk)}.[contenthash].js`,
      // The same timeout as an API request has; then LazyPage shows an error.
      chunkLoadTimeout: 30_000,
      assetModuleFilename: "[name].[contenthash][ext]",
      // In watch mode the old files stay, because the server may still use the previous manifest.
      clean: production,
    },
    resolve: { extensions: [".tsx", ".ts", ".js"] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          include: path.resolve(__dirname, "src"),
          use: { loader: "swc-loader", options: swc(production) },
        },
        { test: /\.scss$/, use: [MiniCssExtractPlugin.loader, "css-loader", "postcss-loader", sass()] },
        {
          test: /\.webp$/,
          type: "asset/resource",
          generator: { filename: "pictures/[name].[contenthash][ext]" },
        },
        { test: /\.woff2$/, type: "asset/resource", use: path.resolve(__dirname, "webpack/subsetFont.js") },
      ],
    },
    optimization: {
      minimizer: ["...", new CssMinimizerPlugin({ minimizerOptions: cssnano() })],
      // V8 compiles a function in parentheses while the script loads. React DOM, a function that another is called with,
      // would be compiled when it runs.
      minimizeOptions: { javascript: { compress: { passes: 2 }, format: { wrap_func_args: true } } },
      // A page with a form needs them all: one request instead of two.
      splitChunks: { cacheGroups: { forms: { test: FORMS, name: "forms", chunks: "async", enforce: true } } },
    },
    performance: false,
    plugins: [
      new MiniCssExtractPlugin({
        filename: "[name].[contenthash].css",
        chunkFilename: ({ chunk }) => `${fileNameOf(chunk)}.[contenthash].css`,
      }),
      new WebpackManifestPlugin({ publicPath: "build/", generate: shellManifest }),
      ...(production ? [...compressed(), new BudgetPlugin({ entry: "main", budgets: HOME_BUDGETS })] : []),
    ],
  };
};

function swc(production) {
  return {
    jsc: {
      parser: { syntax: "typescript", tsx: true },
      transform: { react: { runtime: "automatic", development: !production } },
    },
    env: { targets: require("./package.json").browserslist },
  };
}

function sass() {
  // Bootstrap 5.3 still uses @import and the old color functions; its deprecation warnings cannot be fixed here.
  const silenceDeprecations = ["import", "global-builtin", "color-functions", "if-function"];
  return { loader: "sass-loader", options: { sassOptions: { quietDeps: true, silenceDeprecations } } };
}

function cssnano() {
  // svgo cannot parse the escaped SVG images in Bootstrap's style sheet.
  return { preset: ["default", { svgo: false }] };
}

function compressed() {
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 };
  const options = { test: /\.(js|css)$/, minRatio: 1 };
  return [
    new CompressionPlugin({ ...options, algorithm: "gzip", filename: "[path][base].gz" }),
    new CompressionPlugin({
      ...options,
      algorithm: "brotliCompress",
      filename: "[path][base].br",
      compressionOptions: { params },
    }),
  ];
}
