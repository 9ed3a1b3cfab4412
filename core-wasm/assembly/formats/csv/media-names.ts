/**
 * The second cell of a VIAME CSV row: the time of the frame in a video, the name of the picture in a sequence,
 * otherwise empty.
 */
import { printPadded } from "../../numbers/print";
import { Char } from "../characters";
import { cellRoom, putTextCell } from "./style";

const TIME_BYTES: usize = 32;
const SECONDS_A_DAY: u64 = 86400;

/** Frames per second; 0: no times. */
let fps: f64 = 0;
/** Address of count + 1 offsets (u32), relative to the address after them, where the names begin; 0: no names. */
let names: usize = 0;
let nameCount: u32 = 0;
let maxNameBytes: usize = 0;

export function writeNoMediaNames(): void {
  fps = 0;
  names = 0;
}

export function writeTimes(framesPerSecond: f64): void {
  writeNoMediaNames();
  fps = framesPerSecond;
}

/** The table must stay in place while the file is written. */
export function writeImageNames(table: usize, count: u32): void {
  writeNoMediaNames();
  names = table;
  nameCount = count;
  maxNameBytes = 0;
  for (let i: u32 = 0; i < count; i++) maxNameBytes = max(maxNameBytes, nameEnd(i) - nameStart(i));
}

export function mediaNameRoom(): usize {
  return names == 0 ? TIME_BYTES : cellRoom(maxNameBytes);
}

export function putMediaName(p: usize, frame: u32): usize {
  if (fps > 0) return putTime(p, <f64>frame / fps);
  if (names == 0 || frame >= nameCount) return p;
  const start = nameStart(frame);
  return putTextCell(p, start, nameEnd(frame) - start);
}

function nameStart(index: u32): usize {
  return names + ((<usize>(nameCount + 1)) << 2) + load<u32>(names + ((<usize>index) << 2));
}

function nameEnd(index: u32): usize {
  return nameStart(index + 1);
}

/** HH:MM:SS.ffffff, microseconds rounded half to even, wrapping after 24 hours. */
function putTime(p: usize, time: f64): usize {
  let seconds = <u64>time;
  let microseconds = nearest((time - <f64>seconds) * 1000000);
  if (microseconds >= 1000000) {
    microseconds -= 1000000;
    seconds++;
  }
  const ofDay = <u32>(seconds % SECONDS_A_DAY);
  p = printPadded(p, ofDay / 3600, 2);
  store<u8>(p, Char.COLON);
  p = printPadded(p + 1, (ofDay / 60) % 60, 2);
  store<u8>(p, Char.COLON);
  p = printPadded(p + 1, ofDay % 60, 2);
  store<u8>(p, Char.DOT);
  return printPadded(p + 1, <u32>microseconds, 6);
}
