const path = require("node:path");
const zlib = require("node:zlib");
const { Compilation, WebpackError } = require("webpack");

const KB = 1024;

/**
 * Prints the size of an entry by file type, and fails the build if a type exceeds its budget.
 * `budgets` maps a file extension to KB of 1,024 bytes. Scripts and styles of the entry count after brotli compression;
 * fonts, which are compressed already, all count.
 */
class BudgetPlugin {
  constructor({ entry, budgets }) {
    this.entry = entry;
    this.budgets = budgets;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap("BudgetPlugin", (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: "BudgetPlugin", stage }, () => this.checkAll(compilation));
    });
  }

  checkAll(compilation) {
    for (const [kind, limit] of Object.entries(this.budgets)) this.check(compilation, kind, limit);
  }

  check(compilation, kind, limit) {
    const assets = this.assets(compilation, kind);
    const bytes = assets.reduce((sum, asset) => sum + compressedSize(asset), 0);
    const size = `${(bytes / KB).toFixed(1)} KB`;
    process.stdout.write(`Home page, ${kind}: ${size} in ${assets.length} file(s), budget ${limit} KB\n`);
    if (assets.length === 0)
      fail(compilation, `The home page has no ${kind} files to check against the budget.`);
    if (bytes > limit * KB) fail(compilation, `The home page's ${kind} is ${size}, over its ${limit} KB.`);
  }

  assets(compilation, kind) {
    const loaded = new Set(compilation.entrypoints.get(this.entry).getFiles());
    const counts = (name) => path.extname(name) === `.${kind}` && (kind === "woff2" || loaded.has(name));
    return compilation.getAssets().filter(({ name }) => counts(name));
  }
}

function compressedSize({ name, source }) {
  const content = source.buffer();
  return path.extname(name) === ".woff2" ? content.length : zlib.brotliCompressSync(content).length;
}

function fail(compilation, message) {
  compilation.errors.push(new WebpackError(message));
}

module.exports = { BudgetPlugin };
