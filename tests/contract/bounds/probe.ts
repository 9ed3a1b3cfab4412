/** Sends a request and measures its cost: processor time, in total and of the main thread. */
import { Agent, request } from "node:http";

export interface Cost {
  readonly status: number;
  readonly text: string;
  /** Milliseconds of processor time: of all threads, and of the one that answers requests. */
  readonly cpuMs: number;
  readonly loopMs: number;
}

/** Given up after this, as too much in any case. */
const maxMs = 30_000;

const agent = new Agent({ keepAlive: true });

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The server must run in this process. The numbers include the cost of a small request. */
export async function measure(sent: Sent): Promise<Cost> {
  const [cpu, loop] = [process.cpuUsage(), process.threadCpuUsage()];
  const { status, text } = await send(sent);
  const [cpuUsed, loopUsed] = [process.cpuUsage(cpu), process.threadCpuUsage(loop)];
  return { status, text, cpuMs: milliseconds(cpuUsed), loopMs: milliseconds(loopUsed) };
}

const milliseconds = ({ user, system }: { user: number; system: number }): number => (user + system) / 1000;

/** With Node's own client: `fetch` sends no body with GET. */
async function send({ method, url, headers, body }: Sent): Promise<{ status: number; text: string }> {
  return await new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method,
        agent,
        headers: { ...headers, "content-length": String(body.length) },
        signal: AbortSignal.timeout(maxMs),
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (piece: string) => {
          if (text.length < 1000) text += piece;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on("error", reject);
      },
    );
    call.on("error", (error) => {
      if (error.name === "AbortError") resolve({ status: 0, text: `no answer within ${maxMs} ms` });
      else reject(error);
    });
    call.end(body);
  });
}
