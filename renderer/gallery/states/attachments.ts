import { after, during } from '../domain/crew.ts'
import { attached } from '../domain/attachments.ts'
import type { Line, World } from '../domain/world.ts'
import type { Stories } from '../play.ts'
import { running } from './said.ts'

const paths = (...names: readonly string[]) => names.map((name) => ({ path: `/home/mo/ferry/${name}` }))
const said: readonly Line[] = [
  [
    'user',
    'The quay is drawn too high, see the picture and my notes.',
    { attachments: paths('quay.png', 'notes.txt', 'tides') },
  ],
  [
    'text',
    'I see six bars, the fourth in another colour. It stands where the water begins: `quay.ts` takes the height of the tide twice.',
  ],
]
const draft =
  (name: string, text: string, ...files: readonly string[]) =>
  (world: World) =>
    world.ask('drafts.keep', {
      agent: world.id(name),
      text,
      attachments: files.map((file) => attached(`/home/mo/ferry/${file}`)),
    })

export const attachmentPlays: Stories = {
  'attached-draft': {
    story: after(
      [said],
      draft(
        'Builder',
        'Look at these, @Scout too.',
        'Screenshot from 2026-11-25 at the quay, evening.png',
        'docs/fares.md',
        'test',
      ),
    ),
  },
  'attached-unshown': {
    story: after([], async (world) => {
      await world.make('Goose', { kind: 'other', program: 'goose acp', model: 'opus' })
      await draft('Goose', 'What is wrong here?', 'quay.png')(world)
      world.inView = { agent: world.id('Goose') }
    }),
  },
  'attached-waiting': {
    story: during(running, (world) => world.user('Builder', '', { attachments: paths('quay.png') })),
  },
  'attached-mention': { story: after([said]), act: (hand) => hand.type('textarea', 'See @fa', /Message to/) },
  'attached-large': { story: after([said]), act: (hand) => hand.click('button', /Show quay/) },
}
