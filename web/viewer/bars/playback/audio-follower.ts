/**
 * Sound of a video: an audio element that follows the picture clock. Pictures lead because users annotate
 * frames. Sound that is a few frames off changes its rate a little for a while, which is hardly audible; sound that
 * is far off seeks, which causes an audible gap, and aims ahead by the seek latency measured on this machine.
 */

import { effect } from "../../../base/effect.ts";
import type { Playback } from "../../../media/playback.ts";

/** Drift above this is noticeable as lips and voice out of sync. */
const maxDriftSeconds = 0.12;
/** Correction stops once drift is below this. */
const minDriftSeconds = 0.04;
/** Drift above this takes too long to correct by rate, so seek. Doubles after each seek that did not help. */
const seekDriftSeconds = 0.3;
/** Largest rate correction, as a share of the speed. */
const maxCorrection = 0.25;
/** A slower seek is an outlier and says nothing about the next one. */
const maxLeadSeconds = 1;
/** Browsers mute audio outside of these rates. */
const minRate = 0.25;
const maxRate = 4;

/** Loads nothing until the volume is first turned up. Calls `onFailed` when there is no playable sound. */
export function followWithAudio(
  url: string,
  playback: Playback,
  onFailed: (error: unknown) => void,
): { dispose(): void } {
  let audio: HTMLAudioElement | undefined;
  /** Seconds from a seek until it is audible, corrected after each seek. */
  let lead = 0;
  let hasSought = false;
  let bearable = seekDriftSeconds;

  function seek(to: HTMLAudioElement, seconds: number, speed: number): void {
    to.playbackRate = speed;
    to.currentTime = seconds + lead * speed;
    hasSought = true;
  }

  const stopPlaying = effect(() => {
    const volume = playback.volume.value;
    const speed = playback.speed.value;
    const isWanted = playback.playing.value && !playback.buffering.value;
    if (volume > 0) audio ??= new Audio(url);
    if (audio === undefined) return;
    audio.volume = volume;
    if (!isWanted || volume === 0 || speed < minRate || speed > maxRate) {
      audio.pause();
      return;
    }
    seek(audio, playback.seconds.peek(), speed);
    // The video has no sound, or the browser requires a click first: the pictures play without it.
    audio.play().catch((error: unknown) => {
      // Paused again before playback began.
      if (!(error instanceof DOMException && error.name === "AbortError")) onFailed(error);
    });
  });

  const stopFollowing = effect(() => {
    const seconds = playback.seconds.value;
    if (audio === undefined || audio.paused || audio.seeking) return;
    const speed = playback.speed.peek();
    const late = seconds - audio.currentTime;
    if (hasSought) lead = Math.min(maxLeadSeconds, Math.max(0, lead + late / speed));
    hasSought = false;
    const off = Math.abs(late);
    if (off > bearable) {
      bearable *= 2;
      seek(audio, seconds, speed);
    } else if (off > maxDriftSeconds) {
      audio.playbackRate = speed * (1 + Math.sign(late) * Math.min(off, maxCorrection));
    } else if (off < minDriftSeconds) {
      audio.playbackRate = speed;
      bearable = seekDriftSeconds;
    }
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
