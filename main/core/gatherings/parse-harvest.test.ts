import { expect, test } from 'vitest'
import { splitHarvest, readableHarvest } from './parse-harvest.ts'

test('tasks and documents are taken out of the words around them', () => {
  const harvest = [
    '## Next',
    '- A',
    '```todo',
    'Own it',
    '```',
    '~~~~ doc docs/a.md',
    '# A',
    '```',
    '~~~~',
    'End',
  ]
  expect(splitHarvest(harvest.join('\n'))).toMatchObject({
    cards: [
      { kind: 'todo', path: '', text: 'Own it' },
      { kind: 'doc', path: 'docs/a.md', text: '# A\n```' },
    ],
    words: '## Next\n- A\nEnd',
  })
})

test.each([
  ['other code', '```ts\nconst a = 1\n```'],
  ['a document without a place', '```doc\n# A\n```'],
  ['a task that is never closed', '```todo\nOwn it'],
  ['a word that begins like one', '```todos\nx\n```'],
])('%s stays among the words', (_, text) => {
  expect(splitHarvest(text)).toMatchObject({ cards: [], words: text })
})

test('a task may name the agent that is to do it', () => {
  expect(splitHarvest('```todo Data Keeper\nOwn it\n```').cards).toEqual([
    { kind: 'todo', path: '', to: 'Data Keeper', text: 'Own it' },
  ])
})

test('an empty block proposes nothing', () => {
  expect(splitHarvest('```todo\n\n```').cards).toEqual([])
})

test('fifty at most', () => {
  expect(splitHarvest('```todo\nx\n```\n'.repeat(60)).cards).toHaveLength(50)
})

test('readers elsewhere get a harvest without cards and ids', () => {
  const harvest = [
    '## Decided',
    '- Port 9090. [utt-0000000001, utt-0000000002]',
    '',
    '## Open',
    '',
    '## Dissent',
    '## Next',
    '- Try it. [utt-0000000001]',
    '',
    '```todo',
    'Try it.',
    '```',
  ].join('\n')
  expect(readableHarvest(harvest)).toBe(
    [
      '## Decided',
      '- Port 9090.',
      '',
      '## Open',
      '',
      'Nothing.',
      '',
      '## Dissent',
      '',
      'Nothing.',
      '## Next',
      '- Try it.',
    ].join('\n'),
  )
})
