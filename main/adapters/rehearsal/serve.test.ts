import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('the rehearsal model runs as a program of its own, with routes for tests', async () => {
  const program = spawn(process.execPath, [fileURLToPath(new URL('serve.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: program.stdout }), 'line')) as [string]
  const url = /^rehearsal: (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1] ?? line
  expect(await (await fetch(`${url}/rehearsal/requests`)).json()).toEqual([])
  program.kill('SIGTERM')
  expect(await once(program, 'exit')).toEqual([0, null])
})
