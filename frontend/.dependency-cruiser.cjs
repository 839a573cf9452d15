// Which folder may import which. A layer imports only layers after it in this list.
const layers = ["app", "office", "payments", "care", "classes", "accounts", "shared"];
const tests = "\\.test\\.tsx?$|^src/testing/";

/** A rule that no module outside `module` imports the package. */
const onlyIn = (module, packages) => ({
  name: `only-in-${module}`,
  comment: `Only ${module} imports ${packages}.`,
  severity: "error",
  from: { pathNot: `^src/${module}$` },
  to: { path: `node_modules/${packages}/` },
});

module.exports = {
  forbidden: [
    ...layers.slice(1).map((layer, index) => ({
      name: `${layer}-imports-downward`,
      comment: `Layers import downward only: ${layers.join(", ")}.`,
      severity: "error",
      from: { path: `^src/${layer}/` },
      to: { path: `^src/(${layers.slice(0, index + 1).join("|")})/` },
    })),
    {
      name: "payments-and-care-are-apart",
      comment: "payments does not import care.",
      severity: "error",
      from: { path: "^src/payments/" },
      to: { path: "^src/care/" },
    },
    {
      name: "layers-are-exhaustive",
      comment: "A folder in src is a layer: add it to the list.",
      severity: "error",
      from: {},
      to: { path: "^src/", pathNot: `^src/(${layers.join("|")}|testing)/` },
    },
    {
      name: "testing-only-from-tests",
      comment: "Only tests import src/testing.",
      severity: "error",
      from: { pathNot: tests },
      to: { path: "^src/testing/" },
    },
    onlyIn("accounts/firebase.ts", "(@firebase|firebase)"),
    onlyIn("payments/stripe.ts", "@stripe"),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    includeOnly: "^src/|node_modules/(@?firebase|@stripe)",
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "browser", "default"] },
  },
};
