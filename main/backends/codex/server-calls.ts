import { isDeepStrictEqual } from 'node:util'
import { asObject } from '../../adapters/processes/json.ts'
import { fieldLines } from '../../contract/agents/tool-calls.ts'
import { describeServerCall, type DescribedItem } from './items.ts'
import type { ElicitationParams, ThreadItem } from './protocol.ts'

type ServerCall = Extract<ThreadItem, { type: 'mcpToolCall' }>

/** What a card shows of a request to call a server's tool. */
interface ShownCall {
  /** The call that asks; null if it could be several or none is known. */
  readonly call: string | null
  /** `server.tool`; null if it could be several. */
  readonly name: string | null
  readonly described: DescribedItem
  readonly reason: string
}

/**
 * Finds the call that a request is for. Codex doesn't send its id, only the arguments, and the tool's name
 * in a sentence. If several calls match, all are shown, since the answer may apply to any; if none does,
 * the request itself is shown. `waiting`: the server's calls; `taken`: those that a card shows.
 */
export function shownCall(
  params: ElicitationParams,
  waiting: readonly ThreadItem[],
  taken: ReadonlySet<string>,
): ShownCall {
  const fitting = waiting.filter((item) => item.type === 'mcpToolCall').filter((item) => fits(item, params))
  const [first] = fitting
  if (first === undefined) return unknown(params)
  const described = describeServerCall(first.server, first.tool, first.arguments)
  const isOneTool = fitting.every(({ tool }) => tool === first.tool)
  const name = isOneTool ? `${first.server}.${first.tool}` : null
  if (isOneTool && fitting.every((item) => isDeepStrictEqual(item.arguments, first.arguments))) {
    const call = fitting.find(({ id }) => !taken.has(id)) ?? first
    return { call: call.id, name, described, reason: '' }
  }
  const all = fitting.map((item) => {
    const { input } = describeServerCall(item.server, item.tool, item.arguments)
    return `${item.tool}\n${input.replace(/^/gm, '  ')}`.trimEnd()
  })
  const reason =
    'Several calls wait, and Codex does not say which of them it asks for: it may be any of these.'
  const tool = { ...described.tool, name: name ?? first.server, title: '', own: null, isTitleAll: false }
  return { call: null, name, described: { tool, input: all.join('\n\n') }, reason }
}

/** Compares arguments and the name in Codex's sentence; a title is the server's and no name. */
function fits(item: ServerCall, { serverName, message = '', _meta }: ElicitationParams): boolean {
  const meta = asObject(_meta)
  const given = meta['tool_params']
  // A call without arguments may have an empty object or none.
  if (given !== undefined && !isDeepStrictEqual(given ?? {}, item.arguments ?? {})) return false
  const head = `Allow the ${serverName} MCP server to run tool "`
  if (meta['tool_title'] !== undefined || !message.startsWith(head) || !message.endsWith('"?')) return true
  return message.slice(head.length, -2) === item.tool
}

function unknown({ serverName, message, _meta }: ElicitationParams): ShownCall {
  const input = fieldLines(asObject(asObject(_meta)['tool_params']))
  const { tool } = describeServerCall(serverName, serverName, {})
  const shown = { ...tool, name: serverName, title: '', own: null, isTitleAll: false }
  return { call: null, name: null, described: { tool: shown, input }, reason: message ?? '' }
}
