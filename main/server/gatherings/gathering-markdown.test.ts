import { expect, test } from 'vitest'
import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import { gatheringMarkdown } from './gathering-markdown.ts'

const heard = [{ first: 'Here.' }, { first: '' }]
const text = '## Decided\n- To wait [utt-1]\n\n## Open\n\n## Dissent\n\n## Next\n'
const closed = {
  topic: 'Ship?',
  question: 'Do we?',
  seats: [],
  structure: [1, 1, 1],
  turns: 2,
  costUsd: 0,
  sealed: false,
  convened: { name: 'Mo', at: 0 },
  closed: { at: 0, kind: 'spoken' },
  harvester: { name: 'Scribe' },
  index: heard,
  harvest: { text },
  forkedFrom: null,
  forks: [],
} as unknown as Gathering

test('what has nothing under it in the harvest says so, as in the window', () => {
  const markdown = gatheringMarkdown(closed, [])
  expect(markdown).toContain('### Decided\n- To wait')
  for (const title of ['Open', 'Dissent', 'Next']) expect(markdown).toContain(`### ${title}\n\nNothing.`)
})

test('utterances are rows with words, and turns of the model are called so', () => {
  expect(gatheringMarkdown(closed, [])).toContain('3 rounds, 1 utterance, 2 prompts')
})

test('topic and question are words, whatever they look like', () => {
  const odd = '<b>Fares</b> & *all*\n# Not a heading'
  const markdown = gatheringMarkdown({ ...closed, topic: odd, question: odd }, [])
  expect(markdown).toContain('# \\<b\\>Fares\\</b\\> & \\*all\\* \\# Not a heading\n')
  expect(markdown).toContain('> \\<b\\>Fares\\</b\\> & \\*all\\*\n> \\# Not a heading\n')
})

test.each(['\r', '\r\n', '\u2028', '\v'])('no line end leaves a quotation: %j', (end) => {
  const row = {
    kind: 'said',
    number: 1,
    name: 'A',
    text: `x${end}# forged`,
    phase: 'inhale',
    round: 1,
    id: 'utt-1',
  }
  const markdown = gatheringMarkdown({ ...closed, question: `q${end}# forged` }, [
    row as unknown as Utterance,
  ])
  expect(markdown.split(/[\r\n]+/).filter((line) => /^ {0,3}#+ forged/.test(line))).toEqual([])
  expect(markdown).toContain('> x\n> # forged')
})

test.each(['===', '---', ' = '.trim()])(
  'signs under words of a harvest make no heading of the page: %s',
  (signs) => {
    const harvest = { text: `Forged\r${signs}\n\n   # Deep\n` } as unknown as Gathering['harvest']
    const markdown = gatheringMarkdown({ ...closed, harvest }, [])
    expect(markdown).toContain(`Forged\n\\${signs}\n`)
    expect(markdown).toContain('   ## Deep')
  },
)
