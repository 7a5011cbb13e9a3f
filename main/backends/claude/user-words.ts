import { asObject } from '../../adapters/processes/json.ts'
import { userWords } from '../../contract/agents/introduced.ts'
import { isKind, type Line } from './transcript.ts'

type UserLine =
  | { readonly is: 'words'; readonly text: string }
  | { readonly is: 'output'; readonly text: string }
  | { readonly is: 'interruption' }
  | { readonly is: 'results' }
  | { readonly is: 'nothing' }

const asides = [
  '<local-command-caveat>',
  'Caveat: The messages below',
  '<system-reminder>',
  '<task-notification>',
]

/** Classifies a `user` line: text the user typed, output of a command, or tool results. */
export function readUserLine(line: Line): UserLine {
  if (line['isMeta'] === true || line['isCompactSummary'] === true || line['isSidechain'] === true)
    return { is: 'nothing' }
  const content = asObject(line['message'])['content']
  const parts: unknown[] = Array.isArray(content) ? content : [{ type: 'text', text: content }]
  if (parts.some((part) => isKind(part, 'tool_result'))) return { is: 'results' }
  const text = parts
    .map((part) => wordsOf(part))
    .filter((words) => words !== '')
    .join('\n')
    .trim()
  if (text === '' || asides.some((aside) => text.startsWith(aside))) return { is: 'nothing' }
  if (text.startsWith('[Request interrupted by user')) return { is: 'interruption' }
  const output = within(text, 'local-command-stdout') ?? within(text, 'bash-stdout')
  if (output !== null && /^<(local-command|bash)-stdout>/.test(text))
    return { is: 'output', text: plain(output) }
  return { is: 'words', text: userWords(typed(text)) }
}

function wordsOf(part: unknown): string {
  if (isKind(part, 'text')) return typeof part['text'] === 'string' ? part['text'] : ''
  const type = typeof part === 'object' && part !== null ? (part as Line)['type'] : undefined
  // Images and the like are named, not shown.
  return typeof type === 'string' ? `[${type}]` : ''
}

/** Restores a command as it was typed; other text is unchanged. */
function typed(text: string): string {
  const command = within(text, 'command-name')
  if (command !== null && /^<command-(name|message)>/.test(text))
    return `/${command.replace(/^\//, '')} ${within(text, 'command-args') ?? ''}`.trim()
  const shell = within(text, 'bash-input')
  return shell !== null && text.startsWith('<bash-input>') ? `! ${shell}` : text
}

function within(text: string, tag: string): string | null {
  return new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(text)?.[1]?.trim() ?? null
}

function plain(text: string): string {
  return text.replace(/\u001B\[[0-9;]*[A-Za-z]/g, '')
}
