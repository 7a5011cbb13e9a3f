import { relative, resolve, sep } from 'node:path'
import { textIn, type Question } from '../../contract/agents/tool-calls.ts'
import { rulesOf, type Permission, type PermissionMode, type Suggestion } from '../../contract/api/model.ts'
import type { Decision } from '../../ports/ports.ts'
import { isBelow } from '../../adapters/folder/folder-identity.ts'
import { jsonHash } from '../../adapters/processes/json.ts'
import { elicitationAnswer, readElicitation, type FormCard } from '../../adapters/processes/elicitation.ts'
import { outputLine } from '../../adapters/processes/output.ts'
import type { ProgramFact } from '../../adapters/processes/agent-family.ts'
import { bareCommand, describeCommand, describeItem, type DescribedItem } from './items.ts'
import { shownCall } from './server-calls.ts'
import type {
  CommandApprovalParams,
  ElicitationParams,
  FileApprovalParams,
  PermissionsApprovalParams,
  RequestId,
  ThreadItem,
  UserInputParams,
} from './protocol.ts'

interface CardDesk {
  tell(fact: ProgramFact): void
  answer(id: RequestId, result: unknown): void
  refuse(id: RequestId, message: string): void
  /** The tool call that asks, if its item has been reported. */
  itemOf(call: string): ThreadItem | null
  callsOf(server: string): readonly ThreadItem[]
  /** The user has allowed a switch to this mode. */
  allowed(mode: PermissionMode): void
  log(line: string): void
}

interface Ask {
  readonly request: RequestId
  readonly call: string
  readonly title: string
  readonly described: DescribedItem
  readonly reason: string
  /** Conditions beyond the call itself. */
  readonly besides?: readonly string[]
  /** Remembered if the user allows the call permanently; matching requests are then allowed without asking. */
  readonly rule?: string
  /** What the rule allows, for the button. */
  readonly label?: string
  readonly mode?: PermissionMode
  readonly questions?: UserInputParams['questions']
  /** A tool server's form, sent to the user unchanged. */
  readonly form?: FormCard
  readonly toAnswer: (decision: Decision) => unknown
}

export class CodexCards {
  readonly #desk: CardDesk
  readonly #cwd: string
  readonly #rules: Set<string>
  readonly #open = new Map<RequestId, Ask>()
  #mode: PermissionMode

  constructor(cwd: string, mode: PermissionMode, allowed: readonly Permission[], desk: CardDesk) {
    this.#cwd = cwd
    this.#mode = mode
    this.#desk = desk
    this.#rules = new Set(rulesOf(allowed))
  }

  get waiting(): boolean {
    return this.#open.size > 0
  }

  switchTo(mode: PermissionMode): void {
    this.#mode = mode
  }

  /** Handles a request. Known ones are answered at once or by the user. */
  asked(id: RequestId, method: string, params: unknown): void {
    switch (method) {
      case 'item/commandExecution/requestApproval':
        return this.#ask(this.#command(id, params as CommandApprovalParams))
      case 'item/fileChange/requestApproval':
        return this.#change(id, params as FileApprovalParams)
      case 'item/permissions/requestApproval':
        return this.#ask(this.#permissions(id, params as PermissionsApprovalParams))
      case 'item/tool/requestUserInput':
        return this.#ask(this.#question(id, params as UserInputParams))
      case 'mcpServer/elicitation/request':
        return this.#elicitation(id, params as ElicitationParams)
      case 'currentTime/read':
        return this.#desk.answer(id, { currentTimeAt: Math.floor(Date.now() / 1000) })
      default:
        this.#desk.log(`refused a request that Janus does not know: ${outputLine(method, 100)}`)
        return this.#desk.refuse(id, 'Janus does not answer this request.')
    }
  }

  /** Sends the user's answer; does nothing if the card was withdrawn. */
  decide(request: string, decision: Decision): void {
    const [id, ask] = [...this.#open].find(([one]) => nameOf(one) === request) ?? []
    if (id === undefined || ask === undefined) return
    this.#open.delete(id)
    if (decision.kind === 'allow' && decision.suggestion !== undefined) this.#remember(ask)
    this.#desk.answer(id, ask.toAnswer(decision))
  }

  /** Codex has withdrawn the request, or has its answer. */
  resolved(id: RequestId): void {
    if (this.#open.delete(id)) this.#desk.tell({ type: 'card.withdrawn', request: nameOf(id) })
  }

  withdrawAll(): void {
    for (const id of [...this.#open.keys()]) this.resolved(id)
  }

  #remember({ rule, mode }: Ask): void {
    if (rule !== undefined) this.#rules.add(rule)
    if (mode === undefined) return
    this.#mode = mode
    this.#desk.allowed(mode)
  }

  #ask(ask: Ask): void {
    const isAllowed = ask.rule !== undefined && this.#rules.has(ask.rule)
    if (
      (isAllowed && (ask.besides ?? []).length === 0) ||
      (this.#mode === 'bypassPermissions' && ask.questions === undefined && ask.form === undefined)
    )
      return this.#desk.answer(ask.request, ask.toAnswer({ kind: 'allow' }))
    this.#open.set(ask.request, ask)
    if (ask.form !== undefined)
      return this.#desk.tell({ ...ask.form, request: nameOf(ask.request), call: ask.call })
    const { tool } = ask.described
    const input = [ask.described.input, ...(ask.besides ?? [])].filter((part) => part !== '').join('\n')
    this.#desk.tell({
      type: 'card.asked',
      request: nameOf(ask.request),
      call: ask.call,
      kind: ask.questions === undefined ? 'permission' : 'question',
      tool: { ...tool, isTitleAll: tool.isTitleAll && input === ask.described.input },
      input,
      title: ask.title,
      reason: outputLine(ask.reason, 1000),
      hash: jsonHash([ask.title, tool, input, ask.reason]),
      suggestions: suggestionsOf(ask),
      questions: (ask.questions ?? []).map(toQuestion),
    })
  }

  #command(request: RequestId, params: CommandApprovalParams): Ask {
    const { itemId: call, networkApprovalContext: network } = params
    const item = this.#desk.itemOf(call)
    const line = params.command ?? (item?.type === 'commandExecution' ? item.command : '')
    const described = describeCommand(line)
    const besides = this.#besides(params)
    const common = { request, call, described, besides, reason: params.reason ?? '', toAnswer: accepted }
    if (network) {
      const title = `Connect to ${outputLine(network.host, 200)}?`
      const input = [described.input, `reaching ${JSON.stringify(network)}`].join('\n').trim()
      const reaching = { tool: { ...described.tool, isTitleAll: false }, input }
      return { ...common, described: reaching, title, rule: `network(${network.host})`, label: network.host }
    }
    if (params.kind === 'writeStdin') return { ...common, title: 'Type into a running command?' }
    const command = bareCommand(line)
    const rule = command === '' ? {} : { rule: `exec_command(${command})`, label: command }
    return { ...common, title: 'Run this command?', ...rule }
  }

  /** The command's folder if that is not the agent's, and its additional permissions. */
  #besides({ cwd, additionalPermissions: more }: CommandApprovalParams): readonly string[] {
    return [
      ...(cwd && resolve(cwd) !== resolve(this.#cwd) ? [`in ${cwd}`] : []),
      ...(more ? [`with ${JSON.stringify(more, null, 2)}`] : []),
    ]
  }

  #change(request: RequestId, { itemId: call, reason, grantRoot }: FileApprovalParams): void {
    const item = this.#desk.itemOf(call)
    const changes = item?.type === 'fileChange' ? item.changes : []
    const isInside = changes.length > 0 && changes.every((one) => this.#isOwnFile(one.path)) && !grantRoot
    if (this.#mode === 'acceptEdits' && isInside) return this.#desk.answer(request, { decision: 'accept' })
    const title = changes.length === 1 ? 'Edit this file?' : 'Edit these files?'
    // A change that can't be shown is declined without asking.
    const described = changes.length > 0 && item !== null ? describeItem(item, Infinity) : null
    if (described === null) {
      this.#desk.log('declined a change of files that Codex did not show')
      return this.#desk.answer(request, accepted({ kind: 'deny', message: '' }))
    }
    const besides = grantRoot ? [`and from now on everything under ${grantRoot}`] : []
    const edits = isInside ? { label: 'all edits in this folder', mode: 'acceptEdits' as const } : {}
    this.#ask({
      request,
      call,
      title,
      described,
      besides,
      reason: reason ?? '',
      toAnswer: accepted,
      ...edits,
    })
  }

  /** Whether a file is in the folder and not in a folder that configures Codex's permissions. */
  #isOwnFile(path: string): boolean {
    const own = relative(this.#cwd, resolve(this.#cwd, path))
    const isOutside = own === '' || !isBelow(this.#cwd, resolve(this.#cwd, path))
    return !isOutside && !own.split(sep).some((part) => ['.git', '.codex', '.agents'].includes(part))
  }

  #permissions(request: RequestId, params: PermissionsApprovalParams): Ask {
    const { network, fileSystem } = params.permissions
    const wanted = {
      ...(network === null ? {} : { network }),
      ...(fileSystem === null ? {} : { fileSystem }),
    }
    const input = JSON.stringify(wanted, null, 2)
    const { tool } = describeCommand('')
    return {
      request,
      call: params.itemId,
      title: 'Allow more permissions for this turn?',
      described: {
        tool: { ...tool, name: 'request_permissions', kind: 'other', title: 'more permissions' },
        input,
      },
      reason: params.reason ?? '',
      toAnswer: ({ kind }) => ({ permissions: kind === 'allow' ? wanted : {}, scope: 'turn' }),
    }
  }

  #question(request: RequestId, { itemId: call, questions }: UserInputParams): Ask {
    const { tool } = describeCommand('')
    const [first] = questions
    return {
      request,
      call,
      title: 'It asks you',
      reason: '',
      questions,
      described: {
        tool: {
          ...tool,
          name: 'request_user_input',
          kind: 'ask',
          title: outputLine(first?.question ?? '', 300),
        },
        input: questions.map(({ question }) => question).join('\n'),
      },
      toAnswer: (decision) => ({ answers: answersTo(questions, decision) }),
    }
  }

  #form(
    request: RequestId,
    { serverName: by, message = '', mode, requestedSchema: schema, url }: ElicitationParams,
  ): Ask {
    // Codex names forms with extended schemas differently.
    const how = /^openai\/?form$/i.test(mode) ? 'form' : mode
    const card = readElicitation({ by, message, mode: how, schema, url })
    const { title, tool, input } = card
    return {
      request,
      call: '',
      title,
      described: { tool, input },
      reason: '',
      form: card,
      toAnswer: (decision) => ({ content: null, ...elicitationAnswer(card.form, decision), _meta: null }),
    }
  }

  /** Codex asks for tool calls in their server's name; other elicitations come from the server. */
  #elicitation(request: RequestId, params: ElicitationParams): void {
    const meta = params._meta
    const isCall =
      typeof meta === 'object' && meta !== null && 'codex_approval_kind' in meta
        ? meta.codex_approval_kind === 'mcp_tool_call'
        : false
    if (!isCall) return this.#ask(this.#form(request, params))
    const taken = new Set([...this.#open.values()].map(({ call }) => call))
    const { call, name, ...shown } = shownCall(params, this.#desk.callsOf(params.serverName), taken)
    this.#ask({
      request,
      call: call ?? nameOf(request),
      ...shown,
      title: `Use ${outputLine(name ?? params.serverName, 100)}?`,
      ...(name === null ? {} : { rule: `tool(${name})`, label: name }),
      toAnswer: ({ kind }) =>
        kind === 'allow'
          ? { action: 'accept', content: {}, _meta: null }
          : { action: 'decline', content: null, _meta: null },
    })
  }
}

const nameOf = (id: RequestId): string => String(id)

const accepted = ({ kind }: Decision): unknown => ({ decision: kind === 'allow' ? 'accept' : 'decline' })

function suggestionsOf({ rule, label, mode }: Ask): readonly Suggestion[] {
  if (label === undefined) return []
  const permissions: Permission[] = rule === undefined ? [] : [{ kind: 'rule', rule }]
  return [{ label: outputLine(label, 120), isCode: rule !== undefined, permissions, mode: mode ?? null }]
}

function toQuestion({ question, options }: UserInputParams['questions'][number]): Question {
  return { text: question, options: options ?? [], isMany: false }
}

/** The user's answers are keyed by question text, Codex's by id. Unanswered questions are left out. */
function answersTo(questions: UserInputParams['questions'], decision: Decision): Record<string, unknown> {
  if (decision.kind === 'deny') return {}
  const given = decision.answers ?? {}
  return Object.fromEntries(
    questions.flatMap(({ id, question }) => {
      const answer = textIn(given, question)
      return answer === '' ? [] : [[id, { answers: [answer] }] as const]
    }),
  )
}
