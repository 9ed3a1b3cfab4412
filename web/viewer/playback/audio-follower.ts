/**
 * Sound of a video: an audio element that follows the clock of the pictures. Pictures lead, because frames are what is
 * annotated; the sound is set right when it is more than a few frames off.
 */

import { effect } from "@preact/signals-core";
import type { Playback } from "../../media/playback.ts";

/** More than this, and lips and voice are noticed to differ. */
const mostDriftSeconds = 0.12;
/** Browsers play no sound outside of these rates. */
const leastRate = 0.25;
const mostRate = 4;

/** Loads nothing before the sound is turned up for the first time. `onFailed` hears that there is none. */
export function followWithAudio(
  url: string,
  playback: Playback,
  onFailed: (error: unknown) => void,
): { dispose(): void } {
  let audio: HTMLAudioElement | undefined;

  const stopPlaying = effect(() => {
    const volume = playback.volume.value;
    const speed = playback.speed.value;
    const isWanted = playback.playing.value && !playback.buffering.value;
    if (volume > 0) audio ??= new Audio(url);
    if (audio === undefined) return;
    audio.volume = volume;
    if (!isWanted || volume === 0 || speed < leastRate || speed > mostRate) {
      audio.pause();
      return;
    }
    audio.playbackRate = speed;
    audio.currentTime = playback.seconds.peek();
    // A video without sound, or a browser that wants a click first: the pictures go on without it.
    audio.play().catch((error: unknown) => {
      // The person has paused before it began.
      if (!(error instanceof DOMException && error.name === "AbortError")) onFailed(error);
    });
  });

  const stopFollowing = effect(() => {
    const seconds = playback.seconds.value;
    if (audio === undefined || audio.paused || audio.seeking) return;
    if (Math.abs(audio.currentTime - seconds) > mostDriftSeconds) audio.currentTime = seconds;
  });

  return {
    dispose() {
      stopPlaying();
      stopFollowing();
      audio?.pause();
      audio?.removeAttribute("src");
    },
  };
}
