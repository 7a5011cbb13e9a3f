import { expect, test } from 'vitest'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

test('a message in a chain is told by its beginning, and ends with an ellipsis where that is not all', async () => {
  const janus = new ComposedJanus()
  await janus.window('agents.create', { name: 'Ann' })
  const previewOf = async (message: string) => {
    const { messageId } = await janus.window('messages.send', { agent: 'Ann', message })
    janus.clock.advance(1000)
    return (await janus.window('messages.chain', { id: messageId })).chain.at(-1)?.preview
  }
  expect(await previewOf('Short.')).toBe('Short.')
  expect(await previewOf('x'.repeat(130))).toBe(`${'x'.repeat(120)}…`)
})
