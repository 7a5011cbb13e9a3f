import type { FilePatch, Hunk } from '../../contract/folders/changes.ts'

type Fields = Readonly<Record<string, unknown>>

/** Longest change that is kept, in characters. */
const longest = 256 * 1024

/** What a message of the CLI tells beside a tool's result of what was done to a file; in a transcript under another name. */
export function patchesIn(message: object): readonly FilePatch[] {
  const told: unknown = Object.entries(message).find(
    ([field]) => field === 'tool_use_result' || field === 'toolUseResult',
  )?.[1]
  if (!isFields(told)) return []
  const { filePath: path, structuredPatch: patch } = told
  if (typeof path !== 'string' || !Array.isArray(patch)) return []
  const hunks = patch.flatMap(hunkIn)
  // One that cannot be read makes of the rest something else.
  if (hunks.length < patch.length || sizeOf(hunks) > longest) return []
  const isNew = told['type'] === 'create'
  return hunks.length === 0 && !isNew ? [] : [{ path, isNew, hunks: isNew ? [] : hunks }]
}

function hunkIn(raw: unknown): Hunk[] {
  if (!isFields(raw)) return []
  const { oldStart, newStart, lines } = raw
  if (typeof oldStart !== 'number' || typeof newStart !== 'number' || !Array.isArray(lines)) return []
  if (!lines.every((line) => typeof line === 'string' && /^[ +\-\\]/.test(line))) return []
  // "\ No newline at end of file" is no line.
  return [{ oldStart, newStart, lines: lines.filter((line: string) => !line.startsWith('\\')) as string[] }]
}

const sizeOf = (hunks: readonly Hunk[]): number =>
  hunks.reduce((sum, { lines }) => lines.reduce((all, line) => all + line.length + 1, sum), 0)

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
