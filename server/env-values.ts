/** Values of environment variables, checked. */

export function integer(env: NodeJS.ProcessEnv, name: string, fallback: number, max = Number.MAX_SAFE_INTEGER): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0 || value > max) {
    throw new Error(`${name} must be a whole number from 0 to ${max}, not "${text}".`);
  }
  return value;
}

export function webAddress(name: string, text: string): string {
  if (text === "" || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text;
  throw new Error(`${name} must be a URL that begins with https:// or http://, not "${text}".`);
}

export function boolean(env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  if (["1", "true", "yes", "on"].includes(text.toLowerCase())) return true;
  if (["0", "false", "no", "off"].includes(text.toLowerCase())) return false;
  throw new Error(`${name} must be true or false, not "${text}".`);
}

export function choice<const T extends readonly string[]>(
  env: NodeJS.ProcessEnv,
  name: string,
  values: T,
  fallback: T[number],
): T[number] {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  if (!values.includes(text)) throw new Error(`${name} must be one of ${values.join(", ")}, not "${text}".`);
  return text;
}
