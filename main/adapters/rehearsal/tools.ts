import type { Offered } from './asked.ts'

/** How each agent writes the server of Janus before the name of its tool: `mcp__janus-agents__x`, `janus-agents_x`, … */
const ofJanus = /^(?:mcp__?)?janus[-_]agents(?:__|[-_])/
const ofAnyServer = /^mcp__.+?__/

/** The name of a tool without its server's, as a script calls it. */
export function plainName(tool: string): string {
  return tool.replace(ofJanus, '').replace(ofAnyServer, '')
}

/** What the tools of a request are called. */
export function plainNames(tools: readonly Offered[]): readonly string[] {
  return tools.map(({ name }) => plainName(name))
}

/**
 * The whole name of the tool that is meant: of Janus first, since some agents have one of their own of the same name;
 * else its whole name, or the one tool whose name ends so.
 */
export function findTool(asked: string, tools: readonly Offered[]): string | null {
  const names = tools.map(({ name }) => name)
  const ofOurs = names.find((name) => ofJanus.test(name) && plainName(name) === asked)
  if (ofOurs !== undefined || names.includes(asked)) return ofOurs ?? asked
  for (const separators of ['__', '_', '-']) {
    const [found, ...others] = names.filter((name) => name.endsWith(separators + asked))
    if (found !== undefined) return others.length === 0 ? found : null
  }
  return null
}

type Input = Record<string, unknown>
interface Way {
  readonly tool: string
  readonly input: (given: Input) => Input
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const quoted = (value: unknown): string => `'${text(value).replaceAll("'", String.raw`'\''`)}'`
const shells: readonly Way[] = [
  { tool: 'exec_command', input: ({ command }) => ({ cmd: text(command) }) },
  { tool: 'shell', input: ({ command }) => ({ command: ['bash', '-lc', text(command)] }) },
  { tool: 'shell_command', input: ({ command }) => ({ command: text(command) }) },
  ...['run_shell_command', 'bash'].map((tool) => ({
    tool,
    input: ({ command, description = 'Run a command' }: Input) => ({ command, description }),
  })),
]
const byShell = (command: (given: Input) => string): readonly Way[] =>
  shells.map(({ tool, input }) => ({ tool, input: (given) => input({ ...given, command: command(given) }) }))

/** What Claude's own tools do, and by which tools other agents do it; the first that is offered. */
const deeds: Readonly<Record<string, readonly Way[]>> = {
  Bash: shells,
  Read: byShell(({ file_path: file }) => `cat ${quoted(file)}`),
  Write: byShell(({ file_path: file, content }) => `printf %s ${quoted(content)} > ${quoted(file)}`),
}

/** A deed of Claude's own tools by whatever this agent has for it, or null. */
export function doWith(
  deed: string,
  given: Input,
  tools: readonly Offered[],
): { readonly tool: string; readonly input: Input } | null {
  const way = deeds[deed]?.find(({ tool }) => tools.some(({ name }) => name === tool))
  return way === undefined ? null : { tool: way.tool, input: way.input(given) }
}

/** Which of those deeds an agent with tools of these names can do. */
export function deedsOf(names: readonly string[]): readonly string[] {
  return Object.entries(deeds).flatMap(([deed, ways]) =>
    ways.some(({ tool }) => names.includes(tool)) ? [deed] : [],
  )
}
