/**
 * Sound of a video: an audio element that follows the clock of the pictures. Pictures lead, because frames are what is
 * annotated. Sound that is a few frames off goes a little faster or slower for a while, which is hardly audible; what
 * is far off seeks, which is heard as a gap, and aims ahead by what seeks take on this machine.
 */

import { effect } from "../../../base/effect.ts";
import type { Playback } from "../../../media/playback.ts";

/** More than this, and lips and voice are noticed to differ. */
const mostDriftSeconds = 0.12;
/** Up to here it is set right again. */
const leastDriftSeconds = 0.04;
/** Above this it would take too long without a seek; twice as much after each one that did not help. */
const seekDriftSeconds = 0.3;
/** By no more than this part of the speed it is set right without one. */
const mostCorrection = 0.25;
/** A seek that takes longer says nothing about the next one. */
const mostLeadSeconds = 1;
/** Browsers play no sound outside of these rates. */
const leastRate = 0.25;
const mostRate = 4;

/** Loads nothing before the sound is turned up for the first time. `onFailed` is called when there is no sound. */
export function followWithAudio(
  url: string,
  playback: Playback,
  onFailed: (error: unknown) => void,
): { dispose(): void } {
  let audio: HTMLAudioElement | undefined;
  /** Seconds from a seek until it is audible, learned from the last ones. */
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
    if (!isWanted || volume === 0 || speed < leastRate || speed > mostRate) {
      audio.pause();
      return;
    }
    seek(audio, playback.seconds.peek(), speed);
    // A video without sound, or a browser that wants a click first: the pictures go on without it.
    audio.play().catch((error: unknown) => {
      // The person has paused before it began.
      if (!(error instanceof DOMException && error.name === "AbortError")) onFailed(error);
    });
  });

  const stopFollowing = effect(() => {
    const seconds = playback.seconds.value;
    if (audio === undefined || audio.paused || audio.seeking) return;
    const speed = playback.speed.peek();
    const late = seconds - audio.currentTime;
    if (hasSought) lead = Math.min(mostLeadSeconds, Math.max(0, lead + late / speed));
    hasSought = false;
    const off = Math.abs(late);
    if (off > bearable) {
      bearable *= 2;
      seek(audio, seconds, speed);
    } else if (off > mostDriftSeconds) {
      audio.playbackRate = speed * (1 + Math.sign(late) * Math.min(off, mostCorrection));
    } else if (off < leastDriftSeconds) {
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
