/** Texts as they stand in XML, in elements and in attributes alike. */

/** What XML 1.0 has no way to say: most control characters, halves of pairs, and two that are no characters. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** @param onLoss called once when the text has characters that become question marks */
export function xmlText(text: string, onLoss?: () => void): string {
  const held = holdable(text);
  if (held !== text) onLoss?.();
  return held.replace(/[&<>"\t\n\r]/g, (character) => escapes[character] ?? character);
}

/** As reading gives it back. */
export function holdable(text: string): string {
  return text.replace(forbidden, "?");
}
