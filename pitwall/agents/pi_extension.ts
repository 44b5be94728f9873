import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";

const PITWALL = "@PITWALL@";
const SCRIPT = 'printf %s "$1" | "$2" hook pi';
const MESSAGE_LIMIT = 2000;
const FIRST_RETRY_MS = 2500; // pi tries again after 2, 4 and 8 seconds
const LAST_RETRY_MS = 20000;

// Tells pitwall what pi does. It says nothing outside pitwall, never blocks a turn and never answers for anybody.
// Without type annotations, so that it runs in node as it is.
export default function (pi) {
  if (!process.env.PITWALL_PANE) return;
  const runtime = randomUUID(); // a reload makes another: what an old one still says is ignored
  const waiting = []; // one report after the other, as pitwall orders them by when they were sent
  let sending = false;
  let failures = 0;
  let settles = false;
  let failed;

  function say(event, ctx, more = {}, wait = false) {
    try {
      const session = ctx?.sessionManager?.getSessionId?.() ?? "";
      waiting.push(JSON.stringify({ event, outcome: "", message: "", tool: "", ...more, session, runtime }));
      if (wait) sendAll();
      else sendNext();
    } catch {}
  }

  function command() {
    return ["-c", SCRIPT, "pitwall", waiting.shift(), PITWALL];
  }

  function sendAll() {
    while (waiting.length) spawnSync("/bin/sh", command(), { stdio: "ignore", timeout: 3000 });
  }

  function sendNext() {
    if (sending || !waiting.length) return;
    sending = true;
    const child = spawn("/bin/sh", command(), { stdio: "ignore", detached: true });
    child.unref();
    const sent = () => {
      sending = false;
      sendNext();
    };
    child.once("exit", sent);
    child.once("error", () => child.pid === undefined && sent());
  }

  // An error ends the turn only if pi does not try again.
  function hold(report) {
    const timer = setTimeout(release, Math.min(FIRST_RETRY_MS * 2 ** failures++, LAST_RETRY_MS));
    timer.unref();
    failed = { timer, report };
  }

  function drop() {
    if (failed) clearTimeout(failed.timer);
    failed = undefined;
  }

  function release() {
    const report = failed?.report;
    drop();
    report?.();
  }

  function ended(event, messages, ctx) {
    const last = (Array.isArray(messages) ? messages : []).filter((each) => each?.role === "assistant").pop();
    const outcome = last?.stopReason === "aborted" || last?.stopReason === "error" ? last.stopReason : "";
    const message = outcome === "error" ? String(last.errorMessage ?? "").slice(0, MESSAGE_LIMIT) : "";
    const headless = ctx?.hasUI === false; // `pi -p` ends before a report that nobody waits for arrives
    const report = () => say(event, ctx, { outcome, message }, headless);
    drop();
    if (outcome !== "error" || event === "agent_settled") report();
    else if (headless) failed = { report };
    else hold(report);
  }

  pi.on("session_start", (event, ctx) => say("session_start", ctx));
  pi.on("before_agent_start", () => {
    failures = 0;
  });
  pi.on("agent_start", (event, ctx) => {
    drop();
    say("agent_start", ctx);
  });
  pi.on("tool_call", (event, ctx) => say("tool_call", ctx, { tool: String(event?.toolName ?? "") }));
  pi.on("agent_end", (event, ctx) => {
    if (!settles) ended("agent_end", event?.messages, ctx);
  });
  pi.on("agent_settled", (event, ctx) => {
    settles = true;
    ended("agent_settled", event?.messages, ctx);
  });
  pi.on("session_shutdown", (event, ctx) => {
    release();
    if (event?.reason !== "reload") say("shutdown", ctx, {}, ctx?.hasUI === false);
  });
}
