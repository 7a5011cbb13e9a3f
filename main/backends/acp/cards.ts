import { resolve } from 'node:path'
import type { Suggestion } from '../../contract/api/model.ts'
import { fieldLines, type ToolKind } from '../../contract/agents/tool-calls.ts'
import type { Decision } from '../../ports/ports.ts'
import type { ProgramFact } from '../../adapters/processes/agent-family.ts'
import { isSameFolder } from '../../adapters/folder/folder-identity.ts'
import { elicitationAnswer, readElicitation } from '../../adapters/processes/elicitation.ts'
import { outputLine } from '../../adapters/processes/output.ts'
import { describeAcpCall, type AcpCall } from './calls.ts'
import { asObject, asObjects, asText, jsonHash, type Json } from '../../adapters/processes/json.ts'

const titles: Partial<Readonly<Record<ToolKind, string>>> = {
  read: 'Read this file?',
  edit: 'Edit this file?',
  delete: 'Delete this file?',
  move: 'Move this file?',
  search: 'Run this search?',
  execute: 'Run this command?',
  fetch: 'Open this web page?',
  switch_mode: 'Approve this plan?',
}

/** The chosen option; null cancels the request. */
export type OptionId = string | null

interface OpenCard {
  readonly kind: 'permission' | 'form'
  readonly hash: string
  readonly call: string
  readonly all: { decide(decision: Decision): void; withdraw(): void }[]
}

interface Option {
  readonly id: string
  readonly kind: string
  readonly name: string
}

/** Characters; a longer option is not offered, since a button could not show all of it. */
const longestLabel = 240

export class AcpCards {
  readonly #tell: (fact: ProgramFact) => void
  readonly #cwd: string
  readonly #open = new Map<string, OpenCard>()
  #count = 0

  constructor(cwd: string, tell: (fact: ProgramFact) => void) {
    this.#cwd = cwd
    this.#tell = tell
  }

  /** Asks the user. Janus's own tools are allowed without asking: Janus decides itself what they may do. */
  ask(call: AcpCall, options: unknown): Promise<OptionId> {
    const offered = readOptions(options)
    const { tool, input } = this.#describe(call)
    const once = offered.find(({ kind }) => kind === 'allow_once')
    if (tool.kind === 'own') return Promise.resolve((once ?? offered.find(isAllowing))?.id ?? null)
    // "Allow once" must never allow for longer: without a once option, the user can only choose a labelled
    // lasting one.
    const lasting = offered.filter(({ kind, name }) => kind === 'allow_always' && name.length <= longestLabel)
    const hash = jsonHash([call.name, call.title, call.input, call.content])
    // If the agent asks twice about the same call, one answer serves both requests.
    const same = [...this.#open.values()].find((card) => card.hash === hash && card.call === call.id)
    return new Promise((resolve) => {
      const decide = (decision: Decision): void => resolve(choose(decision, offered, lasting, once))
      const also = { decide, withdraw: () => resolve(null) }
      if (same !== undefined) return void same.all.push(also)
      const request = this.#add({ kind: 'permission', hash, call: call.id, all: [also] })
      this.#tell({
        type: 'card.asked',
        request,
        call: call.id,
        kind: 'permission',
        tool,
        input,
        title: titles[tool.kind] ?? `Use ${outputLine(tool.name, 100)}?`,
        hash,
        reason: '',
        suggestions: lasting.map(suggestionOf),
        questions: [],
      })
    })
  }

  /** Shows a form or a page. `program`: shown as the asker if the request names no tool server. */
  fill(request: Json, program: string, gone: AbortSignal): Promise<object> {
    const { mode, message, requestedSchema: schema, url } = request
    const by = asText(asObject(request['_meta'])['serverName']) || program
    const card = readElicitation({ by, message: asText(message), mode: asText(mode), schema, url })
    const call = asText(request['toolCallId'])
    return new Promise((resolve) => {
      const decide = (decision: Decision): void => resolve(elicitationAnswer(card.form, decision))
      const also = { decide, withdraw: () => resolve({ action: 'cancel' }) }
      const name = this.#add({ kind: 'form', hash: card.hash, call, all: [also] })
      this.#tell({ ...card, request: name, call })
      const withdraw = (): void => this.#withdrawOne(name)
      if (gone.aborted) withdraw()
      else gone.addEventListener('abort', withdraw, { once: true })
    })
  }

  #add(card: OpenCard): string {
    const request = `request-${++this.#count}`
    this.#open.set(request, card)
    return request
  }

  #describe(call: AcpCall): ReturnType<typeof describeAcpCall> {
    const { tool, input } = describeAcpCall(call, true)
    const { cwd } = call.input
    const isHere = typeof cwd === 'string' && isSameFolder(resolve(this.#cwd, cwd), this.#cwd)
    if (tool.kind === 'own' || cwd === undefined || isHere) return { tool, input }
    return { tool: { ...tool, isTitleAll: false }, input: [input, fieldLines({ cwd })].join('\n') }
  }

  get waiting(): boolean {
    return this.#open.size > 0
  }

  /** Sends the user's answer; does nothing if the card is gone. Returns the kind of request, or null. */
  decide(request: string, decision: Decision): OpenCard['kind'] | null {
    const open = this.#open.get(request)
    this.#open.delete(request)
    for (const one of open?.all ?? []) one.decide(decision)
    return open?.kind ?? null
  }

  withdraw(): void {
    for (const request of [...this.#open.keys()]) this.#withdrawOne(request)
  }

  #withdrawOne(request: string): void {
    const open = this.#open.get(request)
    if (!this.#open.delete(request)) return
    this.#tell({ type: 'card.withdrawn', request })
    for (const one of open?.all ?? []) one.withdraw()
  }
}

/**
 * Lasting permissions end with the process unless the option's name says otherwise. The label stands
 * between "Allow" and "from now on", so those words are removed from the name.
 */
function suggestionOf({ name }: Option): Suggestion {
  const rest = name.trim().replace(/^(?:always allow|allow always|allow|always)\b[\s:]*/i, '')
  const what =
    rest === '' || /^(?:for|in|during)\b/i.test(rest) ? `calls like this one ${rest}`.trimEnd() : rest
  const lasts = /\b(?:project|user|repository)\b/i.test(name) ? what : `${what} (until its process ends)`
  return { label: outputLine(lasts, Number.MAX_SAFE_INTEGER), isCode: false, permissions: [], mode: null }
}

function choose(
  decision: Decision,
  offered: readonly Option[],
  lasting: readonly Option[],
  once: Option | undefined,
): OptionId {
  if (decision.kind === 'allow') return (lasting[decision.suggestion ?? -1] ?? once)?.id ?? null
  const no = offered.find(({ kind }) => kind === 'reject_once') ?? offered.find(isRefusing)
  return no?.id ?? null
}

const isAllowing = ({ kind }: Option): boolean => kind.startsWith('allow')
const isRefusing = ({ kind }: Option): boolean => kind.startsWith('reject')

function readOptions(options: unknown): readonly Option[] {
  return asObjects(options).flatMap((one: Json) => {
    const id = asText(one['optionId'])
    return id === '' ? [] : [{ id, kind: asText(one['kind']), name: asText(one['name']) }]
  })
}
