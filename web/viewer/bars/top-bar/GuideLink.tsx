/** The user guide, which opens in a new tab. */

import { ActionIcon } from "@mantine/core";
import { IconBook } from "@tabler/icons-react";
import { Link } from "react-router";
import { t } from "../../../base/texts/index.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

export function GuideLink() {
  return (
    <Tip label={t("viewer.userGuide")}>
      <ActionIcon size={28} component={Link} to="/user-guide" target="_blank" aria-label={t("viewer.userGuide")}>
        <IconBook size={17} stroke={1.6} />
      </ActionIcon>
    </Tip>
  );
}
