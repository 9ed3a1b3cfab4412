/** The way from an empty page or list to the page of the user guide that says how to fill it. */
import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { t } from "../base/texts/index.ts";

interface GuideAnchorProps {
  /** A file of docs/user-guide, without its ending. */
  readonly page: GuidePageName;
  /** In a new tab, because leaving the page would close what is open on it. */
  readonly isOutside?: boolean;
}

/** Pages that empty places lead to; a test holds them against the guide. */
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
  // Dialogs are outside of the router.
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
