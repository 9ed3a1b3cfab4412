/** User text formatted as Markdown. HTML in the source stays text; links open in a new tab. */
import { Typography } from "@mantine/core";
import type { AnchorHTMLAttributes } from "react";
import ReactMarkdown from "react-markdown";
import type { Components } from "react-markdown";
import remarkGfm from "remark-gfm";

const markdownComponents: Components = { a: ExternalLink };
const plugins = [remarkGfm];

interface MarkdownProps {
  readonly text: string;
  /** Custom renderers, for example for links. Keep the object stable between renders. */
  readonly components?: Components;
}

export function Markdown({ text, components = markdownComponents }: MarkdownProps) {
  return (
    <Typography fz="sm" style={{ overflowWrap: "anywhere" }}>
      <ReactMarkdown components={components} remarkPlugins={plugins}>
        {text}
      </ReactMarkdown>
    </Typography>
  );
}

function ExternalLink({ href, children }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
