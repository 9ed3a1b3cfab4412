/** The bus of a single server follows the contract of the port. */
import { describe } from "vitest";

import { describeEventBus } from "../../ports/contract/event-bus.ts";
import { memoryEventBus } from "./event-bus.ts";

describe("contract", () => {
  describeEventBus(async () => memoryEventBus(() => undefined));
});
