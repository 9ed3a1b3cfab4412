/**
 * Keys of a bucket by name: `credentials=SURVEY` in its address means the variables `WAKELINE_S3_SURVEY_ACCESS_KEY_ID` and
 * `WAKELINE_S3_SURVEY_SECRET_ACCESS_KEY` of the environment. Addresses are shown and stored; keys never are.
 */

interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export const isCredentialsName = (name: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(name);

/** Names of the variables, for messages. */
export function keyVariables(name: string | undefined): readonly [id: string, secret: string] {
  const prefix = name === undefined ? "AWS" : `WAKELINE_S3_${name}`;
  return [`${prefix}_ACCESS_KEY_ID`, `${prefix}_SECRET_ACCESS_KEY`];
}

/**
 * Part of the settings of an S3 client.
 * @throws Error with a message for users
 */
export function credentialsOf(name: string | undefined): { credentials?: Keys } {
  if (name === undefined) return {};
  const [id, secret] = keyVariables(name);
  const { [id]: accessKeyId = "", [secret]: secretAccessKey = "" } = process.env;
  if (accessKeyId === "" || secretAccessKey === "") {
    throw new Error(
      `The server has no credentials called ${name}: set ${id} and ${secret} where it runs, and start it again.`,
    );
  }
  return { credentials: { accessKeyId, secretAccessKey } };
}
