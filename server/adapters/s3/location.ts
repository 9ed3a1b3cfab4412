/**
 * Where contents are stored: `s3://bucket/prefix?endpoint=https://host&region=name`. Without an endpoint it is
 * Amazon's. Credentials are found as by Amazon's tools: `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, profiles,
 * roles of the machine.
 */

export interface S3Location {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly endpoint: string | undefined;
  readonly region: string;
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
    throw wrong("has an endpoint that is no http address");
  if (endpoint !== undefined && /^https?:\/\/[^/]*@/.test(endpoint))
    throw wrong("has an endpoint with credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  const path = url.pathname.replaceAll(/^\/+|\/+$/g, "");
  const prefix = decoded(path);
  if (prefix === undefined) throw wrong("has a path with a percent sign that does not begin a character: write it %25");
  return {
    bucket: url.host,
    prefix: path === "" ? "" : `${prefix}/`,
    endpoint,
    region: url.searchParams.get("region") ?? process.env["AWS_REGION"] ?? "us-east-1",
    setting,
  };
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
