/**
 * A thread that derives keys from passwords: each takes tens of milliseconds and 19 MiB, and must not delay other work.
 */
import { argon2Sync, type Argon2Parameters } from "node:crypto";

import { answerCalls, Transferred } from "../../../../core-wasm/threads/thread-answers.ts";

answerCalls(
  (call) => {
    const key = new Uint8Array(argon2Sync("argon2id", call as Argon2Parameters));
    return new Transferred(key, [key.buffer]);
  },
  () => ({}),
);
