/** Second factor of a sign-in: the shared secret, and the time step of the last accepted code. */
import type { Migration } from "./migration.ts";

export const oneTimePasswords: Migration = {
  version: 6,
  name: "one-time-passwords",
  sql: `
    ALTER TABLE users ADD COLUMN otp_secret TEXT;
    ALTER TABLE users ADD COLUMN otp_step BIGINT;
  `,
};
