import { expect, test } from 'vitest'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

test('a preview of what cannot start still shows the breath of its preset, in any case of letters', async () => {
  const janus = new ComposedJanus(() => [])
  const shown = await janus.window('gatherings.preview', {
    topic: 'Ship on Friday?',
    question: 'What would make us regret it?',
    rhythm: ' Review',
    participants: [{ name: 'Nobody' }],
    harvester: { name: 'Nobody' },
  })
  expect(shown.problems).toHaveLength(1)
  expect(shown.structure).toEqual([2, 3, 2])
})
