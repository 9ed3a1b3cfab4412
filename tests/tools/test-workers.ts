/**
 * How many test files run at a time in either half of the tests: one more than a small machine has cores, since tests
 * wait for disks, processes and animations. `npm test`, which runs both halves at once, uses two for each.
 */
export const testWorkers = Number(process.env["WAKELINE_TEST_WORKERS"] ?? 3);
