/**
 * Stands in for a CLI behind the real adapter: `stream CHARACTERS MS` has it write an answer of so many characters in so
 * many ms, fifty pieces a second; everything else it answers with a word. Its rows and deltas are the CLI's own.
 */
import { createInterface } from 'node:readline'
import { longAnswer } from './answers.ts'

/** Between two pieces, in ms. */
const PACE = 20

type Frame = { type: string; uuid: string; shouldQuery?: boolean; message: { content: unknown } }
type Control = { type: string; request_id: string; request: { subtype: string } }

const args = process.argv.slice(2)
const session = args[args.findIndex((arg) => arg === '--session-id' || arg === '--resume') + 1] ?? ''
if (args.includes('--version')) {
  process.stdout.write('2.1.0 (Claude Code)\n')
  process.exit(0)
}

const input = createInterface({ input: process.stdin })
input.on('close', () => process.exit(0))
input.on('line', (line) => {
  const message = JSON.parse(line) as Frame | Control
  if ('request' in message) answer(message)
  else if (message.type === 'user') void turn(message)
})

function answer({ request_id, request }: Control): void {
  const start = { commands: [], models: [], mcp_servers_applied: true }
  const response = request.subtype === 'initialize' ? start : {}
  tell({ type: 'control_response', response: { subtype: 'success', request_id, response } })
}

async function turn({ uuid, message }: Frame): Promise<void> {
  for (const state of ['queued', 'started']) tell({ type: 'command_lifecycle', command_uuid: uuid, state })
  tell({ type: 'system', subtype: 'init' })
  const [, characters = '0', ms = '0'] = /stream (\d+) (\d+)/.exec(JSON.stringify(message.content)) ?? []
  const text = characters === '0' ? 'Here.' : longAnswer(Number(characters)).slice(0, Number(characters))
  const id = `msg_${uuid}`
  if (characters !== '0') await stream(id, text, Number(ms))
  tell({
    type: 'assistant',
    parent_tool_use_id: null,
    message: { id, role: 'assistant', content: [{ type: 'text', text }] },
  })
  const result = { is_error: false, num_turns: 1, total_cost_usd: 0, terminal_reason: 'completed' }
  tell({ type: 'result', subtype: 'success', ...result, result: text })
  tell({ type: 'command_lifecycle', command_uuid: uuid, state: 'completed' })
  tell({ type: 'system', subtype: 'session_state_changed', state: 'idle' })
}

/** Writes pieces by the clock: one that comes late does not make the answer longer. */
function stream(id: string, text: string, ms: number): Promise<void> {
  const event = (inner: object): void =>
    tell({ type: 'stream_event', parent_tool_use_id: null, event: inner })
  event({ type: 'message_start', message: { id, role: 'assistant', content: [] } })
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
  const began = performance.now()
  let at = 0
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const end = Math.min(text.length, Math.ceil((text.length * (performance.now() - began)) / ms))
      if (end > at)
        event({
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'text_delta', text: text.slice(at, end) },
        })
      at = end
      if (at < text.length) return
      clearInterval(timer)
      event({ type: 'content_block_stop', index: 0 })
      resolve()
    }, PACE)
  })
}

function tell(message: object): void {
  process.stdout.write(`${JSON.stringify({ session_id: session, ...message })}\n`)
}
