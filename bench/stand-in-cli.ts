/**
 * Stands in for a CLI behind the real adapter: says what it is told to (`say: WORDS`), else `SILENT`, after a
 * moment. Notes when a prompt has come to its input, and when a turn of its ends.
 */
import { createInterface } from 'node:readline'
import { Marking, steadyNow } from './marking.ts'

/** How long it thinks, in ms: nobody is done before the last has heard. */
const THINKS = 150

type Frame = { type: string; uuid: string; shouldQuery?: boolean; message: { content: string } }
type Control = { type: string; request_id: string; request: { subtype: string } }

const [path = '', ...args] = process.argv.slice(2)
const marking = new Marking(path, `cli-${process.pid}`)
const session = args[args.findIndex((arg) => arg === '--session-id' || arg === '--resume') + 1] ?? ''

const input = createInterface({ input: process.stdin })
input.on('close', () => process.exit(0))
input.on('line', (line) => {
  const at = steadyNow()
  const message = JSON.parse(line) as Frame | Control
  if ('request' in message) answer(message)
  else if (message.type === 'user') {
    const text = message.message.content
    const words = /^say: (.*)$/m.exec(text)?.[1]
    if (words === undefined) marking.note('heard', text, at)
    const steps = ['queued', 'started', 'completed']
    if (message.shouldQuery === false) for (const step of steps) lived(message.uuid, step)
    else turn(message.uuid, words ?? 'SILENT')
  }
})

function answer({ request_id, request }: Control): void {
  const start = { commands: [], models: [], mcp_servers_applied: true }
  const response = request.subtype === 'initialize' ? start : {}
  tell({ type: 'control_response', response: { subtype: 'success', request_id, response } })
}

function turn(uuid: string, text: string): void {
  lived(uuid, 'queued')
  lived(uuid, 'started')
  tell({ type: 'system', subtype: 'init' })
  setTimeout(() => {
    const message = { id: `msg_${uuid}`, role: 'assistant', content: [{ type: 'text', text }] }
    tell({ type: 'assistant', parent_tool_use_id: null, message })
    marking.note('said', text, steadyNow())
    const result = { is_error: false, num_turns: 1, total_cost_usd: 0, terminal_reason: 'completed' }
    tell({ type: 'result', subtype: 'success', ...result, result: text })
    lived(uuid, 'completed')
    tell({ type: 'system', subtype: 'session_state_changed', state: 'idle' })
  }, THINKS)
}

function lived(uuid: string, state: string): void {
  tell({ type: 'command_lifecycle', command_uuid: uuid, state })
}

function tell(message: object): void {
  process.stdout.write(`${JSON.stringify({ session_id: session, ...message })}\n`)
}
