import type { CanUseTool, PermissionResult } from '@anthropic-ai/claude-agent-sdk'
import type { Decision } from '../../ports.ts'
import { cut } from './blocks.ts'
import type { Told } from './stream.ts'

/** Longest input on a card, in characters. */
const inputLimit = 16 * 1024
const refusal = 'The person said no to this. Do not try it another way; go on without it or ask them.'

/** What is asked, in a person's words; the card shows the rest. */
const titles: Readonly<Record<string, string>> = {
  AskUserQuestion: 'It asks you',
  Bash: 'May it run a command?',
  Edit: 'May it change a file?',
  ExitPlanMode: 'May it start on this plan?',
  NotebookEdit: 'May it change a notebook?',
  Read: 'May it read a file?',
  WebFetch: 'May it open a page of the web?',
  WebSearch: 'May it search the web?',
  Write: 'May it write a file?',
}

/** The requests of one CLI that wait for the person. */
export class Cards {
  readonly #tell: (fact: Told) => void
  readonly #open = new Map<string, (decision: Decision) => void>()

  constructor(tell: (fact: Told) => void) {
    this.#tell = tell
  }

  /** Asks the person; answers null, which the CLI never sees, when it took the request back itself. */
  readonly ask: CanUseTool = (tool, input, options) => {
    const { requestId: request, signal } = options
    return new Promise<PermissionResult | null>((resolve) => {
      const withdraw = (): void => {
        if (this.#open.delete(request)) this.#tell({ type: 'card.withdrawn', request })
        resolve(null)
      }
      this.#open.set(request, (decision) => {
        signal.removeEventListener('abort', withdraw)
        resolve(toResult(decision, input))
      })
      this.#tell({
        type: 'card.asked',
        request,
        kind: tool === 'AskUserQuestion' ? 'question' : 'permission',
        tool,
        title: titles[tool] ?? `May it use ${line(options.displayName ?? tool)}?`,
        input: cut(JSON.stringify(input), inputLimit),
        reason: line(options.decisionReason ?? options.description ?? ''),
        suggestions: [],
      })
      if (signal.aborted) withdraw()
      else signal.addEventListener('abort', withdraw, { once: true })
    })
  }

  /** Something waits for the person. */
  get waiting(): boolean {
    return this.#open.size > 0
  }

  /** Carries the person's answer to the CLI; one to a card that is gone does nothing. */
  decide(request: string, decision: Decision): void {
    const answer = this.#open.get(request)
    this.#open.delete(request)
    answer?.(decision)
  }
}

/** A question is answered by running its tool with the answers in its input. */
function toResult(decision: Decision, input: Record<string, unknown>): PermissionResult {
  if (decision.kind === 'deny') return { behavior: 'deny', message: decision.message || refusal }
  const updatedInput = decision.answers === undefined ? input : { ...input, answers: { ...decision.answers } }
  return { behavior: 'allow', updatedInput }
}

/** One line without escapes: the words come from a model. */
function line(text: string): string {
  return text
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 1000)
}
