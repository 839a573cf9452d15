process.env.TZ = "UTC"; // The expected times are those of a reader in UTC, wherever the tests run.

require("./webpack/bounds"); // Writes a module that the tests import.

module.exports = {
  testEnvironment: "jest-fixed-jsdom",
  testEnvironmentOptions: { url: "http://camp.test/" },
  roots: ["<rootDir>/src"],
  testMatch: ["**/*.test.ts", "**/*.test.tsx"],
  transform: {
    "\\.tsx?$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", tsx: true },
          transform: { react: { runtime: "automatic" } },
          target: "es2022",
        },
        module: { type: "commonjs" },
      },
    ],
  },
  moduleNameMapper: {
    "\\.scss$": "<rootDir>/src/testing/styleMock.ts",
    "\\.webp$": "<rootDir>/src/testing/pictureMock.ts",
  },
  setupFiles: ["<rootDir>/src/testing/environment.ts", "<rootDir>/src/testing/pageShell.ts"],
  setupFilesAfterEnv: ["<rootDir>/src/testing/setup.ts"],
  clearMocks: true,
  randomize: true,
  maxWorkers: "100%", // By default one core stays unused: on two cores, half of the machine.
  // A worker that has run dozens of files takes longer than the default of 500 ms to free its memory on a busy machine.
  // It leaves no handle open, but Jest would end it by force and blame a leak.
  workerGracefulExitTimeout: 10_000,
  // All waiting happens in simulated time (src/testing/setup.ts): this limit only stops a test that hangs.
  testTimeout: 120_000,
  errorOnDeprecated: true,
};
