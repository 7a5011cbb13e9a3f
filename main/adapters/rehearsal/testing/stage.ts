import type { ContentBlockParam, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import { callId } from '../conversation.ts'
import { demoFiles } from '../demo-folder.ts'
import { planAnswer } from '../plan.ts'
import { families, type Family } from './stage-families.ts'
import { plainName } from '../tools.ts'

/** Tools of Janus. */
const ours = [
  'send_to_agent',
  'reply_to_agent',
  'open_link',
  'close_link',
  'get_session_data',
  'set_heartbeat',
  'list_agents',
  'start_gathering',
  'pass_piece',
]
/** Claude's own tools, with a Unix shell and on Windows without Git. */
export const usualTools = ['Bash', 'Read', 'Edit', 'Write', 'AskUserQuestion']
export const windowsTools = ['PowerShell', 'Glob', 'Grep', 'Read', 'Edit', 'Write', 'AskUserQuestion']

/** One agent with the rehearsal model and simulated tools over files in memory. */
export class Stage {
  readonly files = new Map(Object.entries(demoFiles))
  /** Its texts, and its calls in parentheses. */
  readonly told: string[] = []
  /** Calls of Janus's tools. `gives`: results by tool name. */
  readonly calls: { readonly tool: string; readonly input: Record<string, unknown> }[] = []
  readonly gives = new Map<string, string>()
  tools: readonly string[] = usualTools
  /** Result of denied calls; null when all calls are allowed. */
  refusal: string | null = null
  family: Family = families.claude
  readonly #talk: MessageParam[] = []

  /** Sends a prompt; returns the final text. */
  ask(prompt: string): string {
    this.#talk.push({ role: 'user', content: [{ type: 'text', text: prompt }] })
    for (;;) {
      const tools = [...(this.family.own ?? this.tools), ...ours.map((name) => this.family.ours(name))]
      const pieces = planAnswer(this.family.asked(this.#talk, tools))
      const text = pieces
        .map((piece) => (piece.do === 'say' ? piece.text : ''))
        .join('\n')
        .trim()
      if (text !== '') this.told.push(text)
      const call = pieces.at(-1)
      const words: ContentBlockParam[] = text === '' ? [] : [{ type: 'text', text }]
      if (call?.do !== 'call') {
        this.#talk.push({ role: 'assistant', content: words })
        return text
      }
      const id = callId(call.done, 'x')
      const input = call.input as Record<string, string>
      this.#talk.push({
        role: 'assistant',
        content: [...words, { type: 'tool_use', id, name: call.tool, input }],
      })
      const gave = this.#tool(plainName(call.tool), input)
      const result = {
        content: gave ?? 'File does not exist.',
        is_error: gave === null || gave === this.refusal,
      }
      this.told.push(`(${plainName(call.tool)})`)
      this.#talk.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, ...result }] })
    }
  }

  #tool(tool: string, input: Record<string, string>): string | null {
    const { cmd = '', command = cmd, file_path: path = input['filePath'] ?? '' } = input
    const paths = [...this.files.keys()]
    if (command.startsWith('find')) return paths.map((file) => `./${file}`).join('\n')
    if (command.startsWith('grep')) return this.#grep('./', '/')
    if (tool === 'Glob') return paths.join('\n').replaceAll('/', '\\')
    if (tool === 'Grep') return this.#grep('', '\\')
    const [, shown] = /^cat '(.+)'$/.exec(command) ?? []
    if (shown !== undefined) return this.files.get(shown) ?? null
    if (/^read(?:_file)?$/i.test(tool))
      return (
        this.files
          .get(path)
          ?.split('\n')
          .map((line, n) => `${n + 1}\t${line}`)
          .join('\n') ?? null
      )
    if (tool === 'AskUserQuestion') return 'The user chose: The timetable'
    if (/^(?:Bash|PowerShell|Edit|Write|bash|exec_command|run_shell_command)$/.test(tool)) {
      if (this.refusal !== null) return this.refusal
      if (command !== '') return '# tests 3\n# pass 3\n# fail 0'
      const { old_string: old = '', new_string: fresh = '', content = '' } = input
      this.files.set(path, tool === 'Edit' ? (this.files.get(path) ?? '').replace(old, () => fresh) : content)
      return 'The file has been updated.'
    }
    this.calls.push({ tool, input })
    return this.gives.get(tool) ?? '{"accepted":true,"state":"proposed","status":"idle","link_id":"lnk-1"}'
  }

  #grep(before: string, slash: string): string {
    const rows = [...this.files].flatMap(([file, text]) =>
      text.split('\n').map((line, n) => `${before}${file.replaceAll('/', slash)}:${n + 1}:${line}`),
    )
    return rows
      .filter((row) => /TODO|FIXME/.test(row))
      .sort()
      .join('\n')
  }
}
