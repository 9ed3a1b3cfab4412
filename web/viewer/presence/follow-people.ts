/** Follows where others are in the open dataset, while the person saves as they go. */
import { signal, type ReadonlySignal } from "@preact/signals-core";
import { api } from "../../api/client.ts";
import { listenToServer } from "../../api/messages.ts";
import { lazily } from "../../base/lazy.ts";
import { effect } from "../../base/effect.ts";
import type { Presence, PresenceMessage } from "../../session/presence/presence.ts";
import type { RemoteSaves } from "../../session/saving/remote-saves.ts";
import type { Workspace } from "../../session/workspace.ts";

const code = lazily(async () => (await import("../../session/presence/presence.ts")).Presence);

/** `presence` is `undefined` while the setting is off. */
export function followPeople(workspace: Workspace, others: RemoteSaves) {
  const presence = signal<Presence | undefined>(undefined);
  let isOver = false;
  const isOn = (): boolean => !isOver && workspace.settings.settings.peek().savingSettings.asYouGo;
  const stop = (): void => {
    presence.peek()?.dispose();
    presence.value = undefined;
  };
  const stopFollowing = effect(() => {
    if (!workspace.settings.settings.value.savingSettings.asYouGo) return stop();
    void code.load().then((Loaded) => {
      if (!isOn() || presence.peek() !== undefined) return;
      presence.value = new Loaded({
        workspace,
        client: api,
        isHidden: () => document.hidden,
        onRevision(revision, isBeat) {
          // Of several cameras, each has its own revisions, which this number does not tell.
          if (isBeat || workspace.cameras.length === 1) void others.catchUp(revision).catch(() => undefined);
        },
      });
    });
  });
  const stopListening = listenToServer(({ type, data }) => {
    if (type !== "presence") return;
    const { datasetId, ...message } = data as PresenceMessage & { readonly datasetId: string };
    if (datasetId === workspace.dataset.id) presence.peek()?.receive(message);
  });
  const onHide = (): void => presence.peek()?.sayGoodbye();
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) presence.peek()?.comeBack();
  };
  const onSight = (): void => presence.peek()?.onSight();
  addEventListener("pagehide", onHide);
  addEventListener("pageshow", onShow);
  document.addEventListener("visibilitychange", onSight);
  return {
    presence: presence as ReadonlySignal<Presence | undefined>,
    dispose() {
      isOver = true;
      stopFollowing();
      stopListening();
      removeEventListener("pagehide", onHide);
      removeEventListener("pageshow", onShow);
      document.removeEventListener("visibilitychange", onSight);
      stop();
    },
  };
}
