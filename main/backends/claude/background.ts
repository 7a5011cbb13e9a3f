import type { Query, SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import type { TaskKind, TaskOutput, ReportedTask } from '../../contract/agents/background.ts'

type SystemMessage = Extract<SDKMessage, { type: 'system' }>

const kinds: Readonly<Record<string, TaskKind>> = { local_bash: 'command', local_agent: 'agent' }

/** Background tasks. The CLI sends the whole list at each change, and details of single tasks. */
export class ClaudeBackground {
  #tasks: readonly ReportedTask[] = []
  /** Details by task; they may arrive before or after the list that contains the task. */
  readonly #calls = new Map<string, string>()
  readonly #lines = new Map<string, string>()

  /** Returns all running tasks, or `same` if none changed, or null if the message is about something else. */
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

/** Ends a background task; its end is reported like any other. */
export function stopClaudeTask(running: Query | null, task: string, log: (line: string) => void): void {
  running?.stopTask(task).catch((error: unknown) => log(`stop task: ${String(error)}`))
}

/** Missing in the SDK's types. */
interface TellsOutput {
  getTaskOutput?(task: string): Promise<{ readonly output: string }>
}

/** Returns the last output of a background command; null for agents, of which the CLI gives none. */
export async function readTaskOutput(running: Query | null, task: string): Promise<TaskOutput> {
  try {
    const told = await (running as TellsOutput | null)?.getTaskOutput?.(task)
    return { text: told?.output ?? null }
  } catch {
    // Not a command: an agent's output is its own text and calls.
    return { text: null }
  }
}
