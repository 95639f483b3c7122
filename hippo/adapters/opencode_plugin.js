// Written by hippo. OpenCode calls hippo through this file; `hippo hook uninstall opencode` removes it.
import { spawn } from "node:child_process"

const PROGRAM = ["hippo"]
const SHELLS = new Set(["bash", "shell"])

// Call `hippo hook EVENT` with what happened. Gives what the model should know, and nothing on any trouble.
function hook(event, cwd, fields, seconds) {
  return new Promise((resolve) => {
    let said = ""
    const done = (text) => {
      clearTimeout(timer)
      resolve(text)
    }
    const timer = setTimeout(() => {
      child?.kill()
      done("")
    }, seconds * 1000)
    let child
    try {
      child = spawn(PROGRAM[0], [...PROGRAM.slice(1), "hook", event, "--agent", "opencode"], {
        cwd,
        stdio: ["pipe", "pipe", "ignore"],
        windowsHide: true,
      })
    } catch {
      return done("")
    }
    child.on("error", () => done(""))
    child.stdin.on("error", () => {})
    child.stdout.setEncoding("utf8").on("data", (text) => (said += text))
    child.on("close", () => done(contextIn(said)))
    child.stdin.end(JSON.stringify({ cwd, ...fields }))
  })
}

function contextIn(said) {
  try {
    return JSON.parse(said).hookSpecificOutput.additionalContext || ""
  } catch {
    return ""
  }
}

export const Hippo = async ({ directory }) => {
  const contexts = new Map()
  const children = new Set()
  const call = (event, name, session, fields, seconds) =>
    hook(event, directory, { session_id: session, hook_event_name: name, ...fields }, seconds)

  // The same text in every request of a session, so that the provider's prompt cache stays warm.
  const contextOf = (session) => {
    if (!contexts.has(session)) {
      contexts.set(session, call("session-start", "SessionStart", session, { source: "startup" }, 10))
    }
    return contexts.get(session)
  }

  return {
    event: async ({ event }) => {
      const session = event.properties?.sessionID ?? event.properties?.info?.id
      if (event.type === "session.created" && event.properties.info?.parentID) children.add(session)
      if (!session || children.has(session)) return
      if (event.type === "session.deleted") await call("session-end", "SessionEnd", session, {}, 3)
    },

    "experimental.chat.system.transform": async ({ sessionID }, output) => {
      if (!sessionID || children.has(sessionID)) return
      const context = await contextOf(sessionID)
      if (context) output.system.push(context)
    },

    "chat.message": async ({ sessionID }, { message, parts }) => {
      const prompt = parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text)
      if (!prompt.length || children.has(sessionID)) return
      await contextOf(sessionID) // what is shown at the start is not brought again
      const text = await call("prompt", "UserPromptSubmit", sessionID, { prompt: prompt.join("\n") }, 5)
      // Parts are sorted by their ids: a longer one comes behind.
      const id = `${parts[parts.length - 1].id}h`
      if (text) parts.push({ id, sessionID, messageID: message.id, type: "text", text, synthetic: true })
    },

    "tool.execute.after": async ({ tool, sessionID, args }, output) => {
      const status = output.metadata?.exit
      if (!SHELLS.has(tool) || !status || children.has(sessionID)) return
      const error = `Exit code ${status}\n${output.output}`
      await call("tool-failure", "PostToolUseFailure", sessionID, { tool_name: "Bash", tool_input: args, error }, 5)
    },

    "experimental.session.compacting": async ({ sessionID }, output) => {
      const context = await call("pre-compact", "PreCompact", sessionID, { trigger: "auto" }, 10)
      if (context) output.context.push(context)
    },
  }
}
