import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";

const PITWALL = "@PITWALL@";
const SCRIPT = 'printf %s "$1" | "$2" hook pi';
const MESSAGE_LIMIT = 2000;
const FIRST_RETRY_MS = 2500; // pi tries again after 2, 4 and 8 seconds
const LAST_RETRY_MS = 20000;

// Tells pitwall what pi does. It says nothing outside pitwall, never blocks a turn and never answers for anybody.
export default function (pi: any) {
  if (!process.env.PITWALL_PANE) return;
  const runtime = randomUUID(); // a reload makes another: what an old one still says is ignored
  let failures = 0;
  let settles = false;
  let failed: { timer: ReturnType<typeof setTimeout>; report: () => void } | undefined;

  function say(event: string, ctx: any, more: object = {}, wait = false) {
    try {
      const session = ctx?.sessionManager?.getSessionId?.() ?? "";
      const report = JSON.stringify({ event, outcome: "", message: "", tool: "", ...more, session, runtime });
      const argv = ["-c", SCRIPT, "pitwall", report, PITWALL];
      if (wait) {
        spawnSync("/bin/sh", argv, { stdio: "ignore", timeout: 3000 });
        return;
      }
      const child = spawn("/bin/sh", argv, { stdio: "ignore", detached: true });
      child.on("error", () => {});
      child.unref();
    } catch {}
  }

  // An error ends the turn only if pi does not try again.
  function hold(report: () => void) {
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

  function ended(event: string, messages: any, ctx: any) {
    const last = (Array.isArray(messages) ? messages : []).filter((each: any) => each?.role === "assistant").pop();
    const outcome = last?.stopReason === "aborted" || last?.stopReason === "error" ? last.stopReason : "";
    const message = outcome === "error" ? String(last.errorMessage ?? "").slice(0, MESSAGE_LIMIT) : "";
    const headless = ctx?.hasUI === false; // `pi -p` ends before a report that nobody waits for arrives
    const report = (wait = headless) => say(event, ctx, { outcome, message }, wait);
    drop();
    if (outcome !== "error" || event === "agent_settled") report();
    else if (headless) failed = { timer: setTimeout(() => {}, 0), report: () => report(true) };
    else hold(report);
  }

  pi.on("session_start", (event: any, ctx: any) => say("session_start", ctx));
  pi.on("before_agent_start", () => {
    failures = 0;
  });
  pi.on("agent_start", (event: any, ctx: any) => {
    drop();
    say("agent_start", ctx);
  });
  pi.on("tool_call", (event: any, ctx: any) => say("tool_call", ctx, { tool: String(event?.toolName ?? "") }));
  pi.on("agent_end", (event: any, ctx: any) => {
    if (!settles) ended("agent_end", event?.messages, ctx);
  });
  pi.on("agent_settled", (event: any, ctx: any) => {
    settles = true;
    ended("agent_settled", event?.messages, ctx);
  });
  pi.on("session_shutdown", (event: any, ctx: any) => {
    release();
    if (event?.reason !== "reload") say("shutdown", ctx, {}, ctx?.hasUI === false);
  });
}
