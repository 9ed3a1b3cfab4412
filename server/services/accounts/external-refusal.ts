/** Accounts of people whom an identity provider or a directory knows, and why someone has none. */
import type { Identity, IdentityFailure } from "../../ports/identity-provider.ts";
import type { UserRecord } from "../../ports/records.ts";

/** The account of someone whose identity is proven, or why there is none. */
export type AccountOf = (identity: Identity) => Promise<UserRecord | ExternalRefusal>;

/** Why someone identified by the provider gets no session here; the log-in page has a message for each. */
export type ExternalRefusal = IdentityFailure | "noAccount" | "emailTaken" | "noEmail" | "disabled" | "awaitsApproval";
