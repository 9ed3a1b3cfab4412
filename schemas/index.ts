/** The contract: types, route table and client. */
export * from "./client.ts";
export * from "./full-client.ts";
export * from "./error-codes.ts";
export type * from "./generated/types.ts";
export * from "./natural-sort.ts";
export * from "./route.ts";
export * from "./routes.ts";
export * from "./slug.ts";
export * from "./upload.ts";
export * from "./wire.ts";
