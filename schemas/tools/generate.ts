/**
 * Generates everything derived from the contract: types, validators and OpenAPI definitions of the JSON Schemas, the
 * documentation of the routes, and the client's part of them. usage: node schemas/tools/generate.ts [--check]
 * (--check: fail when a committed file is not fresh)
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "oxfmt";
import { clientRoutesText, entranceRoutesText } from "./client-routes.ts";
import { definitionsText } from "./definitions.ts";
import { routeDocsText } from "./route-docs.ts";
import { typesText } from "./types.ts";
import { validatorTypesText, validatorsText } from "./validators.ts";

/**
 * By path from the repository root. Files for people are formatted like all our code; the validators are not meant to
 * be read.
 */
const outputs: Readonly<Record<string, string>> = {
  "schemas/generated/types.ts": await formatted("types.ts", await typesText()),
  "schemas/generated/definitions.ts": await formatted("definitions.ts", definitionsText()),
  "schemas/generated/validators.js": validatorsText(),
  "schemas/generated/validators.d.ts": await formatted("validators.d.ts", validatorTypesText()),
  "schemas/generated/client-routes.ts": await formatted("client-routes.ts", clientRoutesText()),
  "schemas/generated/entrance-routes.ts": await formatted("entrance-routes.ts", entranceRoutesText()),
  "docs/reference/api-routes.md": routeDocsText(),
};

const isCheck = process.argv.includes("--check");
for (const [name, text] of Object.entries(outputs)) {
  const path = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  if (!isCheck) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } else if (readCommitted(path) !== text) {
    console.error(`${name} is not fresh: run \`npm run generate\`.`);
    process.exitCode = 1;
  } else {
    console.log(`${name} is fresh`);
  }
}

function readCommitted(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Missing counts as stale.
    return undefined;
  }
}

async function formatted(name: string, text: string): Promise<string> {
  const { code, errors } = await format(name, text, { printWidth: 120 });
  if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join("; ")}`);
  return code;
}
