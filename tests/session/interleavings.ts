/**
 * Runs a scenario in every possible order of its moves: users act, and responses of the server arrive, one at a time.
 *
 * A run is a list of choices and starts from scratch each time. A run that reaches a state of an earlier run is not
 * followed further. A request counts as one move: the server's work and the page's receipt of the response can be
 * treated as one, since no other actor sees the state in between.
 */
import { type ApiClient } from "#schemas/client";
import { createClient } from "#schemas/full-client";
import type { ModelServer } from "../support/model-server.ts";

export interface Move {
  readonly name: string;
  run(): void;
}

export interface Scenario {
  /** Possible next moves, in a fixed order. None: the run is over. */
  moves(): readonly Move[];
  /** Everything that determines what can happen from here. */
  state(): string;
  /** Completes the run and throws on a violation. */
  check(): Promise<void>;
}

export interface Exploration {
  readonly runs: number;
  readonly states: number;
}

/** Throws the error of the first run that fails, with the moves that led there. */
export async function explore(begin: () => Promise<Scenario>, maxRuns = Infinity): Promise<Exploration> {
  const seen = new Set<string>();
  const open: (readonly number[])[] = [[]];
  let runs = 0;
  for (let choices = open.pop(); choices !== undefined && runs < maxRuns; choices = open.pop()) {
    runs += 1;
    const path: string[] = [];
    try {
      const scenario = await begin();
      await settle();
      const taken = [...choices];
      for (let depth = 0; ; depth += 1) {
        const moves = scenario.moves();
        if (depth >= choices.length) {
          const state = scenario.state();
          if (seen.has(state)) break;
          seen.add(state);
          // The others are for later runs; the first one is followed now.
          for (let other = moves.length - 1; other > 0; other -= 1) open.push([...taken, other]);
          taken.push(0);
        }
        const move = moves[taken[depth] ?? 0];
        if (move === undefined) {
          await scenario.check();
          break;
        }
        path.push(move.name);
        move.run();
        await settle();
      }
    } catch (error) {
      throw new Error(`After ${path.join(", ")}: ${String(error)}`, { cause: error });
    }
  }
  return { runs, states: seen.size };
}

/** Resolves when everything that does not depend on a move has happened. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Requests waiting for delivery. */
export class Wire {
  readonly #server: ModelServer;
  #pending: { readonly name: string; deliver(): void; loseRequest(): void; loseAnswer(): void }[] = [];

  constructor(server: ModelServer) {
    this.#server = server;
  }

  get pending(): readonly string[] {
    return this.#pending.map(({ name }) => name);
  }

  /** One move per pending request; for saves also failures, `losses` times. */
  moves(losses: number): Move[] {
    return this.#pending.flatMap((request) => {
      const move = (name: string, run: () => void): Move => ({
        name: `${name} ${request.name}`,
        run: () => {
          this.#pending = this.#pending.filter((each) => each !== request);
          run();
        },
      });
      const deliver = move("deliver", request.deliver);
      if (losses === 0 || !request.name.startsWith("PATCH")) return [deliver];
      return [deliver, move("lose", request.loseRequest), move("lose the answer of", request.loseAnswer)];
    });
  }

  client(): ApiClient {
    const send = (address: string, init: RequestInit = {}): Promise<Response> =>
      new Promise((resolve, reject) => {
        const url = new URL(address);
        const method = init.method ?? "GET";
        const text = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : (init.body as string);
        const process = (): Response => {
          const body = init.body === undefined ? undefined : (JSON.parse(text) as unknown);
          return immediate(this.#server.handleNow(method, url, body));
        };
        const lost = (): void => reject(new TypeError("network"));
        this.#pending.push({
          name: `${method} ${url.pathname.split("/").slice(3).join("/")}`,
          deliver: () => resolve(process()),
          loseRequest: lost,
          loseAnswer: () => (process(), lost()),
        });
      });
    return createClient({ baseUrl: "http://model.test/api/v1/", fetch: send as typeof fetch });
  }
}

/** A response whose body is available immediately: reading it takes no turn of the event loop. */
function immediate({ status, body, headers }: ReturnType<ModelServer["handleNow"]>): Response {
  const text = JSON.stringify(body);
  const response = {
    ok: status < 400,
    status,
    statusText: "",
    headers: new Headers(headers),
    json: () => Promise.resolve(JSON.parse(text) as unknown),
    text: () => Promise.resolve(text),
    arrayBuffer: () => Promise.resolve(new TextEncoder().encode(text).buffer),
  };
  return response as unknown as Response;
}
