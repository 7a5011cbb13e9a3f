import { dirname } from 'node:path'

/** Keeps the part of a request that a format reads, without what depends on machine, date or version. */
export function trimmed(body: object, folder: string): object {
  return trim(body, folder, '') as object
}

const kept =
  /janus|^(?:send_to_agent|exec_command|apply_patch|run_shell_command|bash|read|read_file|view|edit|replace|write|write_file|create|glob|grep|grep_search|list_agents|tool_search|tool_call)$/
const left =
  /^(?:description|parameters|parametersJsonSchema|client_metadata|prompt_cache_key|include|reasoning|reasoning_effort|store|metadata|temperature|top_p|topP|topK|maxOutputTokens|max_tokens|max_completion_tokens|thinkingConfig|thought|thoughtSignature|parallel_tool_calls|tool_choice|cache_control|copilot_\w+|strict|format|encrypted_content|phase|internal_chat_message_metadata_passthrough|snippy|n)$/

function trim(value: unknown, folder: string, key: string): unknown {
  if (typeof value === 'string') return words(value, folder)
  if (Array.isArray(value)) {
    const tools = /^(?:tools|functionDeclarations)$/.test(key) ? value.filter(isKept) : value
    return tools.map((one: unknown) => trim(one, folder, ''))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]: [string, unknown]) =>
      left.test(name) && !isSchema(name, value)
        ? []
        : [[name, isSchema(name, value) ? shape(one) : trim(one, folder, name)]],
    ),
  )
}

/** A schema and a name side by side occur only in a tool's declaration. */
const isSchema = (name: string, beside: object): boolean =>
  /^parameters(?:JsonSchema)?$/.test(name) && 'name' in beside

function shape(schema: unknown): object {
  const { properties = {} } = schema as { readonly properties?: object }
  return { properties: Object.fromEntries(Object.keys(properties).map((name) => [name, {}])) }
}

function isKept(tool: unknown): boolean {
  const {
    name,
    type,
    function: called,
    functionDeclarations: declared,
  } = tool as {
    readonly name?: string
    readonly type?: string
    readonly function?: { readonly name: string }
    readonly functionDeclarations?: unknown
  }
  return declared !== undefined || (type !== 'web_search' && kept.test(called?.name ?? name ?? ''))
}

/** Replaces paths, ids, times and processes by constants; keeps only the relevant lines of long texts. */
function words(text: string, folder: string): string {
  const plain = text
    .replaceAll(folder, '/code/ferry')
    .replaceAll(dirname(folder), '/home/ann')
    .replace(/toolu_rehearsal_(\w+?)_\w+/g, 'toolu_rehearsal_$1_x')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=_rehearsal_)[0-9a-f]{32}/g, 'ID')
    .replace(/(?<=Chunk ID: )\w+/g, 'ID')
    .replace(/(?<=Wall time: )[\d.]+/g, '0.1')
    .replace(/(?<=(?:PGID|shellId|token count): )\d+/g, '1')
    .replace(/\b[A-Z][a-z]+day, [A-Z][a-z]+ \d+, \d{4}\b|\b\d{4}-\d\d-\d\d(?:T[\d:.+]+)?/g, 'TODAY')
    .replace(/(?<=<timezone>)[^<]+/g, 'ZONE')
  if (plain.length < 700) return plain
  const looked =
    /^.*(?:<cwd>|[Ww]orking(?: in the)? directory: |Workspace Directories|^ +- \/code|"mcp__).*$/gm
  const lines = (plain.match(looked) ?? []).map((line) => line.slice(0, 200))
  // A text that is a single element stays one.
  const [, tag] = /^<([\w-]+)/.exec(plain) ?? []
  return (tag === undefined ? ['(cut)', ...lines] : [`<${tag}>`, '(cut)', ...lines, `</${tag}>`]).join('\n')
}
