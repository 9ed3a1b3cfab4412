/** The brand and the links out of the viewer; usable before the dataset is open and when it cannot be opened. */

import { Link } from "react-router";
import { t } from "../../../base/texts/index.ts";
import { useBrand } from "../../../features/site.ts";
import { BrandMark } from "../../../ui/theme/BrandMark.tsx";
import classes from "./TopBar.module.css";

export function Navigation({ parent = "/" }: { readonly parent?: string | undefined }) {
  const { logo } = useBrand();
  return (
    <nav className={classes.navigation} aria-label={t("shell.mainNavigation")}>
      <Link to={parent} className={classes.link}>
        <BrandMark size={22} logo={logo} />
        {t("viewer.data")}
      </Link>
      <Link to="/jobs" className={classes.link}>
        {t("viewer.jobs")}
      </Link>
    </nav>
  );
}
