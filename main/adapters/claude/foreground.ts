import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'

/**
 * The tasks that a turn waits for: commands that have run for three seconds, sub-agents. Once a newer prompt has
 * cut a turn off, an interrupt does not reach the tool that still runs; only ending its task does.
 */
export class ForegroundTasks {
  readonly #stop: (task: string) => void
  readonly #running = new Set<string>()
  #halting = false

  constructor(stop: (task: string) => void) {
    this.#stop = stop
  }

  hear(message: SDKMessage): void {
    if (message.type === 'result') this.#halting = false
    if (message.type !== 'system') return
    if (message.subtype === 'task_started' && message.is_backgrounded === false) {
      this.#running.add(message.task_id)
      if (this.#halting) this.#stop(message.task_id)
    }
    if (message.subtype === 'task_notification') this.#running.delete(message.task_id)
    if (message.subtype === 'task_updated' && message.patch.is_backgrounded === true)
      this.#running.delete(message.task_id)
  }

  /** Ends those that run, and those that are told until the turn ends. */
  halt(): void {
    this.#halting = true
    for (const task of this.#running) this.#stop(task)
  }
}
