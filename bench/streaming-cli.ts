/**
 * A stand-in CLI behind the real adapter: on `stream CHARACTERS MS` it writes that many characters in that
 * many ms, fifty chunks a second; `wait` never ends; everything else gets a short answer. Rows and deltas
 * have the CLI's own format.
 */
import { longAnswer } from './answers.ts'
import { standIn, tell, tellAnswer, tellLife } from './stand-in.ts'

/** Milliseconds between chunks. */
const PACE = 20

if (process.argv.includes('--version')) {
  process.stdout.write('2.1.0 (Claude Code)\n')
  process.exit(0)
}
if (process.argv[2] === 'auth') {
  process.stdout.write('{"loggedIn":true,"authMethod":"api_key"}')
  process.exit(0)
}

standIn(({ uuid, message }) => void turn(uuid, JSON.stringify(message.content)))

async function turn(uuid: string, prompt: string): Promise<void> {
  tellLife(uuid, 'queued', 'started')
  tell({ type: 'system', subtype: 'init' })
  if (prompt.includes('wait')) return
  const [, characters = '0', ms = '0'] = /stream (\d+) (\d+)/.exec(prompt) ?? []
  const text = characters === '0' ? 'Here.' : longAnswer(Number(characters)).slice(0, Number(characters))
  if (characters !== '0') await stream(`msg_${uuid}`, text, Number(ms))
  tellAnswer(uuid, text)
}

/** Writes by the clock: a late chunk does not prolong the answer. */
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
