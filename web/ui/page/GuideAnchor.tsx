/** A link from an empty page or list to the guide page that explains how to fill it. */
import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { t } from "../../base/texts/index.ts";

interface GuideAnchorProps {
  /** A file of docs/user-guide, without its extension. */
  readonly page: GuidePageName;
  /** Opens a new tab, because leaving the page would lose the work on it. */
  readonly isOutside?: boolean;
}

/** Guide pages that empty places link to; a test checks that they exist. */
export const guidePageNames = [
  "annotating",
  "browsing",
  "getting-started",
  "review",
  "saving",
  "scoring",
  "sharing",
  "tasks",
  "uploading",
] as const;
export type GuidePageName = (typeof guidePageNames)[number];

export function GuideAnchor({ page, isOutside = false }: GuideAnchorProps) {
  const to = `/user-guide/${page}`;
  const look = { fz: "sm", underline: "always" } as const;
  // Dialogs are rendered outside of the router.
  return isOutside ? (
    <Anchor {...look} href={to} target="_blank">
      {t("shell.guideMore")}
    </Anchor>
  ) : (
    <Anchor {...look} component={Link} to={to}>
      {t("shell.guideMore")}
    </Anchor>
  );
}
