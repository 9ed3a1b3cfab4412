/** Which texts are mail addresses. */

/** The atoms and host names of RFC 5321 without its quoted forms; letters of other alphabets as in RFC 6531. */
export function isMailAddress(text: string): boolean {
  const [local = "", host = "", ...more] = text.split("@");
  const isAtom = (part: string): boolean => /^[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+$/u.test(part);
  const isLabel = (part: string): boolean =>
    /^[a-z\d\u{80}-\u{10ffff}](?:[a-z\d\u{80}-\u{10ffff}-]*[a-z\d\u{80}-\u{10ffff}])?$/u.test(part);
  const labels = host.split(".");
  return (
    text.length <= 254 &&
    !/[\p{Z}\p{C}]/u.test(text) &&
    more.length === 0 &&
    local.length <= 64 &&
    local.split(".").every(isAtom) &&
    labels.length > 1 &&
    labels.every((label) => label.length <= 63 && isLabel(label))
  );
}
