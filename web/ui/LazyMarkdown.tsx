/** A description with its formatting: larger than the rest of a page, and most things have none. Plain until it is there. */
import { Text } from "@mantine/core";
import { lazyPart } from "./lazy-part.tsx";

export const LazyMarkdown = lazyPart<{ readonly text: string }>(
  async () => (await import("./Markdown.tsx")).Markdown,
  ({ text }) => <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{text}</Text>,
);
