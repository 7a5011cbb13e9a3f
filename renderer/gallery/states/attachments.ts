import { expectedAbilities } from '../../../main/contract/agents/kind-abilities.ts'
import { draft, file, picture } from '../make-draft.ts'
import { pending, transcript, view, type Line } from '../make.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { Play, Plays } from '../play.ts'
import { around, builder } from './people.ts'

const lines: readonly Line[] = [
  ['human', 'The quay is drawn too high, see the picture and my notes.'],
  [
    'text',
    'I see six bars, the fourth in another colour. It stands where the water begins: `quay.ts` takes the height of the tide twice.',
  ],
]

/** What the person said, with these attached. */
const said = () =>
  transcript(builder, lines).map((entry) =>
    entry.kind === 'human'
      ? { ...entry, attachments: [picture('quay.png'), file('notes.txt'), file('tides', null)] }
      : entry,
  )

const many = [
  picture('Screenshot from 2026-11-25 at the quay, evening.png', 2_480_113),
  file('docs/fares.md'),
  file('test', null),
]

const play = (changes: Partial<AgentView>, written: Parameters<typeof draft>): Play => ({
  view: view(around({ ...builder, ...changes }), { drafts: { [builder.id]: draft(...written) } }),
  selected: builder.id,
  transcripts: { [builder.id]: said() },
})

/** Pictures and files that go with words, and what an @ names. */
export const attachmentPlays: Plays = {
  'attached-draft': play({}, ['Look at these, @Scout too.', many]),
  'attached-unshown': play({ kind: 'other', program: 'goose acp', abilities: expectedAbilities.other }, [
    'What is wrong here?',
    [picture('quay.png')],
  ]),
  'attached-waiting': play(
    { status: 'working', pending: [pending(1, { preview: 'quay.png', attachments: [picture('quay.png')] })] },
    ['', []],
  ),
  'attached-mention': {
    ...play({}, ['', []]),
    act: (hand) => hand.type('textarea', 'See @fa', /Message to/),
  },
  'attached-large': {
    ...play({}, ['', []]),
    act: (hand) => hand.click('button', /Show quay/),
  },
}
