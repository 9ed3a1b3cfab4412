/** The user guide of docs/user-guide, part of the application so that it fits its version and needs no other server. */
import { Box, Group, NavLink, Stack } from "@mantine/core";
import type { AnchorHTMLAttributes } from "react";
import { Link, useParams } from "react-router";

import { t } from "../base/texts/index.ts";
import { keysText, printKeyboardReference } from "../commands/keyboard-reference.ts";
import { commands, type CommandId } from "../commands/registry.ts";
import { usePageTitle } from "../features/page-title.ts";
import { Markdown } from "../ui/Markdown.tsx";
import { PageNotFound } from "../ui/PageNotFound.tsx";
import classes from "./GuidePage.module.css";

const FILES = import.meta.glob<string>("../../docs/user-guide/*.md", { query: "?raw", import: "default", eager: true });
const FIRST = "getting-started";
/** In the order of the guide's own list; pages it does not name come last. */
const PAGES = Object.entries(FILES)
  .map(([path, text]) => ({ name: path.replace(/^.*\/|\.md$/g, ""), text, title: /^# (.*)$/m.exec(text)?.[1] ?? "" }))
  .filter(({ name }) => name !== "README")
  .sort((a, b) => orderOf(a.name) - orderOf(b.name));
const KEYBOARD = "keyboard";
PAGES.push({ name: KEYBOARD, text: printKeyboardReference(), title: t("commands.shortcuts") });
const COMPONENTS = { a: GuideLink };

function orderOf(name: string): number {
  const at = FILES["../../docs/user-guide/README.md"]?.indexOf(`(${name}.md)`) ?? -1;
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

export default function GuidePage() {
  const { page: name = FIRST } = useParams();
  const page = PAGES.find((other) => other.name === name);
  usePageTitle(page?.title);
  if (page === undefined) return <PageNotFound />;
  return (
    <Group className={classes.guide ?? ""} align="start" wrap="nowrap" gap="xl">
      <Stack component="nav" gap={2} className={classes.pages ?? ""} aria-label={t("shell.userGuide")}>
        {PAGES.map((other) => (
          <NavLink
            key={other.name}
            component={Link}
            to={`/user-guide/${other.name}`}
            label={other.title}
            active={other === page}
          />
        ))}
      </Stack>
      <Box component="article" className={classes.text ?? ""}>
        <Markdown text={page.text} components={COMPONENTS} />
      </Box>
    </Group>
  );
}

/**
 * Links between pages stay in the application; those to other files of the repository lead nowhere here. A link that is
 * titled with a command shows the keys that the command has.
 */
function GuideLink({ href = "", title = "", children }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  if (href.endsWith("reference/keyboard.md")) {
    const isCommand = Object.hasOwn(commands, title);
    return <Link to={`/user-guide/${KEYBOARD}`}>{isCommand ? keysText(title as CommandId) : children}</Link>;
  }
  const other = /^([\w-]+)\.md$/.exec(href)?.[1];
  if (other !== undefined) return <Link to={`/user-guide/${other}`}>{children}</Link>;
  if (!/^https?:/.test(href)) return <em>{children}</em>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
