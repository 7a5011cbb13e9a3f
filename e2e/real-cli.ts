import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import type { Model } from './model.ts'
import type { Place } from './place.ts'

export const realCli = createRequire(import.meta.url).resolve(
  `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}/claude`,
)

/** Has a conversation in the CLI alone, as in a terminal of the same user; returns its id. */
export async function converse(
  place: Place,
  model: Model,
  cwd: string,
  prompts: readonly string[],
): Promise<string> {
  const id = randomUUID()
  const wire = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']
  const env = place.environment(model.url)
  const ran = spawn(realCli, ['-p', ...wire, '--session-id', id], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const left = [...prompts]
  const next = () => {
    const content = left.shift()
    if (content === undefined) ran.stdin.end()
    else ran.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`)
  }
  next()
  for await (const line of createInterface({ input: ran.stdout }))
    if (line.includes('"type":"result"')) next()
  // The desktop app runs as another user.
  await place.handOver()
  return id
}
