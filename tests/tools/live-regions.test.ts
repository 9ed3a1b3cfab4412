/** The application has one polite live region: several interrupt each other. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFiles, repository } from "./files.ts";

test("elements are announced through the one live region", () => {
  const others = projectFiles()
    .filter((path) => /^web\/.*\.tsx$/.test(path))
    .filter((path) => /role="(status|log)"|aria-live=/.test(readFileSync(join(repository, path), "utf8")));
  expect(others, "spread `statusProps` of web/ui/page/announce.ts instead").toEqual([]);
});
