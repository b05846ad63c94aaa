// The time that a session has left. A session cannot be renewed, so the person is told in time.

const MARKS = [300, 60]; // seconds left at which to say so

export class Clock {
  constructor(warn, end) {
    this.warn = warn;
    this.end = end;
    this.timer = 0;
    // A machine that slept has not counted on.
    document.addEventListener('visibilitychange', () => this.check());
    addEventListener('pageshow', () => this.check());
  }

  set(seconds) {
    this.until = Date.now() + seconds * 1000;
    this.said = Infinity;
    this.check();
  }

  stop() { this.until = 0; clearTimeout(this.timer); }

  check() {
    clearTimeout(this.timer);
    if (!this.until) return;
    const left = Math.ceil((this.until - Date.now()) / 1000);
    if (left <= 0) { this.stop(); this.end(); return; }
    const passed = MARKS.filter((m) => left <= m).at(-1);
    if (passed && passed < this.said) { this.said = passed; this.warn(left); }
    const next = MARKS.find((m) => left > m) ?? 0;
    this.timer = setTimeout(() => this.check(), (left - next) * 1000);
  }
}
