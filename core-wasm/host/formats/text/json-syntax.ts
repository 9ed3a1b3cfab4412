/** A refusal for broken JSON, with its place if the engine reports it. */
import { CoreError } from "../../types.ts";
import { coreProblem } from "../problems/problems.ts";
import { notJsonText, jsonProblem } from "../problems/why-not-json.ts";
import { placeAt } from "./json-place.ts";

/** Not every engine reports the place, but all report an unexpected end. */
export function syntaxRefusal(text: string, byteLength: number, { message }: SyntaxError): CoreError {
  // oxlint-disable-next-line wakeline/no-message-match -- engines give it no code
  const position = Number(/at position (\d+)/.exec(message)?.[1] ?? NaN);
  // oxlint-disable-next-line wakeline/no-message-match -- engines give it no code
  const isEnd = /end of (?:JSON )?(?:input|data)|unterminated|EOF/i.test(message) || position >= text.length;
  const problem = coreProblem(isEnd ? "json-ends-early" : "json-syntax", isEnd ? byteLength : NaN);
  const sentence = isEnd || Number.isNaN(position) ? problem.message : notJsonText(jsonProblem(text, position));
  const index = isEnd ? text.length : position;
  const place = Number.isNaN(index) ? {} : placeAt(text, index);
  return new CoreError(problem.code, sentence, { ...problem, message: sentence, ...place });
}
