const zlib = require("node:zlib");
const { Compilation, WebpackError } = require("webpack");

const KB = 1024;

/**
 * Prints what the scripts of one entry weigh after brotli, and fails the build when they outgrow the limit.
 * `limit` is in KB of 1,024 bytes and counts every chunk that the page loads before it can draw.
 */
class BudgetPlugin {
  constructor({ entry, limit }) {
    this.entry = entry;
    this.limit = limit;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap("BudgetPlugin", (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: "BudgetPlugin", stage }, () => this.weigh(compilation));
    });
  }

  weigh(compilation) {
    const files = compilation.entrypoints.get(this.entry).getFiles();
    const scripts = files.filter((file) => file.endsWith(".js"));
    const bytes = scripts.reduce((sum, file) => sum + brotliSize(compilation.getAsset(file)), 0);
    const size = (bytes / KB).toFixed(1);
    process.stdout.write(
      `JavaScript of the home page: ${size} KB brotli in ${scripts.length} file(s), budget ${this.limit} KB\n`,
    );
    if (bytes > this.limit * KB) {
      compilation.errors.push(
        new WebpackError(`The home page's JavaScript is ${size} KB brotli, over its ${this.limit} KB.`),
      );
    }
  }
}

function brotliSize(asset) {
  return zlib.brotliCompressSync(asset.source.buffer()).length;
}

module.exports = { BudgetPlugin };
