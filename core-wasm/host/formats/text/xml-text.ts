/** Escapes texts for XML elements and attributes. */

/** Characters that XML 1.0 cannot represent: most control characters, surrogate halves, and two noncharacters. */
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
  const held = normalizedText(text);
  if (held !== text) onLoss?.();
  return held.replace(/[&<>"\t\n\r]/g, (character) => escapes[character] ?? character);
}

/** The text as it is read back. */
export function normalizedText(text: string): string {
  return text.replace(forbidden, "?");
}
