/**
 * Gives the range requests of a video's reader an end. The reader ends a request by dropping it, but until then server,
 * bucket and connection have sent megabytes that nothing reads. Requests that continue each other become longer.
 */

const firstBytes = 512 * 1024;
const maxBytes = 16 * firstBytes;

/** @returns the `Range` of each request for one file, in order, from the one of the reader: `bytes=5-` */
export function boundedRanges(): (range: string) => string {
  let end = 0;
  let length = firstBytes / 2;
  return (range) => {
    const start = Number.parseInt(range.slice(6), 10);
    length = start === end ? Math.min(maxBytes, 2 * length) : firstBytes;
    end = start + length;
    return range + (end - 1);
  };
}
