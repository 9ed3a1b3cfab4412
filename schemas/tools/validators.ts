/**
 * The validators of the JSON Schemas as a module: compiled in advance, because a browser with a strict content policy
 * may not compile code, and so that no compiler needs to be shipped.
 */
import { createRequire } from "node:module";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readSchema, schemaFiles, schemaName } from "./schemas.ts";

type StandaloneCode = (ajv: Ajv2020, names: Readonly<Record<string, string>>) => string;
const standalone = createRequire(import.meta.url)("ajv/dist/standalone") as { default: StandaloneCode };

export function validatorsText(): string {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    // Lengths are only compared with 1, where code points and UTF-16 units agree; omitting the helper avoids an import.
    unicode: false,
    // ajv would warn that the option is deprecated.
    logger: false,
    keywords: ["tsType"],
    code: { source: true, esm: true, lines: true },
  });
  const exported: Record<string, string> = {};
  for (const file of schemaFiles) {
    const schema = readSchema(file);
    ajv.addSchema(schema);
    exported[exportName(schemaName(file))] = schema.$id;
  }
  const code = standalone.default(ajv, exported);
  if (/\brequire\("/.test(code)) throw new Error("the validators need helpers of ajv: they must stand alone.");
  return `/** Generated from schemas/json by \`npm run generate\`: do not edit. */\n${code}\n`;
}

/** Types of the validators: a validator leaves its findings in `errors`. */
export function validatorTypesText(): string {
  const names = schemaFiles.map((file) => {
    const { title } = readSchema(file);
    return { title, line: `export declare const ${exportName(schemaName(file))}: Validator<${title}>;` };
  });
  return [
    "/** Generated from schemas/json by `npm run generate`: do not edit. */",
    `import type { ${names.map(({ title }) => title).join(", ")} } from "./types.ts";`,
    "",
    "export interface ValidationError {",
    "  instancePath: string;",
    "  keyword: string;",
    "  message?: string;",
    "  params: Record<string, unknown>;",
    "}",
    "interface Validator<T> {",
    "  (value: unknown): value is T;",
    "  errors?: ValidationError[] | null;",
    "}",
    ...names.map(({ line }) => line),
    "",
  ].join("\n");
}

/** `annotation-document` is exported as `annotationDocument`. */
function exportName(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
