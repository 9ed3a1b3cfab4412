/** Preloaded into a process: says at its end how much memory it had at most, in bytes. */
process.on("exit", () => {
  process.stderr.write(`peak memory ${process.resourceUsage().maxRSS * 1024}\n`);
});
