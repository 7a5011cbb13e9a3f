import { randomUUID } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
  type Tool as ToolEntry,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { callKey } from '../../main/contract/tool-calls.ts'
import { RefusedError, type Refusal } from '../../main/contract/errors.ts'
import type { Call, ServedTool } from './tool.ts'

/** A table of tools under the name of its server, and what they ask Janus by. */
export interface ToolServer<C> {
  readonly name: string
  readonly tools: readonly ServedTool<C>[]
  readonly client: C
}

/**
 * A server of a table of tools, for any transport: stdio, or in the app's own process. `callIdMeta`: under which
 * name of `_meta` the agent's program sends its own id of a call; without it each call is taken for a new one.
 */
export function createServer<C>(
  { name, tools, client }: ToolServer<C>,
  log: (line: string) => void,
  callIdMeta?: string,
): McpServer {
  const mcp = new McpServer({ name, version: '1' }, { capabilities: { tools: {} } })
  const schemas = new Map(tools.map((tool) => [tool.name, z.strictObject(tool.input)]))
  const entries = tools.map((tool) => entryOf(tool, schemas.get(tool.name)))
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: entries }))
  mcp.server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.find((candidate) => candidate.name === params.name)
    const schema = schemas.get(params.name)
    if (tool === undefined || schema === undefined) {
      return failed(
        { code: 'not_found', message: `There is no tool ${JSON.stringify(params.name.slice(0, 60))}.` },
        {},
      )
    }
    const input = schema.safeParse(params.arguments ?? {})
    if (!input.success) return failed({ code: 'bad_request', message: inWords(input.error) }, tool.failed)
    return answer(
      tool,
      client,
      input.data,
      { key: keyOf(callIdMeta && params._meta?.[callIdMeta]), signal },
      log,
    )
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

/** Which fields are wrong, for a model. */
function inWords(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ')
}

/** The model's own name for the call, so that a call that comes twice is done once. */
function keyOf(id: unknown): string {
  return typeof id === 'string' && id !== '' && id.length <= 190 ? `${callKey}${id}` : `once-${randomUUID()}`
}

function entryOf(tool: ServedTool<never>, schema: z.ZodType | undefined): ToolEntry {
  const { $schema, ...inputSchema } = z.toJSONSchema(schema ?? z.strictObject({}), { io: 'input' })
  void $schema
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: inputSchema as ToolEntry['inputSchema'],
    annotations: { readOnlyHint: tool.readOnly, destructiveHint: false, openWorldHint: false },
  }
}
