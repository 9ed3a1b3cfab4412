/**
 * Where contents are stored: `s3://bucket/prefix?endpoint=https://host&region=name`. Without an endpoint it is
 * Amazon's. Credentials are found as by Amazon's tools: `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, profiles,
 * roles of the machine; `credentials=NAME` names others in the environment (`credentials.ts`).
 * `direct=true` lets clients read from the bucket themselves, `direct=https://host` if they reach it at another address
 * than the server does; `lifetime` is how many seconds each address they get is valid.
 */

import { isCredentialsName } from "./credentials.ts";

/** How clients read from the bucket themselves. */
export interface DirectReading {
  /** Endpoint as clients reach it; `undefined`: Amazon's. */
  readonly endpoint: string | undefined;
  /** Seconds for which a signed address is valid. */
  readonly seconds: number;
}

export interface S3Location {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Name of keys in the environment; `undefined`: as Amazon's tools find them. */
  readonly credentials: string | undefined;
  /** `undefined`: only the server reads. */
  readonly direct: DirectReading | undefined;
  /** The setting it comes from, for messages. */
  readonly setting: string;
}

/** @param setting name of the setting, for messages @throws Error with a message for users */
export function parseS3Url(text: string, setting = "BLOB_URL"): S3Location {
  const wrong = (why: string): Error =>
    new Error(
      `${setting} ${why}. Write s3://bucket/prefix, with ?endpoint=https://host for services other than Amazon's.`,
    );
  if (!URL.canParse(text)) throw wrong(`"${text}" is not a URL`);
  const url = new URL(text);
  if (url.protocol !== "s3:") throw wrong(`must start with s3://, not ${url.protocol}//`);
  if (url.host === "") throw wrong("does not name a bucket");
  if (url.username !== "" || url.password !== "") {
    throw wrong("must not carry credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  }
  const endpoint = url.searchParams.get("endpoint") ?? undefined;
  if (endpoint !== undefined && !/^https?:\/\/[^/]/.test(endpoint))
    throw wrong("has an endpoint that is not an http address");
  if (endpoint !== undefined && /^https?:\/\/[^/]*@/.test(endpoint))
    throw wrong("has an endpoint with credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  const credentials = url.searchParams.get("credentials") ?? undefined;
  if (credentials !== undefined && !isCredentialsName(credentials))
    throw wrong("has credentials whose name is not made of capital letters, digits and _");
  const path = url.pathname.replaceAll(/^\/+|\/+$/g, "");
  const prefix = decoded(path);
  if (prefix === undefined) throw wrong("has a path with a percent sign that does not begin a character: write it %25");
  return {
    bucket: url.host,
    prefix: path === "" ? "" : `${prefix}/`,
    endpoint,
    region: url.searchParams.get("region") ?? process.env["AWS_REGION"] ?? "us-east-1",
    credentials,
    direct: directOf(url.searchParams, endpoint, wrong),
    setting,
  };
}

const defaultLifetime = "900";
/** Limits of the signature: a week. */
const maxSeconds = 7 * 24 * 60 * 60;

function directOf(
  given: URLSearchParams,
  endpoint: string | undefined,
  wrong: (why: string) => Error,
): DirectReading | undefined {
  const direct = given.get("direct") ?? "false";
  if (direct === "false") return undefined;
  const seconds = Number(given.get("lifetime") ?? defaultLifetime);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > maxSeconds)
    throw wrong(`has a lifetime that is not a number of seconds from 1 to ${maxSeconds}`);
  if (direct === "true") return { endpoint, seconds };
  if (!/^https?:\/\/[^/@]+\/?$/.test(direct)) throw wrong("has a direct that is neither true nor an http address");
  return { endpoint: direct, seconds };
}

/** Origin of the addresses that clients get: pages must be allowed to read from there. */
export function directOrigin({ bucket, direct, region }: S3Location): string | undefined {
  if (direct === undefined) return undefined;
  if (direct.endpoint !== undefined) return new URL(direct.endpoint).origin;
  // A certificate for all buckets does not cover names with dots: those are in the path.
  const host = `s3.${region}.amazonaws.com`;
  return `https://${bucket.includes(".") ? host : `${bucket}.${host}`}`;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
