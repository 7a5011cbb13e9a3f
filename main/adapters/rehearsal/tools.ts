import type { OfferedTool } from './asked.ts'

/**
 * Agents write the server before the tool's name in different ways: `mcp__janus-agents__x`,
 * `janus-agents_x`, …
 */
const ofJanus = /^(?:mcp__?)?janus[-_]agents(?:__|[-_])/
const ofAnyServer = /^mcp__.+?__/

/** Tools through which Qwen looks up and calls deferred tools. */
export const bridge = { search: 'tool_search', call: 'tool_call' } as const
/** Tool through which Claude loads deferred tools. */
export const toolSearch = 'ToolSearch'

/** Removes the server's name. */
export function plainName(tool: string): string {
  return tool.replace(ofJanus, '').replace(ofAnyServer, '')
}

export function plainNames(tools: readonly OfferedTool[]): readonly string[] {
  return tools.map(({ name }) => plainName(name))
}

/**
 * Finds a tool by its name: first among Janus's, since some agents have their own of the same name; then by
 * the full name; then by a unique ending.
 */
export function findTool(asked: string, tools: readonly OfferedTool[]): OfferedTool | null {
  const ofOurs = tools.find(({ name }) => ofJanus.test(name) && plainName(name) === asked)
  const known = ofOurs ?? tools.find(({ name }) => name === asked)
  if (known !== undefined) return known
  for (const separator of ['__', '_', '-']) {
    const [found, ...others] = tools.filter(({ name }) => name.endsWith(separator + asked))
    if (found !== undefined) return others.length === 0 ? found : null
  }
  return null
}
