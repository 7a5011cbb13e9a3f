import { expect, test } from 'vitest'
import { inWords } from './harvest-lines.ts'

test('who can file nothing and go nowhere from it reads a harvest in plain words', () => {
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
  expect(inWords(harvest)).toBe(
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
