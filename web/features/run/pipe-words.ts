/**
 * Texts of the built-in pipelines in the language of the page. The server says them in English, so they are recognized by
 * their wording: another pipeline of the same name, installed by the site, keeps its own texts.
 */
import { pipes } from "../../base/texts/en/pipes.ts";
import { t } from "../../base/texts/index.ts";

const keys = new Map(Object.entries(pipes).map(([key, text]) => [text as string, key as keyof typeof pipes]));

/** @param said a description of a pipeline, or the name of a parameter */
export function pipeWords(said: string): string {
  const key = keys.get(said);
  return key === undefined ? said : t(`pipes.${key}`);
}
