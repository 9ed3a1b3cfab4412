/**
 * Requests that are cheap for the caller. Clients that return streams of buffers take several times the processor time
 * that the server needs to send them, and would distort the measurement.
 */
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

const endOfChunks = "\r\n0\r\n\r\n";

/**
 * Reads a response from the socket into one reused buffer.
 * @returns number of raw bytes, including the head and chunk markers
 * @throws Error for any response but a complete 200
 */
export function countBytes(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const lines = Object.entries({ ...headers, Host: host, Connection: "close" }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const buffer = Buffer.alloc(256 * 1024);
  let [count, head, tail] = [0, "", ""];
  return new Promise((resolve, reject) => {
    const callback = (length: number): boolean => {
      if (head.length < 12) head += buffer.toString("latin1", 0, Math.min(length, 12));
      tail = (tail + buffer.toString("latin1", Math.max(0, length - endOfChunks.length), length)).slice(
        -endOfChunks.length,
      );
      count += length;
      return true;
    };
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer, callback } });
    socket.on("error", reject);
    socket.on("close", () => {
      if (head.startsWith("HTTP/1.1 200") && tail === endOfChunks) resolve(count);
      else
        reject(
          new Error(`${url} answered ${JSON.stringify(head)} and ${count} bytes that end in ${JSON.stringify(tail)}`),
        );
    });
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    socket.resume();
  });
}

/** @throws Error for any response but a 200 */
export async function send(
  url: string,
  method: "PATCH",
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const call = request(url, { method, headers: { ...headers, "Content-Length": body.length } }, (response) => {
    text(response).then((answer) => {
      if (response.statusCode === 200) resolve();
      else reject(new Error(`${url} answered ${response.statusCode}: ${answer}`));
    }, reject);
  });
  call.on("error", reject);
  call.end(body);
  await promise;
}
