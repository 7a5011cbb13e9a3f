import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('main.ts', import.meta.url))

test('a reader of the command that has gone is no error, and no trace of one is printed', async () => {
  const child = spawn(process.execPath, [program, 'help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const [code] = (await once(child, 'close')) as [number | null]
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
})
