/** Text of people, formatted from markdown. HTML in the source stays text; links open beside the application. */
import { Typography } from "@mantine/core";
import type { AnchorHTMLAttributes } from "react";
import ReactMarkdown from "react-markdown";

const COMPONENTS = { a: OutsideLink };

export function Markdown({ text }: { readonly text: string }) {
  return (
    <Typography fz="sm" style={{ overflowWrap: "anywhere" }}>
      <ReactMarkdown components={COMPONENTS}>{text}</ReactMarkdown>
    </Typography>
  );
}

function OutsideLink({ href, children }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
