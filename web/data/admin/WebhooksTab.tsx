/** The webhooks of the site. */
import Webhooks from "../../features/webhooks/Webhooks.tsx";
import classes from "./AdminPage.module.css";

export default function WebhooksTab() {
  return (
    <div className={classes.form}>
      <Webhooks />
    </div>
  );
}
