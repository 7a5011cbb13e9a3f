import { z } from 'zod'
import { messageLimit } from '../../main/contract/requests.ts'
import type { AgentSummary } from '../../main/contract/views.ts'
import type { MessageReport, SendResult } from '../../main/contract/mail-views.ts'
import type { AgentsClient } from './client.ts'

/** A tool's answer: the fields, and the same in few words. */
export interface ToolAnswer {
  readonly fields: Readonly<Record<string, unknown>>
  readonly text: string
}

/** One tool, apart from how it is served. `callId` is the same when the same call comes again. */
export interface Tool<S extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string
  readonly description: string
  /** Changes nothing. */
  readonly readOnly: boolean
  readonly input: S
  /** Fields that stand beside `error` when the call fails. */
  readonly failed: Readonly<Record<string, unknown>>
  call(client: AgentsClient, input: z.output<z.ZodObject<S>>, callId: string): Promise<ToolAnswer>
}

const listAgents: Tool<Record<never, never>> = {
  name: 'list_agents',
  description:
    'Lists the agents you can write to, what each is doing and where it works, and your own name (self). ' +
    'Call it before the first message to a peer. Do not poll it to wait for an answer: answers reach you by themselves.',
  readOnly: true,
  input: {},
  failed: {},
  async call(client) {
    const agents = await client.listAgents()
    const self = agents.find((agent) => agent.self === true)?.name ?? null
    const others = agents.filter((agent) => agent.self !== true).map(summary)
    const lines = others.map((agent) => `- ${agent.name}: ${lineOf(agent)}`)
    const text =
      others.length === 0
        ? `You are "${self ?? ''}". There is no other agent yet; only the person can open one.`
        : `You are "${self ?? ''}". Write to these with send_to_agent(target, message):\n${lines.join('\n')}`
    return { fields: { agents: agents.map(summary), self }, text }
  },
}

const target = z.string().min(1).max(200).describe('The name of the agent, as list_agents shows it')
const message = z
  .string()
  .min(1)
  .refine((text) => new TextEncoder().encode(text).length <= messageLimit, 'a message has at most 1 MiB')
  .describe('What it needs to know or do, complete in itself: it does not see your conversation')

const sendToAgent: Tool<{ target: typeof target; message: typeof message }> = {
  name: 'send_to_agent',
  description:
    'Sends a message to another agent, which reads it as a new prompt from you, at once or after its present turn. ' +
    'Returns at once; an answer, if there is one, arrives as a new prompt by itself, so go on or end your turn: ' +
    'never wait or poll. Use it to ask, tell or hand over what moves the work on; do not send thanks or confirmations.',
  readOnly: false,
  input: { target, message },
  failed: { delivered: false },
  async call(client, input, callId) {
    const sent = await client.send(input.target, input.message, callId)
    const hint = hintOf(sent, sent.renamed ?? input.target)
    const { delivered, state, messageId, position, reason } = sent
    const fields = {
      delivered,
      state,
      message_id: messageId,
      ...(position === undefined ? {} : { position }),
      ...(reason === undefined || reason === '' ? {} : { reason }),
      hint,
    }
    return { fields, text: `${messageId}: ${state}. ${hint}` }
  },
}

const messageId = z.string().min(1).max(40).describe('msg-…, as a message or send_to_agent named it')
const offset = z.int().min(0).optional().describe('Where to go on, from `next` of the part before')

const readMessage: Tool<{ message_id: typeof messageId; offset: typeof offset }> = {
  name: 'read_message',
  description:
    'Reads a message that you sent or got: the rest of one that was cut in your prompt, or what became of one you sent. ' +
    'Not needed for messages that reached you whole.',
  readOnly: true,
  input: { message_id: messageId, offset },
  failed: {},
  async call(client, input) {
    const found = await client.message(input.message_id, input.offset ?? 0)
    const more =
      found.next === null ? '' : `\n[${found.id} goes on: read_message with offset ${String(found.next)}]`
    return { fields: messageFields(found), text: `${headOf(found)}\n\n${found.message}${more}` }
  },
}

/** Every tool of `janus-agents`. */
export const tools: readonly Tool[] = [listAgents, sendToAgent, readMessage] as unknown as readonly Tool[]

function summary(agent: AgentSummary) {
  const { name, status, role, cwd, needs, pending, reason } = agent
  return {
    name,
    status,
    ...(role === '' ? {} : { role }),
    cwd,
    ...(needs === null ? {} : { needs }),
    ...(pending === 0 ? {} : { pending }),
    ...(reason === '' ? {} : { reason }),
  }
}

function lineOf({ status, role, cwd, needs, pending }: ReturnType<typeof summary>): string {
  return [
    status,
    needs === undefined ? '' : `waits for the person (${needs})`,
    pending === undefined ? '' : `${String(pending)} waiting`,
    role ?? '',
    `in ${cwd}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}

function hintOf({ state, delivered }: SendResult, name: string): string {
  const later = 'Go on or end your turn; an answer would arrive by itself.'
  if (!delivered) return 'It was not delivered; read_message tells what became of it.'
  if (state === 'queued' || state === 'held') return `"${name}" reads it as soon as it can. ${later}`
  return `"${name}" gets it now. ${later}`
}

function headOf({ id, from, to, state, reason }: MessageReport): string {
  return `${id} from "${from}" to "${to}": ${state}${reason === '' ? '' : ` (${reason})`}`
}

function messageFields(found: MessageReport): Record<string, unknown> {
  return {
    message_id: found.id,
    from: found.from,
    to: found.to,
    message: found.message,
    offset: found.offset,
    next: found.next,
    state: found.state,
    ...(found.reason === '' ? {} : { reason: found.reason }),
    state_at: found.stateAt,
    accepted_at: found.acceptedAt,
  }
}
