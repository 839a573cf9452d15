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
  moduleNameMapper: { "\\.scss$": "<rootDir>/src/testing/noStyles.ts" },
  setupFiles: ["<rootDir>/src/testing/page.ts"],
  setupFilesAfterEnv: ["<rootDir>/src/testing/setup.ts"],
  clearMocks: true,
  randomize: true,
  errorOnDeprecated: true,
};
