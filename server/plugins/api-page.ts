/**
 * `GET /api/v1`: documentation of the routes as one self-contained page, on which read-only routes can be tried. Script
 * and style are allowed by their hash, so that nothing else on the page could ever run.
 */
import { createHash } from "node:crypto";

import type { FastifyInstance } from "fastify";

import { type Parameter, pathParameters, type Route, routeIds, routeOf } from "#schemas";
import { tagOf } from "#schemas/openapi";
import { definitions } from "#schemas/json-shape";

import { anchorOf, documentHtml, escape, shapeHtml } from "./api-shapes.ts";

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 64rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
details p { margin: .35rem 0; }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .35rem 0; }
summary { cursor: pointer; display: flex; gap: .75rem; align-items: baseline; flex-wrap: wrap; }
code, pre, .method { font-family: ui-monospace, monospace; }
.method { min-width: 4rem; font-weight: 600; } .who, .type { opacity: .75; font-size: .85rem; }
table { border-collapse: collapse; margin: .5rem 0; display: block; overflow-x: auto; } code { overflow-wrap: anywhere; } td, th { text-align: left; padding: .15rem 1rem .15rem 0; vertical-align: top; }
input { font: inherit; padding: .1rem .3rem; width: 14rem; } button { font: inherit; }
pre { overflow: auto; max-height: 24rem; padding: .5rem; background: color-mix(in srgb, currentColor 8%, transparent); }
nav { display: flex; flex-wrap: wrap; gap: .25rem .9rem; }
`;

const script = `
const token = document.getElementById("token");
for (const form of document.querySelectorAll("form[data-path]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const query = new URLSearchParams();
    let path = form.dataset.path;
    for (const { name, value } of form.querySelectorAll("input")) {
      const placeholder = ":" + name;
      if (path.split("/").includes(placeholder)) path = path.split("/").map((part) => part === placeholder ? encodeURIComponent(value) : part).join("/");
      else if (value !== "") query.set(name, value);
    }
    const text = query.toString();
    const url = "/api/v1/" + path + (text === "" ? "" : "?" + text);
    const output = form.querySelector("pre");
    output.hidden = false;
    output.textContent = "GET " + url;
    try {
      const response = await fetch(url, { headers: token.value === "" ? {} : { "Girder-Token": token.value } });
      const type = response.headers.get("content-type") ?? "";
      let body = /^(application\\/json|text\\/(csv|plain|html))/.test(type) ? await response.text() : "(" + type + ")";
      try { body = JSON.stringify(JSON.parse(body), null, 2); } catch {}
      output.textContent = "GET " + url + "\\n" + response.status + " " + response.statusText + "\\n\\n" + body.slice(0, 100000);
    } catch (error) {
      output.textContent += "\\n" + error.message;
    }
  });
}
`;

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function addApiPage(app: FastifyInstance): void {
  const html = pageText();
  app.get("/api/v1", async (_request, reply) => {
    reply.header("content-security-policy", contentSecurityPolicy);
    // Clients compare the header letter by letter; for a string, Fastify would insert a space.
    return reply.header("content-type", "text/html;charset=utf-8").send(Buffer.from(html));
  });
}

function pageText(): string {
  const groups = Map.groupBy(routeIds.map(routeOf), tagOf);
  const names = [...groups.keys()].sort();
  const links = [...names, "documents"].map((name) => `<a href="#${name}">${name}</a>`);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Wakeline api/v1</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<style>${style}</style></head><body><h1>Wakeline api/v1</h1>`,
    `<p>${routeIds.length} routes. The same for programs: <a href="/api/v1/describe">OpenAPI 2.0</a>.`,
    " Path, query and form parameters are one namespace. Calls that only read can be tried here.</p>",
    '<p><label>Girder-Token for trying: <input id="token" type="password" autocomplete="off"></label></p>',
    `<nav>${links.join("")}</nav>`,
    ...names.map((name) => groupText(name, groups.get(name) ?? [])),
    documentsText(),
    `<script>${script}</script></body></html>`,
  ].join("\n");
}

const groupText = (name: string, routes: readonly Route[]): string =>
  [`<h2 id="${name}">${name}</h2>`, ...routes.map(routeText)].join("\n");

function routeText(route: Route): string {
  const rows = Object.entries(route.parameters).map(([name, parameter]) => rowText(route, name, parameter));
  const answer = route.reply === "raw" ? "bytes" : route.replyShape && shapeHtml(route.replyShape.schema);
  const table = rows.length === 0 ? "" : `<table>${rows.join("")}</table>`;
  const inner =
    route.method === "GET"
      ? `<form data-path="${escape(route.path)}">${table}<button>Call</button><pre hidden></pre></form>`
      : table;
  return [
    `<details><summary><span class="method">${route.method}</span><code>${escape(route.path)}</code>`,
    `<span>${escape(route.summary)}</span>`,
    `<span class="who">${route.auth}${route.cookie ? ", cookie" : ""}</span></summary>`,
    route.body === "none" ? "" : `<p>Body: <code>${bodyHtml(route)}</code></p>`,
    answer === undefined ? "" : `<p>Answer: <code>${answer}</code></p>`,
    `${inner}</details>`,
  ].join("");
}

const bodyHtml = (route: Route): string => (route.body === "raw" ? "bytes" : shapeHtml(route.bodyShape?.schema ?? {}));

function documentsText(): string {
  const documents = Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    '<h2 id="documents">Documents</h2>',
    ...documents.map(([name, schema]) => `<h3 id="${anchorOf(name)}">${escape(name)}</h3>${documentHtml(schema)}`),
  ].join("\n");
}

function rowText(route: Route, name: string, { type, required, fallback }: Parameter): string {
  const kind = typeof type === "string" ? type : type.join(" | ");
  const where = pathParameters(route.path).includes(name) ? "path, " : "";
  const value = fallback === undefined || fallback === "" ? "" : `, default ${String(fallback)}`;
  const input =
    route.method === "GET" ? `<td><input name="${name}" aria-label="${name}"${required ? " required" : ""}></td>` : "";
  return `<tr><td><code>${name}</code>${required ? " *" : ""}</td>${input}<td class="type">${escape(where + kind + value)}</td></tr>`;
}
