/** In each process of the project `postgres-s3`: test servers store their data there. */
import { inject } from "vitest";

import { s3Credentials } from "./s3.ts";
import { serverVariables } from "./storage.ts";

const { postgres, s3 } = inject("storage");
Object.assign(process.env, { [serverVariables.postgres]: postgres, [serverVariables.s3]: s3, ...s3Credentials });
