import { inputOf, textIn, type ToolInput } from './tool-words.ts'

/** A change to a file that a tool makes, as far as its input tells. */
export interface Changes {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** The change that an editing tool asks for; null for every other tool. */
export function changesOf(tool: string, json: string): Changes | null {
  if (tool !== 'Edit' && tool !== 'Write' && tool !== 'MultiEdit') return null
  const input = inputOf(json)
  const path = textIn(input, 'file_path')
  if (path === '') return null
  if (tool === 'Write') return { path, before: '', after: textIn(input, 'content') }
  const edits: unknown[] = Array.isArray(input['edits']) ? input['edits'] : [input]
  const sides = edits.map((edit) => inputOf(JSON.stringify(edit)))
  return {
    path,
    before: sides.map((edit) => textIn(edit, 'old_string')).join('\n'),
    after: sides.map((edit) => textIn(edit, 'new_string')).join('\n'),
  }
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

/** What an editing tool's input says besides the change. */
export const besidesChange = (json: string): readonly string[] =>
  fieldsOf(inputOf(json), ['file_path', 'old_string', 'new_string', 'content', 'edits'])

const fieldsOf = (input: ToolInput, without: readonly string[]): readonly string[] =>
  Object.entries(input)
    .filter(([field]) => !without.includes(field))
    .map(
      ([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`,
    )
