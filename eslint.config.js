// The only linter: what the compiler cannot see, and the law of the house. Formatting is Biome's alone.
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";
import { housePlugin } from "./test/house/eslint-plugin.js";
import { PURE_ROOMS } from "./test/house/import-law.js";

const PROGRAM = ["src/**/*.ts"];
const TESTS = ["test/**/*.ts"];
const PLAIN_JS = ["**/*.{js,mjs}"];

const NO_CHANCE = {
  object: "Math",
  property: "random",
  message: "Chance comes from a seeded stream of std/random.ts.",
};
const NO_TIME = [
  { object: "Date", property: "now", message: "Time comes in as a Clock of std/clock.ts." },
  { object: "performance", property: "now", message: "Time comes in as a Clock of std/clock.ts." },
];
const NO_NEW_DATE = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: "Time comes in as a Clock of std/clock.ts.",
};
const NO_WAITING = [
  { selector: ":function[async=true]", message: "This room is synchronous." },
  { selector: "AwaitExpression", message: "This room is synchronous." },
];

export default defineConfig(
  globalIgnores(["dist/", "coverage/", "results/", "**/.*/"]),
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ["bin/*.js"] } } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // Numbers print the same everywhere; the rule is meant for objects and undefined.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-unnecessary-condition": [
        "error",
        { allowConstantLoopConditions: "only-allowed-literals" },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      // A method may keep the asynchronous shape of its interface without waiting for anything.
      "@typescript-eslint/require-await": "off",
      eqeqeq: "error",
      "no-restricted-exports": [
        "error",
        {
          restrictDefaultExports: {
            direct: true,
            named: true,
            defaultFrom: true,
            namedFrom: true,
            namespaceFrom: true,
          },
        },
      ],
      "no-restricted-properties": ["error", NO_CHANCE],
      // Blank lines and comments do not count: nobody should delete an explanation to get below a limit.
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["error", { max: 70, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: PROGRAM,
    plugins: { house: housePlugin },
    rules: {
      "house/import-law": "error",
      "no-restricted-properties": ["error", NO_CHANCE, ...NO_TIME],
      "no-restricted-syntax": ["error", NO_NEW_DATE],
    },
  },
  {
    files: ["src/std/clock.ts"],
    rules: { "no-restricted-properties": ["error", NO_CHANCE], "no-restricted-syntax": "off" },
  },
  {
    files: PURE_ROOMS.map((room) => `src/${room}/**/*.ts`),
    rules: { "no-restricted-syntax": ["error", NO_NEW_DATE, ...NO_WAITING] },
  },
  {
    files: PROGRAM,
    ignores: ["src/cli/**"],
    rules: { "no-restricted-globals": onlyTheCommandLineMayUse("console", "process") },
  },
  { files: ["src/std/host.ts"], rules: { "no-restricted-globals": onlyTheCommandLineMayUse("console") } },
  {
    files: TESTS,
    rules: {
      // A `describe` is as long as the tests it holds.
      "max-lines-per-function": "off",
      "@typescript-eslint/unbound-method": "off",
    },
  },
  // The one shape a tool's configuration has, and what a foreign package may have.
  { files: ["*.config.{js,ts}", "**/*.d.ts"], rules: { "no-restricted-exports": "off" } },
  {
    // JavaScript is typed by its comments and checked by the compiler; `any` stands there for what has no typings.
    files: PLAIN_JS,
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
);

/**
 * @param {string[]} names
 * @returns {["error", object]}
 */
function onlyTheCommandLineMayUse(...names) {
  const globals = names.map((name) => ({
    name,
    message: "Only src/cli and bin speak to the user and to the process.",
  }));
  return ["error", { globals, checkGlobalObject: true }];
}
