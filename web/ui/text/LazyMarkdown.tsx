/**
 * A formatted description. The formatter is larger than the rest of a page, and most entries have no description, so it
 * is loaded on demand; until then the text is plain.
 */
import { Text } from "@mantine/core";
import { lazyPart } from "../page/lazy-part.tsx";

export const LazyMarkdown = lazyPart<{ readonly text: string }>(
  async () => (await import("./Markdown.tsx")).Markdown,
  ({ text }) => <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{text}</Text>,
);
