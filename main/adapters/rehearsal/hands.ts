import type { ModelRequest, OfferedTool } from './asked.ts'

type Input = Record<string, unknown>

/** A tool that performs an operation. */
interface Way {
  readonly tool: string
  /**
   * A parameter that it must have, and another tool that the agent must have, to tell tools of the same
   * name apart.
   */
  readonly takes?: string
  readonly beside?: string
  readonly input: (given: Input, place: Place) => Input
  /** Converts the result to the form of Claude's tool. */
  readonly gives?: (text: string, place: Place) => string
}

/** A call of the agent's own tool in place of Claude's. */
export interface Operation {
  readonly tool: string
  readonly input: Input
  readonly gives: (text: string) => string
}

/** Converts between relative and absolute paths, for tools that take only absolute ones. */
class Place {
  readonly #folder: string | null

  constructor(folder: string | null) {
    this.#folder = folder
  }

  whole(path: unknown): string {
    const isWhole = /^(?:\/|[A-Za-z]:[\\/])/.test(text(path))
    return isWhole || this.#folder === null ? text(path) : `${this.#folder}/${text(path)}`
  }

  /** Makes paths in lines relative. */
  inside(lines: string): string {
    return this.#folder === null ? lines : lines.replaceAll(`${this.#folder}/`, './')
  }
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

/** Codex uses the shell for everything; it recognizes `apply_patch` there as a file change. */
const byShell = (command: (given: Input) => string): readonly Way[] =>
  shells.map(({ tool, input }) => ({
    tool,
    input: (given, place) => input({ command: command(given) }, place),
  }))
const byPatch = (lines: (given: Input) => string): readonly Way[] => [
  { tool: 'apply_patch', input: (given) => ({ input: lines(given) }) },
  ...byShell((given) => `apply_patch <<'EOF'\n${lines(given)}\nEOF`),
]
const patch = (head: string, lines: readonly string[]): string =>
  ['*** Begin Patch', head, ...lines, '*** End Patch'].join('\n')
const each = (sign: string, value: unknown): readonly string[] =>
  text(value)
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => sign + line)

/** Extracts paths from search results with a heading. */
const paths = (given: string, place: Place): string =>
  place
    .inside(given)
    .split('\n')
    .filter((line) => line.startsWith('./'))
    .join('\n')

/** Converts `File: a.js` and `L3: text` to `./a.js:3:text`. */
function found(given: string): string {
  let file = ''
  return given
    .split('\n')
    .flatMap((line) => {
      file = /^File: (.+)$/.exec(line)?.[1] ?? file
      const [, row, words = ''] = /^L(\d+): (.*)$/.exec(line) ?? []
      return row === undefined ? [] : [`./${file}:${row}:${words}`]
    })
    .join('\n')
}

/**
 * Equivalents of Claude's tools; the first that is offered is used. Reading uses tools that need no
 * permission.
 */
const operations: Readonly<Record<string, readonly Way[]>> = {
  Bash: shells,
  Glob: [
    { tool: 'glob', beside: 'read_file', input: ({ pattern }) => ({ pattern }), gives: paths },
    { tool: 'glob', beside: 'view', input: ({ pattern }) => ({ pattern }), gives: paths },
  ],
  Grep: [
    { tool: 'grep_search', input: ({ pattern }) => ({ pattern }), gives: found },
    {
      tool: 'grep',
      beside: 'view',
      input: ({ pattern }) => ({ pattern, output_mode: 'content', '-n': true }),
    },
  ],
  Read: [
    {
      tool: 'read_file',
      input: ({ file_path: file }, place) => ({ file_path: place.whole(file) }),
    },
    {
      tool: 'read',
      input: ({ file_path: file }, place) => ({ filePath: place.whole(file) }),
      gives: (given) =>
        given
          .replace(/^[^]*?<content>\n/, '')
          .replace(/\n*\(End of file[^]*$/, '\n')
          .replace(/^(\d+): /gm, '$1\t'),
    },
    { tool: 'view', input: ({ file_path: file }, place) => ({ path: place.whole(file) }) },
    ...byShell(({ file_path: file }) => `cat ${quoted(file)}`),
  ],
  Edit: [
    {
      tool: 'replace',
      input: ({ file_path: file, ...given }, place) => ({
        ...given,
        file_path: place.whole(file),
        instruction: 'Change these lines.',
      }),
    },
    {
      tool: 'edit',
      takes: 'file_path',
      input: ({ file_path: file, ...given }, place) => ({ file_path: place.whole(file), ...given }),
    },
    {
      tool: 'edit',
      takes: 'filePath',
      input: ({ file_path: file, old_string: oldString, new_string: newString }, place) => ({
        filePath: place.whole(file),
        oldString,
        newString,
      }),
    },
    {
      tool: 'edit',
      takes: 'path',
      input: ({ file_path: file, old_string: old_str, new_string: new_str }, place) => ({
        path: place.whole(file),
        old_str,
        new_str,
      }),
    },
    ...byPatch(({ file_path: file, old_string: old, new_string: fresh }) =>
      patch(`*** Update File: ${text(file)}`, ['@@', ...each('-', old), ...each('+', fresh)]),
    ),
  ],
  Write: [
    {
      tool: 'write_file',
      input: ({ file_path: file, content }, place) => ({ file_path: place.whole(file), content }),
    },
    {
      tool: 'write',
      input: ({ file_path: file, content }, place) => ({ filePath: place.whole(file), content }),
    },
    {
      tool: 'create',
      input: ({ file_path: file, content }, place) => ({ path: place.whole(file), file_text: content }),
    },
    ...byPatch(({ file_path: file, content }) => patch(`*** Add File: ${text(file)}`, each('+', content))),
  ],
}

/** Maps an operation of Claude's tools to the agent's own; null if it has none. */
export function translateOperation(
  operation: string,
  given: Input,
  { tools, folder }: Pick<ModelRequest, 'tools' | 'folder'>,
): Operation | null {
  const way = operations[operation]?.find((one) => isOffered(one, tools))
  if (way === undefined) return null
  const place = new Place(folder)
  return {
    tool: way.tool,
    input: way.input(given, place),
    gives: (said) => way.gives?.(said, place) ?? said,
  }
}

export function operationsOf(tools: readonly OfferedTool[]): readonly string[] {
  return Object.entries(operations).flatMap(([operation, ways]) =>
    ways.some((way) => isOffered(way, tools)) ? [operation] : [],
  )
}

function isOffered({ tool, takes, beside = tool }: Way, tools: readonly OfferedTool[]): boolean {
  const has = (name: string, input?: string): boolean =>
    tools.some((one) => one.name === name && (input === undefined || one.takes?.includes(input) === true))
  return has(tool, takes) && has(beside)
}
