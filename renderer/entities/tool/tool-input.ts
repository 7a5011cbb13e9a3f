import { diffLines, gap, type DiffLine } from '../../components/diff-lines.ts'
import { inputOf, textIn, type ToolInput } from './tool-words.ts'

/** A change to a file that a tool makes, as far as its input tells. */
export interface Changes {
  readonly path: string
  readonly edits: readonly { readonly before: string; readonly after: string }[]
  /** The whole file is written: its lines are numbered from 1. */
  readonly isWhole: boolean
}

const editors = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit'])

/** The change that an editing tool asks for; null for every other tool. */
export function changesOf(tool: string, json: string): Changes | null {
  if (!editors.has(tool)) return null
  const input = inputOf(json)
  const path = textIn(input, 'file_path', 'notebook_path')
  if (path === '') return null
  if (tool === 'Write')
    return { path, edits: [{ before: '', after: textIn(input, 'content') }], isWhole: true }
  if (tool === 'NotebookEdit') {
    const after = textIn(input, 'new_source')
    return after === '' ? null : { path, edits: [{ before: '', after }], isWhole: false }
  }
  const edits: unknown[] = Array.isArray(input['edits']) ? input['edits'] : [input]
  const sides = edits.map((edit) => inputOf(JSON.stringify(edit)))
  return {
    path,
    edits: sides.map((edit) => ({ before: textIn(edit, 'old_string'), after: textIn(edit, 'new_string') })),
    isWhole: false,
  }
}

/** The lines of a change, and whether they carry the file's own numbers. */
export interface ChangeLines {
  readonly lines: readonly DiffLine[]
  readonly isNumbered: boolean
}

/** A change line by line. `result`: what the tool answered, which may tell where in the file it was. */
export function linesOfChange({ edits, isWhole }: Changes, result = ''): ChangeLines {
  const numbered = isWhole ? [] : numberedLines(result)
  const firsts = edits.map(({ after }) => (isWhole ? 1 : firstLineIn(numbered, after)))
  const parts = edits.map(({ before, after }, at) => diffLines(before, after, { first: firsts[at] ?? 1 }))
  return {
    lines: parts.flatMap((lines, at) => (at === 0 ? lines : [gap, ...lines])),
    isNumbered: firsts.every((first) => first !== null),
  }
}

/** The lines of a result that shows a part of a file with its numbers, as `cat -n` does. */
function numberedLines(result: string): readonly { readonly at: number; readonly text: string }[] {
  return result.split('\n').flatMap((line) => {
    const [, at, text] = /^\s*(\d{1,7})[→\t](.*)$/.exec(line) ?? []
    return at === undefined || text === undefined ? [] : [{ at: Number(at), text }]
  })
}

/** Where `after` stands among numbered lines; null where that is not told, or told twice. */
function firstLineIn(numbered: ReturnType<typeof numberedLines>, after: string): number | null {
  const lines = after.replace(/\n$/, '').split('\n')
  if (after === '' || numbered.length < lines.length) return null
  const places = numbered.filter((_, start) => lines.every((text, by) => numbered[start + by]?.text === text))
  return places.length === 1 ? (places[0]?.at ?? null) : null
}

/** A tool's input for reading: a command as it is, then everything else field by field. */
export function prettyInput(json: string): string {
  const input = inputOf(json)
  const command = textIn(input, 'command')
  const lines = fieldsOf(input, command === '' ? [] : ['command', 'description'])
  const all = command === '' ? lines : [command, ...lines]
  return all.length > 0 ? all.join('\n') : json
}

/** What a call's line does not show of its input; empty when it shows all. */
export function detailOf(json: string, shown: string): string {
  const values = Object.entries(inputOf(json)).filter(([field]) => field !== 'description')
  const isAll = values.length === 0 || (values.length === 1 && values[0]?.[1] === shown)
  return isAll ? '' : prettyInput(json)
}

const shownByChange = [
  'file_path',
  'notebook_path',
  'old_string',
  'new_string',
  'new_source',
  'content',
  'edits',
]

/** What an editing tool's input says besides the change. */
export const besidesChange = (json: string): readonly string[] => fieldsOf(inputOf(json), shownByChange)

const fieldsOf = (input: ToolInput, without: readonly string[]): readonly string[] =>
  Object.entries(input)
    // That all places are meant says something; that only one is meant does not.
    .filter(([field, value]) => !without.includes(field) && !(field === 'replace_all' && value === false))
    .map(
      ([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`,
    )
