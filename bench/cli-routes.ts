import type { Options } from '@anthropic-ai/claude-agent-sdk'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RealCli } from '../main/backends/claude/real-cli.ts'
import type { Route } from './route.ts'

/** The CLI's own messages between sessions: its tool `SendMessage`, over its own sockets. */
export async function openOwnRoute(url: string): Promise<Route> {
  const home = await mkdtemp(join(tmpdir(), 'bench-own-'))
  const shared: Options = {
    cwd: home,
    env: { HOME: home, CLAUDE_CONFIG_DIR: join(home, 'config') },
    systemPrompt: { type: 'preset', preset: 'claude_code' },
  }
  // Its names are known on the whole machine.
  const receiver = `bench-receiver-${process.pid}`
  const a = await RealCli.start(url, { ...shared, allowedTools: ['SendMessage'] })
  const b = await RealCli.start(url, { ...shared, extraArgs: { name: receiver } })
  await b.ask('say: awake')
  await a.ask('call: ToolSearch {"query":"select:SendMessage"}\nsay: awake')
  return {
    name: "the CLI's own SendMessage",
    async send({ gate, words, release }) {
      const both = Promise.all([nextIdle(a), nextIdle(b)])
      const input = { to: receiver, summary: 'bench', message: words }
      a.write(`wait: ${gate}\ncall: SendMessage ${JSON.stringify(input)}\nsay: sent`)
      await release()
      await both
    },
    async close() {
      await Promise.all([a.close(), b.close()])
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Resolves when the CLI, which is to work first, is idle. */
export function nextIdle(cli: RealCli): Promise<unknown> {
  return cli.next(
    (message) =>
      message.type === 'system' && message.subtype === 'session_state_changed' && message.state === 'idle',
  )
}
