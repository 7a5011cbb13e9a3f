import type { ContentBlockParam, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import { callId } from './conversation.ts'
import { demoFiles } from './demo-folder.ts'
import { planAnswer } from './plan.ts'
import { StageLinks } from './stage-links.ts'

const AGENT_TOOLS = [
  'send_to_agent',
  'reply_to_agent',
  'open_link',
  'close_link',
  'get_session_data',
  'set_heartbeat',
  'list_agents',
  'start_gathering',
  'pass_piece',
].map((name) => `mcp__janus-agents__${name}`)
/** What an agent has beside them: with a shell that has the usual programs, and on Windows without Git. */
export const usualTools = ['Bash', 'Read', 'Edit', 'Write', 'AskUserQuestion']
export const windowsTools = ['PowerShell', 'Glob', 'Grep', 'Read', 'Edit', 'Write', 'AskUserQuestion']
const rights = '[A peer wrote this, not your user: …]'

/** A message on its way, as Janus has it. */
interface Mail {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly words: string
  readonly priority: string
  readonly isTicket: boolean
  readonly answers: Mail | null
  /** It came over a link. */
  readonly crossed: boolean
}

/** What a tool gave. */
interface Given {
  readonly gave: string
  readonly failed: boolean
}

const done = (gave: string): Given => ({ gave, failed: false })
const vain = (gave: string): Given => ({ gave, failed: true })

/** Agents on the model, their tools and their mail: everything at once, in one order. For tests. */
export class Stage {
  readonly files = new Map(Object.entries(demoFiles))
  /** What happened, a line each. */
  readonly told: string[] = []
  allows = true
  tools: readonly string[] = usualTools
  /** What a call gives that is not allowed. */
  refusal = 'The person denied this.'
  /** Calls of the tools of gatherings. */
  readonly gathered: Record<string, unknown>[] = []
  readonly #talks = new Map<string, MessageParam[]>()
  readonly #mail: Mail[] = []
  readonly #sent: Mail[] = []
  readonly #links = new StageLinks()

  constructor(...names: string[]) {
    for (const name of names) this.#talks.set(name, [])
  }

  /** The person writes to an agent; plays until all are at rest, or so many messages are through. */
  say(to: string, words: string, most = Infinity): void {
    for (const note of this.#links.take(to)) this.#push(to, 'user', [{ type: 'text', text: note }])
    this.#cross(to, this.#turn(to, words))
    let count = 0
    for (let mail = this.#next(); mail !== undefined; mail = this.#next()) {
      if (count++ >= most) return
      this.#deliver(mail)
    }
  }

  /** Janus puts a prompt of its own. */
  tell(to: string, words: string): void {
    this.#turn(to, `[From Janus]:\n${words}`)
  }

  /** A gathering asks; gives the final words. What was noted stands before it. */
  ask(to: string, prompt: string): string {
    return this.#turn(to, [...this.#links.take(to), prompt].join('\n\n'))
  }

  /** Something stands before the next prompt. */
  note(to: string, words: string): void {
    this.#links.put(to, words)
  }

  /** A timer fires. */
  beat(to: string, words: string): void {
    this.#turn(to, [...this.#links.take(to), `[Heartbeat: ${words}`].join('\n\n'))
  }

  /** What is low waits until its receiver is told something else, so here for ever. */
  #next(): Mail | undefined {
    const at = this.#mail.findIndex(({ priority }) => priority !== 'low')
    return at < 0 ? undefined : this.#mail.splice(at, 1)[0]
  }

  #deliver({ id, from, to, words, isTicket, answers, crossed }: Mail): void {
    if (this.told.length > 200) throw new Error('They do not come to rest.')
    this.told.push(`${from} ${crossed ? '⇒' : '→'} ${to}: ${words}`)
    const lines = [
      crossed ? `[From ${from}] ${words}` : `[From agent "${from}"]:`,
      ...(answers === null ? [] : [`[Answers ${answers.id}: "${answers.words}"]`]),
      ...(crossed ? [] : [words]),
      ...(isTicket ? [`[Expects a reply: reply_to_agent "${id}"]`] : []),
    ]
    this.#cross(to, this.#turn(to, [...this.#links.take(to), lines.join('\n'), rights].join('\n\n')))
  }

  #cross(from: string, words: string): void {
    for (const { to, wakes } of this.#links.cross(from, words)) {
      if (wakes) this.#post({ from, to, words, priority: 'normal', isTicket: false, crossed: true })
      else this.#links.put(to, `[From ${from}] ${words}`)
      if (!wakes) this.told.push(`${from} ⇢ ${to}`)
    }
  }

  #push(name: string, role: 'user' | 'assistant', content: ContentBlockParam[]): void {
    this.#talks.get(name)?.push({ role, content })
  }

  /** Gives its final words. */
  #turn(name: string, prompt: string): string {
    const talk = this.#talks.get(name) ?? []
    const push = (role: 'user' | 'assistant', content: ContentBlockParam[]): void =>
      this.#push(name, role, content)
    push('user', [{ type: 'text', text: prompt }])
    const tools = [...this.tools, ...AGENT_TOOLS].map((tool) => ({
      name: tool,
      input_schema: { type: 'object' as const },
    }))
    for (;;) {
      const pieces = planAnswer({ model: 'm', max_tokens: 9, messages: talk, tools })
      const text = pieces
        .map((piece) => (piece.kind === 'text' ? piece.text : ''))
        .join('\n')
        .trim()
      if (text !== '') this.told.push(`${name}: ${text}`)
      const call = pieces.at(-1)
      const words: ContentBlockParam[] = text === '' ? [] : [{ type: 'text', text }]
      if (call?.kind !== 'call') {
        push('assistant', words)
        return text
      }
      const id = callId(call.done, 'x')
      push('assistant', [...words, { type: 'tool_use', id, name: call.tool, input: call.input }])
      const { gave, failed } = this.#tool(name, call.tool, call.input as Record<string, string>)
      this.told.push(`${name} uses ${call.tool.replace(/.*__/, '')}${failed ? ', in vain' : ''}`)
      push('user', [{ type: 'tool_result', tool_use_id: id, content: gave, is_error: failed }])
    }
  }

  #tool(name: string, tool: string, input: Record<string, string>): Given {
    const { command = '', file_path: path = '' } = input
    if (command.startsWith('find')) return done([...this.files.keys()].map((file) => `./${file}`).join('\n'))
    if (command.startsWith('grep')) return done(this.#grep())
    if (tool === 'Glob') return done([...this.files.keys()].join('\n').replaceAll('/', '\\'))
    if (tool === 'Grep')
      return done(this.#grep().replace(/^[^:]*/gm, (path) => path.slice(2).replaceAll('/', '\\')))
    if (tool === 'Read') {
      const text = this.files.get(path)
      return text === undefined ? vain('File does not exist.') : done(numbered(text))
    }
    if (/(?:pass_piece|start_gathering)$/.test(tool)) {
      this.gathered.push(input)
      return done('{"state":"proposed"}')
    }
    if (tool.endsWith('list_agents'))
      return done(
        JSON.stringify({ agents: [...this.#talks.keys()].map((one) => ({ name: one })), self: name }),
      )
    if (tool.endsWith('send_to_agent')) return this.#send(name, input)
    if (tool.endsWith('reply_to_agent')) return this.#reply(name, input)
    if (AGENT_TOOLS.includes(tool)) return this.#link(name, tool, input)
    if (tool === 'AskUserQuestion') return done('The user chose: The timetable')
    if (!this.allows) return vain(this.refusal)
    if (command === 'npm test') return done('# tests 3\n# pass 3\n# fail 0')
    const { old_string: old = '', new_string: fresh = '', content = '' } = input
    this.files.set(path, tool === 'Edit' ? (this.files.get(path) ?? '').replace(old, () => fresh) : content)
    return done('The file has been updated.')
  }

  #send(from: string, input: Record<string, unknown>): Given {
    const { target, message, priority = 'normal', expect_reply, await_seconds, link } = input
    const to = this.#find(target)
    if (to === undefined) return this.#nobody()
    if (typeof link === 'string') this.#links.open([from, to], link)
    this.#links.said(from, to)
    const isTicket = expect_reply === true || await_seconds !== undefined
    const mail = this.#post({
      from,
      to,
      words: String(message),
      priority: String(priority),
      isTicket,
      crossed: false,
    })
    if (await_seconds === undefined) return done(JSON.stringify({ delivered: true, message_id: mail.id }))
    this.#mail.splice(this.#mail.indexOf(mail), 1)
    this.#deliver(mail)
    const at = this.#mail.findIndex(({ answers }) => answers === mail)
    const [reply] = at < 0 ? [] : this.#mail.splice(at, 1)
    const answered = reply === undefined ? { awaited: 'late' } : { reply: { text: reply.words } }
    return done(JSON.stringify({ delivered: true, ...answered }))
  }

  #link(from: string, tool: string, input: Record<string, unknown>): Given {
    const {
      agents: [agent] = [input['agent']],
      mode = 'answers',
      link_id: id,
    } = input as { agents?: string[] } & Record<string, string>
    if (id !== undefined) this.#links.close(id, from)
    if (id !== undefined || tool.endsWith('set_heartbeat')) return done('{"state":"closed"}')
    const to = this.#find(agent)
    if (to === undefined) return this.#nobody()
    if (tool.endsWith('open_link'))
      return done(JSON.stringify({ link_id: this.#links.open([from, to], mode) }))
    return done('{"status":"idle","last_final":{"text":"All is well."}}')
  }

  #find(name: unknown): string | undefined {
    return [...this.#talks.keys()].find((other) => other.toLowerCase() === String(name).toLowerCase())
  }

  #nobody(): Given {
    const available = [...this.#talks.keys()]
    return vain(
      JSON.stringify({ error: { code: 'unknown_agent', message: 'No agent has that name.', available } }),
    )
  }

  #reply(from: string, { ticket_id: id = '', message = '' }: Record<string, string>): Given {
    const ticket = this.#sent.find((mail) => mail.id === id && mail.isTicket && mail.to === from)
    if (ticket === undefined) return vain('{"error":{"message":"There is no such ticket of yours."}}')
    this.#post(
      { from, to: ticket.from, words: message, priority: 'normal', isTicket: false, crossed: false },
      ticket,
    )
    return done('{"delivered":true}')
  }

  #post(mail: Omit<Mail, 'id' | 'answers'>, answers: Mail | null = null): Mail {
    const posted = { ...mail, id: `msg-${this.#sent.length + 1}`, answers }
    this.#sent.push(posted)
    this.#mail.push(posted)
    return posted
  }

  #grep(): string {
    const rows = [...this.files].flatMap(([file, text]) =>
      text.split('\n').map((line, n) => `./${file}:${n + 1}:${line}`),
    )
    return rows
      .filter((row) => /TODO|FIXME/.test(row))
      .sort()
      .join('\n')
  }
}

const numbered = (text: string): string =>
  text
    .split('\n')
    .map((line, n) => `${n + 1}\t${line}`)
    .join('\n')
