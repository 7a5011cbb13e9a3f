import type { OfferedTool } from './asked.ts'

/** How each agent writes the server of Janus before the name of its tool: `mcp__janus-agents__x`, `janus-agents_x`, … */
const ofJanus = /^(?:mcp__?)?janus[-_]agents(?:__|[-_])/
const ofAnyServer = /^mcp__.+?__/

/** The tools through which Qwen calls those that it only tells of. */
export const bridge = { search: 'tool_search', call: 'tool_call' } as const
/** The tool by which Claude loads those of which it only gives the names. */
export const toolSearch = 'ToolSearch'

/** The name of a tool without its server's, as a script calls it. */
export function plainName(tool: string): string {
  return tool.replace(ofJanus, '').replace(ofAnyServer, '')
}

/** What the tools of a request are called. */
export function plainNames(tools: readonly OfferedTool[]): readonly string[] {
  return tools.map(({ name }) => plainName(name))
}

/**
 * The whole name of the tool that is meant: of Janus first, since some agents have one of their own of the same name;
 * else its whole name, or the one tool whose name ends so.
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
