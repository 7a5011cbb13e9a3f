import { randomUUID } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type Tool as ToolEntry,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { callKey, usualCallName } from '../../main/contract/agents/tool-calls.ts'
import { RefusedError, type Refusal } from '../../main/contract/api/errors.ts'
import { explain } from '../../main/contract/api/explain.ts'
import type { AskAsAgent } from './ask-as-agent.ts'
import { readArguments, type ArgumentSchema } from './read-arguments.ts'
import type { ToolCallContext, Tool } from './tool.ts'

interface TableTool {
  readonly tool: Tool
  readonly schema: z.ZodType
  /** Its entry in `tools/list`. */
  readonly entry: ToolEntry
}

/** The tools of one server, with schemas computed once. */
export interface ToolTable {
  readonly name: string
  readonly tools: ReadonlyMap<string, TableTool>
}

export function tableOf(name: string, tools: readonly Tool[]): ToolTable {
  const all = tools.map((tool) => {
    const schema = z.strictObject(tool.input)
    return { tool, schema, entry: entryOf(tool, schema) }
  })
  return { name, tools: new Map(all.map((one) => [one.tool.name, one])) }
}

/** What differs between the programs that call the tools. */
export interface ToolFormat {
  /** Key in `_meta` under which the program sends its own call id, besides the usual one. */
  readonly callName?: string | undefined
  /** `_meta` of each tool that the program must load at the start. */
  readonly listed?: Readonly<Record<string, unknown>> | undefined
}

/** Returns a server for any transport. Without a call id from the program, each call counts as new. */
export function createServer(
  { name, tools }: ToolTable,
  ask: AskAsAgent,
  log: (line: string) => void,
  { callName = usualCallName, listed }: ToolFormat = {},
): McpServer {
  const mcp = new McpServer({ name, version: '1' }, { capabilities: { tools: {} } })
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()].map(({ tool, entry }) =>
      listed === undefined || tool.isRare === true ? entry : { ...entry, _meta: { ...listed } },
    ),
  }))
  // The SDK's `tools/call` handler would reject arguments such as null first, with zod's messages.
  mcp.server.removeRequestHandler('tools/call')
  mcp.server.fallbackRequestHandler = async ({ method, params = {} }, { signal }) => {
    if (method !== 'tools/call') throw new McpError(ErrorCode.MethodNotFound, 'Method not found')
    const found = typeof params['name'] === 'string' ? tools.get(params['name']) : undefined
    if (found === undefined) return failed(unknownTool(params['name'], tools))
    const { tool, schema, entry } = found
    const given = readArguments(params['arguments'], entry.inputSchema as ArgumentSchema, tool.oldNames)
    const input = schema.safeParse(given)
    if (!input.success)
      return failed({ code: 'bad_request', message: explain(input.error, given, schema) }, tool.failed)
    const call = { key: keyOf(params._meta?.[callName] ?? params._meta?.[usualCallName]), signal }
    return answer(tool, ask, input.data as Record<string, unknown>, call, log)
  }
  return mcp
}

function unknownTool(name: unknown, tools: ReadonlyMap<string, unknown>): Refusal {
  const names = [...tools.keys()].join(', ')
  const message =
    typeof name === 'string'
      ? `There is no tool ${JSON.stringify(name.slice(0, 60))}. There are: ${names}.`
      : `Say by "name" which tool you mean. There are: ${names}.`
  return { code: 'not_found', message }
}

async function answer(
  tool: Tool,
  ask: AskAsAgent,
  input: Record<string, unknown>,
  call: ToolCallContext,
  log: (line: string) => void,
): Promise<CallToolResult> {
  try {
    const { fields, text } = await tool.call(ask, input, call)
    return { structuredContent: { ...fields }, content: [{ type: 'text', text }] }
  } catch (error) {
    if (error instanceof RefusedError) return failed(error.refusal, tool.failed)
    log(`${tool.name}: ${error instanceof Error ? error.message : String(error)}`)
    return failed({ code: 'internal', message: 'The tool failed before it reached Janus.' }, tool.failed)
  }
}

/** Programs show a model only the text of a failure, so the text repeats all fields. */
function failed(error: Refusal, fields: Readonly<Record<string, unknown>> = {}): CallToolResult {
  const told = { ...fields, error }
  return { isError: true, structuredContent: told, content: [{ type: 'text', text: JSON.stringify(told) }] }
}

/** The model's own call id makes a call that arrives twice run once. */
function keyOf(id: unknown): string {
  return typeof id === 'string' && id !== '' && id.length <= 190 ? `${callKey}${id}` : `once-${randomUUID()}`
}

/** Every model request carries this list, so bounds that no call comes near are left out. */
function entryOf(tool: Tool, schema: z.ZodType): ToolEntry {
  const { $schema, ...inputSchema } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      for (const bound of ['minLength', 'maxLength', 'additionalProperties'] as const)
        delete jsonSchema[bound]
      if (jsonSchema.minimum === 0) delete jsonSchema.minimum
      if ((jsonSchema.maximum ?? 0) >= 99) delete jsonSchema.maximum
      if (jsonSchema.minItems !== jsonSchema.maxItems) {
        delete jsonSchema.minItems
        delete jsonSchema.maxItems
      }
    },
  })
  void $schema
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: inputSchema as ToolEntry['inputSchema'],
    annotations: { readOnlyHint: tool.readOnly === true, destructiveHint: false, openWorldHint: false },
  }
}
