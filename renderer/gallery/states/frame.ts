import { during } from '../domain/crew.ts'
import { sheet, type StoryPlay, type Stories } from '../play.ts'
import { running } from './said.ts'

/** Every agent has something to be found. */
const story = during(running, async (world) => {
  await world.make('Scribe', { role: 'writes the notes' })
  await world.turn(
    'Critic',
    ['user', 'When do we roll back?'],
    ['text', 'Here are the criteria for rolling back on a Friday: no open migration, and somebody awake.'],
  )
  await world.turn(
    'Schema',
    ['user', 'Who asked for them?'],
    ['text', 'Critic asked for two indexes; neither holds a lock longer than a second.'],
  )
  await world.does('Scout', [
    ['call', 'Grep', { pattern: 'critical' }, 'docs/guide.md: the critical path'],
    ['text', 'The family is revoked, says the critical path in the guide.'],
  ])
  await world.seen()
  await world.user('Critic', 'Ask whether joining hides a revoked family.')
  for (const more of ['And the index?', 'And the lock?']) await world.user('Critic', more)
})

const over = (...of: Parameters<typeof sheet>): StoryPlay => ({ story, act: sheet(...of) })

export const framePlays: Stories = {
  'palette-history': over({ kind: 'palette' }, async (hand) => {
    await hand.type('dialog input', 'cri')
    await hand.see('[role=option]', /criteria/)
  }),
  'palette-actions': over({ kind: 'palette' }, (hand) => hand.type('dialog input', '>')),
  'search-more': over({ kind: 'search', text: 'cri' }, (hand) => hand.see('[role=option]', /criteria/)),
  'tab-menu': { story, act: (hand) => hand.context('[data-part=tab]', /Critic/) },
  'tab-menu-more': {
    story,
    act: async (hand) => {
      await hand.context('[data-part=tab]', /Critic/)
      await hand.click('[role=menuitem]', 'More')
    },
  },
}
