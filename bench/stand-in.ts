import { createInterface } from 'node:readline'

/** A prompt as the adapter writes it; with `shouldQuery: false` it begins no turn. */
export interface Prompt {
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

/** Acts as a CLI: answers control requests and passes each prompt to `take`. Ends with its input. */
export function standIn(take: (prompt: Prompt) => void): void {
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

export function tellLife(uuid: string, ...states: ('queued' | 'started' | 'completed')[]): void {
  for (const state of states) tell({ type: 'command_lifecycle', command_uuid: uuid, state })
}

export function tellAnswer(uuid: string, text: string): void {
  const message = { id: `msg_${uuid}`, role: 'assistant', content: [{ type: 'text', text }] }
  tell({ type: 'assistant', parent_tool_use_id: null, message })
  const result = { is_error: false, num_turns: 1, total_cost_usd: 0, terminal_reason: 'completed' }
  tell({ type: 'result', subtype: 'success', ...result, result: text })
  tellLife(uuid, 'completed')
  tell({ type: 'system', subtype: 'session_state_changed', state: 'idle' })
}

const session =
  process.argv[process.argv.findIndex((arg) => arg === '--session-id' || arg === '--resume') + 1]

export function tell(message: object): void {
  process.stdout.write(`${JSON.stringify({ session_id: session, ...message })}\n`)
}
