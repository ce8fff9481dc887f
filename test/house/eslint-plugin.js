// The import law as a lint rule, so that an editor shows a breach while it is being typed.
import path from "node:path";
import { IMPORTS_BY_COMPUTED_NAME, judgeImport } from "./import-law.js";

/** @type {import("eslint").Rule.RuleModule} */
const importLaw = {
  meta: { type: "problem", schema: [], docs: { description: "Only the imports that the law allows." } },
  create(context) {
    const file = path.relative(path.join(context.cwd, "src"), context.filename).replaceAll(path.sep, "/");
    /**
     * @param {import("eslint").Rule.Node} node
     * @param {unknown} specifier
     * @param {boolean} isTypeOnly
     */
    const check = (node, specifier, isTypeOnly) => {
      if (typeof specifier !== "string") {
        if (!file.startsWith(IMPORTS_BY_COMPUTED_NAME))
          context.report({ node, message: "An import by a computed name cannot be judged" });
        return;
      }
      const message = judgeImport({ file, specifier, isTypeOnly });
      if (message !== null) context.report({ node, message });
    };
    /** @param {any} node The node types of TypeScript's own syntax are unknown to ESLint's typings. */
    const checkDeclaration = (node) => {
      if (node.source) check(node, node.source.value, node.importKind === "type" || node.exportKind === "type");
    };
    return {
      ImportDeclaration: checkDeclaration,
      ExportNamedDeclaration: checkDeclaration,
      ExportAllDeclaration: checkDeclaration,
      ImportExpression: (node) => check(node, "value" in node.source ? node.source.value : undefined, false),
      TSImportType: (/** @type {any} */ node) => check(node, node.source.value, true),
    };
  },
};

/** ESLint's rules of this house. */
export const housePlugin = { rules: { "import-law": importLaw } };
