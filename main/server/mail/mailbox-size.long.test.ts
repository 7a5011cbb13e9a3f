import { expect, test } from 'vitest'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

test('a mailbox is full by the bytes that wait in it, not by characters', async () => {
  const janus = new ComposedJanus()
  await janus.window('agents.create', { name: 'scout', cwd: '/' })
  await janus.window('agents.stop', { agent: 'scout' })
  const send = (message: string) => janus.window('messages.send', { agent: 'scout', message })
  // Three bytes each, and one unit of JavaScript’s: a mebibyte in all.
  const words = '語'.repeat(Math.floor((1024 * 1024) / 3))
  for (let n = 0; n < 64; n++) await send(words)
  await expect(send(words)).rejects.toMatchObject({ refusal: { code: 'too_many' } })
  // There is room for what is short: 64 mebibytes are not reached.
  await send('short')
})
