import type {
  CanUseTool,
  ElicitationResult,
  OnElicitation,
  PermissionResult,
} from '@anthropic-ai/claude-agent-sdk'
import { readableName } from '../../contract/agents/tool-calls.ts'
import type { Decision } from '../../ports/ports.ts'
import { jsonHash } from '../../adapters/processes/json.ts'
import { elicitationAnswer, readElicitation } from '../../adapters/processes/elicitation.ts'
import { outputLine } from '../../adapters/processes/output.ts'
import type { ProgramFact } from '../../adapters/processes/agent-family.ts'
import { readSuggestions, type OfferedSuggestion } from './suggestions.ts'
import { describeClaudeCall, ownReason, questionsIn } from './tool-calls.ts'

const refusal = 'The user said no to this. Do not try it another way; go on without it or ask them.'

const titles: Readonly<Record<string, string>> = {
  AskUserQuestion: 'It asks you',
  Bash: 'Run this command?',
  Edit: 'Edit this file?',
  ExitPlanMode: 'Approve this plan?',
  NotebookEdit: 'Edit this notebook?',
  Read: 'Read this file?',
  WebFetch: 'Open this web page?',
  WebSearch: 'Search the web?',
  Write: 'Write this file?',
}

export class ClaudeCards {
  readonly #tell: (fact: ProgramFact) => void
  readonly #cwd: string
  readonly #open = new Map<string, (decision: Decision) => void>()

  constructor(cwd: string, tell: (fact: ProgramFact) => void) {
    this.#cwd = cwd
    this.#tell = tell
  }

  /** Asks the user. Resolves to null, which the CLI never sees, if it withdrew the request itself. */
  readonly ask: CanUseTool = (tool, input, options) => {
    const { requestId: request, toolUseID: call, signal } = options
    const kind = tool === 'AskUserQuestion' ? 'question' : 'permission'
    const offered = kind === 'question' ? [] : readSuggestions(options.suggestions ?? [], this.#cwd)
    const card: ProgramFact = {
      type: 'card.asked',
      request,
      call,
      kind,
      title: titles[tool] ?? `Use ${outputLine(readableName(tool, options.displayName), 200)}?`,
      ...describeClaudeCall(tool, input),
      hash: jsonHash(input),
      reason: ownReason(input, outputLine(options.decisionReason ?? options.description ?? '', 1000)),
      suggestions: offered.map(({ suggestion }) => suggestion),
      questions: kind === 'question' ? questionsIn(input) : [],
    }
    return this.#answerTo<PermissionResult | null>(
      card,
      signal,
      (decision) => toResult(decision, input, offered),
      null,
    )
  }

  readonly fill: OnElicitation = (asked, { signal, requestId: request }) => {
    const { serverName: by, message, mode = 'form', requestedSchema: schema, url } = asked
    const card = readElicitation({ by, message, mode, schema, url })
    return this.#answerTo<ElicitationResult>(
      { ...card, request, call: '' },
      signal,
      (decision) => elicitationAnswer(card.form, decision),
      { action: 'cancel' },
    )
  }

  #answerTo<T>(
    card: Extract<ProgramFact, { type: 'card.asked' }>,
    signal: AbortSignal,
    decided: (decision: Decision) => T,
    withdrawn: T,
  ): Promise<T> {
    const { request } = card
    return new Promise((resolve) => {
      const withdraw = (): void => {
        if (this.#open.delete(request)) this.#tell({ type: 'card.withdrawn', request })
        resolve(withdrawn)
      }
      this.#open.set(request, (decision) => {
        signal.removeEventListener('abort', withdraw)
        resolve(decided(decision))
      })
      this.#tell(card)
      if (signal.aborted) withdraw()
      else signal.addEventListener('abort', withdraw, { once: true })
    })
  }

  get waiting(): boolean {
    return this.#open.size > 0
  }

  /** Sends the user's answer; does nothing if the card was withdrawn. */
  decide(request: string, decision: Decision): void {
    const answer = this.#open.get(request)
    this.#open.delete(request)
    answer?.(decision)
  }
}

/** A question is answered by allowing its tool with the answers added to the input. */
function toResult(
  decision: Decision,
  input: Record<string, unknown>,
  offered: readonly OfferedSuggestion[],
): PermissionResult {
  if (decision.kind === 'deny') return { behavior: 'deny', message: decision.message || refusal }
  const updatedInput = decision.answers === undefined ? input : { ...input, answers: { ...decision.answers } }
  const taken = offered[decision.suggestion ?? -1]
  if (taken === undefined) return { behavior: 'allow', updatedInput }
  return { behavior: 'allow', updatedInput, updatedPermissions: [...taken.updates] }
}
