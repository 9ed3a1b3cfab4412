/**
 * Preloaded by a test (`--import`): SIGUSR2 sets the clock of the process a day ahead, the next one sets it back. Only
 * the clock on the wall: `performance.now()` and timers run on, as when an operator sets the clock of a machine.
 */
const dayMs = 24 * 60 * 60 * 1000;
let clockSkewMs = 0;
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + clockSkewMs] : given));
  }

  static now() {
    return RealDate.now() + clockSkewMs;
  }
};
process.on("SIGUSR2", () => {
  clockSkewMs = clockSkewMs === 0 ? dayMs : 0;
});
