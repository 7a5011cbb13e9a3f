import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeLaunch } from '../../testkit/factories/launch.ts'
import { RealBackend } from './real-backend.ts'

test(
  'a server of a trusted folder gets a variable that is handed on, and no command line has its value',
  { timeout: 120_000 },
  async () => {
    const real = await RealBackend.start({
      trust: () => () => Promise.resolve('trusted'),
      handed: ({ name }, trust) => Promise.resolve({ API_TOKEN: `the secret of ${name}, ${trust}` }),
    })
    onTestFinished(() => real.close())
    const words = `printf '%s|%s' "$TOK" "$PRESET" > '${real.home}/partial'; tr '\\0' ' ' < /proc/$PPID/cmdline > '${real.home}/line'; mv '${real.home}/partial' '${real.home}/seen'`
    const env = { TOK: '${API_TOKEN}', PRESET: '${LOG_LEVEL:-info}' }
    const server = { command: 'sh', args: ['-c', words], env }
    writeFileSync(join(real.work, '.mcp.json'), JSON.stringify({ mcpServers: { server } }))
    const agent = 'agt-aaaaaaaaaa'
    const launch = makeLaunch({ kind: 'claude', cwd: real.work, conversation: randomUUID() })
    real.backend.perform({ do: 'agent.start', agent, run: 1, launch })
    await real.appears('seen')
    expect(readFileSync(join(real.home, 'seen'), 'utf8')).toBe('the secret of a, trusted|info')
    expect(readFileSync(join(real.home, 'line'), 'utf8')).not.toContain('the secret')
    expect(real.log.join('\n')).not.toContain('the secret')
  },
)
