/**
 * Nothing of an upload is lost silently, whatever it contains. For many rounds: `WAKELINE_UPLOAD_ROUNDS=200 npx vitest
 * run --project contract tests/contract/random-uploads`
 */
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestServer, type TestServer } from "../../support/test-server.ts";
import { checkUpload } from "./check-upload.ts";
import { layouts, makeUpload } from "./make-upload.ts";

const rounds = Number(process.env["WAKELINE_UPLOAD_ROUNDS"] ?? 1);
const firstSeed = Number(process.env["WAKELINE_UPLOAD_SEED"] ?? 2);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => await server.close());

test.each(layouts)(
  "what goes in is a frame, an annotation or an entry: %s",
  { timeout: rounds * 30_000 },
  async (layout) => {
    for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
      const upload = await makeUpload(seed, layout);
      const findings = await checkUpload(server.client, { parentId: server.userId, name: `${layout} ${seed}` }, upload);
      expect([seed, findings]).toEqual([seed, []]);
    }
  },
);
