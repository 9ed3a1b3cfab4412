/** Origin of a request that starts a session. */
import type { FastifyRequest } from "fastify";

import type { Origin } from "../../services/accounts/token.service.ts";

export const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  agent: request.headers["user-agent"] ?? "",
});
