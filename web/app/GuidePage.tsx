/**
 * The user guide from docs/user-guide, included in the application so that it matches its version and needs no other
 * server.
 */
import { Box, Group, NavLink, Stack } from "@mantine/core";
import { type AnchorHTMLAttributes, type HTMLAttributes, type ImgHTMLAttributes, useEffect } from "react";
import { Link, useLocation, useParams } from "react-router";

import { t } from "../base/texts/index.ts";
import { usePageTitle } from "../features/page-title.ts";
import { Markdown } from "../ui/text/Markdown.tsx";
import { PageNotFound } from "../ui/page/PageNotFound.tsx";
import { guidePages, guideImageUrl, guidePictureSize, guideTarget, headingId } from "./guide-pages.ts";
import classes from "./GuidePage.module.css";

const first = "getting-started";
const components = { a: GuideLink, img: Picture, h2: Heading };

export default function GuidePage() {
  const { page: name = first } = useParams();
  const pages = guidePages();
  const page = pages.find((other) => other.name === name);
  usePageTitle(page?.title);
  const { hash } = useLocation();
  useEffect(() => {
    if (page !== undefined) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [page, hash]);
  if (page === undefined) return <PageNotFound />;
  return (
    <Group className={classes.guide ?? ""} align="start" wrap="nowrap" gap="xl">
      <Stack component="nav" gap={2} className={classes.pages ?? ""} aria-label={t("shell.userGuide")}>
        {pages.map((other) => (
          <NavLink
            key={other.name}
            component={Link}
            to={`/user-guide/${other.name}`}
            label={other.title}
            active={other === page}
          />
        ))}
      </Stack>
      {/* Another page is another text, not the one before with its paragraphs moved. */}
      <Box key={page.name} component="article" className={classes.text ?? ""}>
        <Markdown text={page.text} components={components} />
      </Box>
    </Group>
  );
}

/** Links between pages stay in the application. A link titled with a command shows that command's current keys. */
function GuideLink({ href = "", title = "", children }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  const target = guideTarget(href, title);
  if (target === undefined) return <em>{children}</em>;
  if (target.kind === "page") return <Link to={target.path}>{target.keys ?? children}</Link>;
  return (
    <a href={target.href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

/** With an id that links can target. */
function Heading({ children }: HTMLAttributes<HTMLHeadingElement>) {
  return <h2 id={headingId(typeof children === "string" ? children : "")}>{children}</h2>;
}

function Picture({ src = "", alt = "" }: ImgHTMLAttributes<HTMLImageElement>) {
  return <img src={guideImageUrl(src)} alt={alt} className={classes.picture} loading="lazy" {...guidePictureSize} />;
}
