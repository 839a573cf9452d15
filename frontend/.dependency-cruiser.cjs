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
      name: "parts-of-classes-are-apart",
      comment: "In classes the screens import card, form and select, which import only model.",
      severity: "error",
      from: { path: "^src/classes/(card|form|select)/" },
      to: { path: "^src/classes/[^/]+/", pathNot: "^src/classes/($1|model)/" },
    },
    {
      name: "model-of-classes-is-lowest",
      comment: "classes/model and the modules in classes itself import no other folder of classes.",
      severity: "error",
      from: { path: "^src/classes/(model/|[^/]+$)" },
      to: { path: "^src/classes/(?!model/)[^/]+/" },
    },
    {
      name: "no-folder-circles",
      comment: "No two folders import each other, also not by way of others.",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
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
    // What src/testing imports is no floor: it may import everything, and every test imports it.
    doNotFollow: { path: ["node_modules", "^src/testing/"] },
    includeOnly: "^src/|node_modules/(@?firebase|@stripe)",
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "browser", "default"] },
  },
};
