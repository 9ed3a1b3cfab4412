/** Hands a file that this page has written to the person. */

export function downloadFile({ name, content }: { readonly name: string; readonly content: Blob }): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the address over by then; the content is let go.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
