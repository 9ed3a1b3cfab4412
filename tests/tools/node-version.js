/**
 * Says in one line that Node is too old, before an old Node meets TypeScript and stops with a stack trace. Loaded with
 * `--import` in front of every script; plain JavaScript, because an old Node must be able to read it.
 */
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  process.stderr.write(
    `Wakeline needs Node 24 or newer, this is ${process.version}. \`npm ci\` brings Node 24 on Linux and Windows ` +
      "(use `npm run ...` or `npx ...`); elsewhere install it from https://nodejs.org.\n",
  );
  process.exit(1);
}
