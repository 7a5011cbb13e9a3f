/**
 * Stands in for a CLI behind the real adapter: says what it is told to (`say: WORDS`), else `SILENT`, after a
 * moment. Notes when a prompt has come to its input, and when a turn of its ends.
 */
import { createInterface } from 'node:readline'
import { Marking, steadyNow } from './marks.ts'

/** One prompt as the adapter writes it; `shouldQuery` is false where it begins no turn. */
interface Prompt {
  type: string
  uuid: string
  shouldQuery?: boolean
  message: { content: unknown }
}

interface Control {
  type: string
  request_id: string
  request: { subtype: string }
}

/** How long it thinks, in ms: nobody is done before the last has heard. */
const THINKS = 150

const session =
  process.argv[process.argv.findIndex((arg) => arg === '--session-id' || arg === '--resume') + 1]
const marking = new Marking(process.argv[2] ?? '', `cli-${process.pid}`)

standIn(({ uuid, shouldQuery, message }) => {
  const at = steadyNow()
  const text = String(message.content)
  const words = /^say: (.*)$/m.exec(text)?.[1]
  if (words === undefined) marking.note('heard', text, at)
  if (shouldQuery === false) tellLife(uuid, 'queued', 'started', 'completed')
  else turn(uuid, words ?? 'SILENT')
})

function turn(uuid: string, text: string): void {
  tellLife(uuid, 'queued', 'started')
  tell({ type: 'system', subtype: 'init' })
  setTimeout(() => {
    marking.note('said', text, steadyNow())
    tellAnswer(uuid, text)
  }, THINKS)
}

/** Stands in for a CLI behind the real adapter: answers its requests and hands each prompt to `take`. Ends with its input. */
function standIn(take: (prompt: Prompt) => void): void {
  const input = createInterface({ input: process.stdin })
  input.on('close', () => process.exit(0))
  input.on('line', (line) => {
    const message = JSON.parse(line) as Prompt | Control
    if ('request' in message) answer(message)
    else if (message.type === 'user') take(message)
  })
}

function answer({ request_id, request }: Control): void {
  const start = { commands: [], models: [], mcp_servers_applied: true }
  const response = request.subtype === 'initialize' ? start : {}
  tell({ type: 'control_response', response: { subtype: 'success', request_id, response } })
}

/** Writes what has become of a prompt. */
function tellLife(uuid: string, ...states: ('queued' | 'started' | 'completed')[]): void {
  for (const state of states) tell({ type: 'command_lifecycle', command_uuid: uuid, state })
}

/** Writes the answer and the end of a turn. */
function tellAnswer(uuid: string, text: string): void {
  const message = { id: `msg_${uuid}`, role: 'assistant', content: [{ type: 'text', text }] }
  tell({ type: 'assistant', parent_tool_use_id: null, message })
  const result = { is_error: false, num_turns: 1, total_cost_usd: 0, terminal_reason: 'completed' }
  tell({ type: 'result', subtype: 'success', ...result, result: text })
  tellLife(uuid, 'completed')
  tell({ type: 'system', subtype: 'session_state_changed', state: 'idle' })
}

function tell(message: object): void {
  process.stdout.write(`${JSON.stringify({ session_id: session, ...message })}\n`)
}
