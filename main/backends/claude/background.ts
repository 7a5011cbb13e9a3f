import type { Query, SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import type { TaskKind, TaskOutput, ReportedTask } from '../../contract/agents/background.ts'

type SystemMessage = Extract<SDKMessage, { type: 'system' }>

const kinds: Readonly<Record<string, TaskKind>> = { local_bash: 'command', local_agent: 'agent' }

/** What the CLI runs beside its turns, as it tells of it: the whole list at each change, and of each what it does. */
export class ClaudeBackground {
  #tasks: readonly ReportedTask[] = []
  /** What was told of single ones; it may come before or behind the list that has them. */
  readonly #calls = new Map<string, string>()
  readonly #lines = new Map<string, string>()

  /** All that runs after a message; `same`: no other than before. null: the message is about something else. */
  read(message: SystemMessage): readonly ReportedTask[] | 'same' | null {
    switch (message.subtype) {
      case 'background_tasks_changed':
        return this.#changed(message.tasks.filter(({ ambient }) => ambient !== true).map(toldOf))
      case 'task_started':
        if (message.tool_use_id !== undefined) this.#calls.set(message.task_id, message.tool_use_id)
        return this.#changed(this.#tasks)
      case 'task_progress':
        this.#lines.set(message.task_id, message.summary ?? message.description)
        return this.#changed(this.#tasks)
      case 'task_notification':
        this.#calls.delete(message.task_id)
        this.#lines.delete(message.task_id)
        return 'same'
      default:
        return null
    }
  }

  #changed(tasks: readonly ReportedTask[]): readonly ReportedTask[] | 'same' {
    const next = tasks.map((one) => ({
      ...one,
      call: this.#calls.get(one.id) ?? one.call,
      line: this.#lines.get(one.id) ?? one.line,
    }))
    if (JSON.stringify(next) === JSON.stringify(this.#tasks)) return 'same'
    this.#tasks = next
    return next
  }
}

function toldOf(task: { task_id: string; task_type: string; description: string }): ReportedTask {
  const { task_id: id, task_type: type, description: name } = task
  return { id, kind: kinds[type] ?? 'other', name, call: null, line: '' }
}

/** Ends one of them; that it has ended is told as of any. */
export function stopClaudeTask(running: Query | null, task: string, log: (line: string) => void): void {
  running?.stopTask(task).catch((error: unknown) => log(`stop task: ${String(error)}`))
}

/** The SDK has this; its types do not say so. */
interface TellsOutput {
  getTaskOutput?(task: string): Promise<{ readonly output: string }>
}

/** The end of what a command in the background has written; of agents the CLI gives none. */
export async function readTaskOutput(running: Query | null, task: string): Promise<TaskOutput> {
  try {
    const told = await (running as TellsOutput | null)?.getTaskOutput?.(task)
    return { text: told?.output ?? null }
  } catch {
    // Not a command: what an agent has written are its own words and calls.
    return { text: null }
  }
}
