/**
 * The example of Kubernetes: rendered by templates of Go, compiled to WebAssembly (npm has no Helm), each document
 * checked by the schemas of Kubernetes, and what the documents say of each other and of Wakeline.
 */
import { existsSync, readFileSync } from "node:fs";

import { parse as renderTemplate } from "@evertdespiegeleer/go-template";
import { Ajv } from "ajv";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { Job } from "kubernetes-models/batch/v1/Job";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { Service } from "kubernetes-models/v1/Service";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

import { commandTree } from "../../cli/commands.ts";
import { readConfig } from "../../server/config.ts";

const folder = new URL("../../docs/operation/examples/helm/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");
const models = { Deployment, Job, Ingress, PodDisruptionBudget, Service } as const;
type Kind = keyof typeof models;
interface Container {
  readonly image: string;
  readonly command: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string } };
}
interface Rendered {
  readonly kind: Kind;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly replicas?: number;
    readonly selector?: Readonly<Record<string, unknown>>;
    readonly template?: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: { readonly containers: readonly [Container] };
    };
  };
}

interface Values {
  readonly [name: string]: unknown;
  readonly settings: Readonly<Record<string, string>>;
}
const defaults = parse(read("values.yaml")) as Values;

async function render(values: object = {}): Promise<Rendered[]> {
  const context = {
    Values: { ...defaults, ...values },
    Release: { Name: "site" },
    Chart: parse(read("Chart.yaml")) as object,
  };
  const documents: Rendered[] = [];
  for (const name of ["servers", "workers", "migrations"]) {
    const text = await renderTemplate(read("templates/_parts.tpl") + read(`templates/${name}.yaml`), context);
    for (const document of parseAllDocuments(text)) {
      expect([name, document.errors]).toEqual([name, []]);
      documents.push(document.toJS() as Rendered);
    }
  }
  return documents;
}
const containerOf = ({ spec }: Rendered): Container => spec.template!.spec.containers[0];

test("the chart renders documents that the schemas of Kubernetes allow: servers, workers, service, ingress, migrations", async () => {
  const documents = await render();
  expect(documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    "Deployment site-server",
    "Service site",
    "PodDisruptionBudget site-server",
    "Ingress site",
    "Deployment site-worker",
    "Job site-migrations",
  ]);
  for (const document of documents) {
    // Throws an error that says which property is wrong.
    new models[document.kind](document as never).validate();
    expect(document.metadata.labels["app.kubernetes.io/instance"]).toBe("site");
    const { selector, template } = document.spec;
    const selected = (selector?.["matchLabels"] ?? selector) as Record<string, string> | undefined;
    const pods = template ?? documents[0]!.spec.template!;
    if (selected !== undefined) expect(pods.metadata.labels).toMatchObject(selected);
  }
  // The schemas refuse what is misspelt.
  const [server] = documents;
  const misspelt = { ...server, spec: { ...server!.spec, replicas: "two" } };
  expect(() => new Deployment(misspelt as never).validate()).toThrow("replicas");
});

test("servers and workers run commands of Wakeline with settings that it reads; secrets are references", async () => {
  const documents = await render({ settings: { WAKELINE_REGISTRATION: "approve", WAKELINE_LOG_LEVEL: 'a "b": {{ c' } });
  const table = readFileSync(new URL("../../docs/operation/settings.md", import.meta.url), "utf8");
  const running = documents.filter(({ spec }) => spec.template !== undefined);
  expect(running.length).toBe(3);
  for (const one of running) {
    const { image, env, command } = containerOf(one);
    expect(image).toBe("registry.example.org/wakeline:0.1.0");
    const words = command[0] === "sh" ? command[2]!.split(" ") : command;
    expect([words[0], commandTree.some(({ name }) => name === words[1])]).toEqual(["wakeline", true]);
    for (const { name, value, valueFrom } of env) {
      if (!name.startsWith("AWS_")) expect(table).toContain(`| \`${name}\` |`);
      const isSecret = /PASSWORD|SECRET|KEY|DATABASE_URL/.test(name);
      expect([name, value === undefined, valueFrom !== undefined]).toEqual([name, isSecret, isSecret]);
    }
    expect(env.find(({ name }) => name === "WAKELINE_LOG_LEVEL")?.value).toBe('a "b": {{ c');
  }
  const server = containerOf(running[0]!);
  const plain = Object.fromEntries(
    server.env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  );
  const given = { ...plain, WAKELINE_LOG_LEVEL: "info", DATABASE_URL: "postgres://database/wakeline" };
  const { trustProxy, workerQueues, siteUrl, registrationPolicy } = readConfig({}, given);
  expect([trustProxy, workerQueues, siteUrl, registrationPolicy]).toEqual([
    ...[true, [], "https://annotate.example.org", "approve"],
  ]);
  expect([server["livenessProbe"]!.httpGet.path, server["readinessProbe"]!.httpGet.path]).toEqual([
    "/healthz",
    "/readyz",
  ]);
});

test("the schema of the values takes the defaults, and refuses names that are unknown, and credentials in addresses", () => {
  const check = new Ajv().compile(JSON.parse(read("values.schema.json")) as object);
  expect(check(defaults), JSON.stringify(check.errors)).toBe(true);
  const wrong = [
    { hosts: "x" },
    { servers: { replicas: 0, cpu: "1", memory: "1Gi" } },
    { blobUrl: "s3://key:secret@bucket" },
    { settings: { PATH: "/bin" } },
    { host: "https://annotate.example.org" },
  ];
  for (const values of wrong) expect([values, check({ ...defaults, ...values })]).toEqual([values, false]);
  expect(existsSync(new URL("../Containerfile", folder))).toBe(true);
});
