import { resolve } from 'node:path'
import type { GatheringExport } from '../../main/contract/gathering-views.ts'
import type { LogPart } from '../../main/contract/log-export.ts'
import { queryOf } from '../shared/ask-as-agent.ts'
import { part, type ApiRequest } from '../shared/ask.ts'
import { cleanJsonText, cleanLines } from './clean.ts'
import { EndingError } from './ending.ts'

/** What is taken along: an agent, a link, a thread or a gathering, and where to. */
export interface ExportCommand {
  /** An agent's name, or `lnk-…`, `msg-…`, `gat-…`, `gat-…@attic`. */
  readonly of: string
  readonly format: 'md' | 'json'
  readonly tools: 'line' | 'whole'
  /** A file; null: standard output. */
  readonly out: string | null
  /** A file that is there is taken. */
  readonly overwrites: boolean
}

/** The flags that belong to it, as they were written. */
export interface ExportFlags {
  readonly format?: string
  readonly tools?: string
  readonly out?: string
  readonly overwrite?: boolean
}

/** Reads what stands behind `janus export`. Throws `EndingError` that says how it is written. */
export function readExport(rest: readonly string[], flags: ExportFlags): ExportCommand {
  const [of, more] = rest
  const { format = 'md', tools = 'line', out = null, overwrite: overwrites = false } = flags
  if (of === undefined || more !== undefined)
    throw usage('Say of what: janus export NAME (in quotes, if it has spaces; or an id: lnk-…, msg-…, gat-…)')
  if (format !== 'md' && format !== 'json') throw usage('--format is md or json.')
  if (tools !== 'line' && tools !== 'whole') throw usage('--tools is line or whole.')
  if (isGathering(of) && format === 'json')
    throw usage(`A gathering is Markdown; as JSON: janus api GET /gatherings/${of}`)
  return { of, format, tools, out, overwrites }
}

const isGathering = (of: string): boolean => /^gat-[0-9a-z]{10}$/.test(of)

/** Where the others are, by the form of their ids. */
const folders = [
  { form: /^lnk-[0-9a-z]{10}$/, path: 'links' },
  { form: /^msg-[0-9a-z]{10}$/, path: 'threads' },
  { form: /^gat-[0-9a-z]{10}@/, path: 'fleet/circles' },
]

/** The text of a file, part by part, however long it is. */
export async function* exportedParts(
  { of, format, tools }: ExportCommand,
  ask: (request: ApiRequest) => Promise<unknown>,
): AsyncGenerator<string> {
  const get = (path: string) => ask({ method: 'GET', path, repeatable: true })
  if (isGathering(of)) {
    const { markdown } = (await get(`/gatherings/${of}/export`)) as GatheringExport
    return yield markdown
  }
  const kind = folders.find(({ form }) => form.test(of))?.path ?? 'agents'
  for (let cursor: number | null = 0; cursor !== null;) {
    const query = queryOf({ format, tools, cursor })
    const one = (await get(`/${kind}/${part(of)}/export${query}`)) as LogPart
    yield one.text
    cursor = one.next
  }
}

function usage(message: string): EndingError {
  return new EndingError('usage', `${message}\nSee janus --help.`)
}

/** What it finds around it. */
export interface ExportSurroundings {
  readonly cwd: string
  print(text: string): void
  save(path: string, parts: AsyncIterable<string>, overwrites: boolean): Promise<void>
}

/** Writes a log to a file, or prints it as it comes. */
export async function takeAlong(
  command: ExportCommand,
  ask: (request: ApiRequest) => Promise<unknown>,
  around: ExportSurroundings,
): Promise<'done'> {
  const parts = exportedParts(command, ask)
  if (command.out !== null) {
    await around.save(resolve(around.cwd, command.out), parts, command.overwrites)
    return 'done'
  }
  const safe = command.format === 'json' ? cleanJsonText : cleanLines
  for await (const text of parts) around.print(safe(text.replace(/\n$/, '')))
  return 'done'
}
