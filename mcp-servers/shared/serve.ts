import { randomUUID } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
  type Tool as ToolEntry,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { callKey, usualCallName } from '../../main/contract/tool-calls.ts'
import { RefusedError, type Refusal } from '../../main/contract/errors.ts'
import type { Call, ServedTool } from './tool.ts'

/** The tools of one server, ready to be served: what is made of them is made once. */
export interface ToolTable<C> {
  readonly name: string
  readonly tools: ReadonlyMap<string, { readonly tool: ServedTool<C>; readonly schema: z.ZodType }>
  /** As they are listed. */
  readonly entries: readonly ToolEntry[]
}

/** Prepares tools under the name of their server. */
export function tableOf<C>(name: string, tools: readonly ServedTool<C>[]): ToolTable<C> {
  const all = tools.map((tool) => ({ tool, schema: z.strictObject(tool.input) }))
  return {
    name,
    tools: new Map(all.map((one) => [one.tool.name, one])),
    entries: all.map(({ tool, schema }) => entryOf(tool, schema)),
  }
}

/** How some program differs from others in what it says, and wants to be told. */
export interface ToolDialect {
  /** Under which name of `_meta` it sends its own id of a call, besides the usual one. */
  readonly callName?: string | undefined
  /** What is listed with each tool as its `_meta`. */
  readonly listed?: Readonly<Record<string, unknown>> | undefined
}

/**
 * A server of such a table, for any transport; `client`: what its tools ask Janus by. Without an id of the program's
 * own each call is taken for new.
 */
export function createServer<C>(
  { name, tools, entries }: ToolTable<C>,
  client: C,
  log: (line: string) => void,
  { callName = usualCallName, listed }: ToolDialect = {},
): McpServer {
  const mcp = new McpServer({ name, version: '1' }, { capabilities: { tools: {} } })
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: entries.map((entry) => (listed === undefined ? entry : { ...entry, _meta: { ...listed } })),
  }))
  mcp.server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const found = tools.get(params.name)
    if (found === undefined) {
      const message = `There is no tool ${JSON.stringify(params.name.slice(0, 60))}.`
      return failed({ code: 'not_found', message }, {})
    }
    const { tool, schema } = found
    const input = schema.safeParse(wellFormed(params.arguments ?? {}))
    if (!input.success) return failed({ code: 'bad_request', message: inWords(input.error) }, tool.failed)
    const call = { key: keyOf(params._meta?.[callName] ?? params._meta?.[usualCallName]), signal }
    return answer(tool, client, input.data as Record<string, unknown>, call, log)
  })
  return mcp
}

async function answer<C>(
  tool: ServedTool<C>,
  client: C,
  input: Record<string, unknown>,
  call: Call,
  log: (line: string) => void,
): Promise<CallToolResult> {
  try {
    const { fields, text } = await tool.call(client, input, call)
    return { structuredContent: { ...fields }, content: [{ type: 'text', text }] }
  } catch (error) {
    if (error instanceof RefusedError) return failed(error.refusal, tool.failed)
    log(`${tool.name}: ${error instanceof Error ? error.message : String(error)}`)
    return failed({ code: 'internal', message: 'The tool broke; Janus was not asked.' }, tool.failed)
  }
}

/** A program shows a model the text of a failure, and the fields of a success: both say all. */
function failed(error: Refusal, fields: Readonly<Record<string, unknown>>): CallToolResult {
  const told = { ...fields, error }
  return { isError: true, structuredContent: told, content: [{ type: 'text', text: JSON.stringify(told) }] }
}

/** The same, without halves of characters: these would come back from the disk as others. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, wellFormed(part)]))
}

/** Which fields are wrong, for a model. */
function inWords(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ')
}

/** The model's own name for the call, so that a call that comes twice is done once. */
function keyOf(id: unknown): string {
  return typeof id === 'string' && id !== '' && id.length <= 190 ? `${callKey}${id}` : `once-${randomUUID()}`
}

function entryOf(tool: ServedTool<never>, schema: z.ZodType): ToolEntry {
  const { $schema, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' })
  void $schema
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: inputSchema as ToolEntry['inputSchema'],
    annotations: { readOnlyHint: tool.readOnly, destructiveHint: false, openWorldHint: false },
  }
}
