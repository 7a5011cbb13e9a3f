import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

/** Prints to both streams on each message, acknowledges it, and ends when the channel closes. */
const program = (first: string): string => `
  ${first}
  process.on('message', () => {
    console.log('out')
    console.error('err')
    setImmediate(() => process.send('printed'))
  })
  process.on('disconnect', () => process.exit(7))
`

/** Exit code of a program that prints three times after its readers have exited. */
async function endOf(first: string): Promise<number | null> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(first)], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('it has no output')
  const ended = once(child, 'exit') as Promise<[number | null]>
  const print = (): Promise<unknown> => {
    child.send('print')
    return Promise.race([once(child, 'message'), ended])
  }
  await Promise.all([once(stdout, 'data'), once(stderr, 'data'), print()])
  for (const reader of [stdout, stderr]) {
    const closed = once(reader, 'close')
    reader.destroy()
    await closed
  }
  for (let line = 0; line < 3 && child.exitCode === null; line++) await print()
  if (child.connected) child.disconnect()
  return (await ended)[0]
}

test('a program whose readers have gone goes on printing, and ends as it wants', async () => {
  expect(await endOf(`import { ignoreClosedOutput } from './output.ts'; ignoreClosedOutput()`)).toBe(7)
})

test('else it is ended by a line that nobody reads', async () => {
  expect(await endOf('')).toBe(1)
})
