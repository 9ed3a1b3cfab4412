/** Who else has the dataset open and saves as they go: on which frame, with which track selected. A click goes there. */
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../base/texts/index.ts";
import { goToPlace } from "../../editor/lists/comment-places.ts";
import type { Person, Presence } from "../../session/presence/presence.ts";
import { useViewer } from "../viewer-context.ts";
import { colorOf } from "./people-color.ts";
import classes from "./People.module.css";

export default function PresenceList({ presence }: { readonly presence: Presence }) {
  useSignals();
  const { editor } = useViewer();
  const people = presence.people.value;
  if (people.length === 0) return null;
  return (
    <div className={classes.people} role="group" aria-label={t("team.here")} data-testid="people-here">
      {people.map((person) => (
        <button
          key={person.page}
          type="button"
          className={classes.person}
          title={t("team.goTo", { login: person.login })}
          onClick={() => goToPlace(editor, placeOf(person))}
        >
          <span className={classes.dot} style={{ background: colorOf(person) }} aria-hidden />
          {textOf(person)}
        </button>
      ))}
    </div>
  );
}

function textOf({ login, frame, trackIds: [track] }: Person): string {
  if (frame === undefined) return login;
  return track === undefined ? t("team.onFrame", { login, frame }) : t("team.onTrack", { login, frame, track });
}

/** The place that a comment would name. */
const placeOf = ({ set, camera, frame, trackIds: [track] }: Person) => ({
  ...(set !== undefined && { set }),
  ...(camera !== undefined && { camera }),
  ...(frame !== undefined && { frame }),
  ...(track !== undefined && { track }),
});
