import { guestKey } from '../../../main/contract/mail/authors.ts'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { World } from '../domain/world.ts'
import type { Hand } from '../hand.ts'
import { inOrder, refuses, type StoryPlay, type Stories } from '../play.ts'
import { begun, circle, closed, gathered, harvested, reasons, speak, spoken, works } from './circle.ts'

type Then = Parameters<typeof gathered>[0]
type Plan = Parameters<typeof gathered>[1]

const play = (then: Then, act?: StoryPlay['act'], plan?: Plan, more: Partial<StoryPlay> = {}): StoryPlay => ({
  story: gathered(then, plan),
  act,
  ...more,
})
const open = { kept: { side: 'open' } }
const steer = (
  world: World,
  id: GatheringId,
  verb: 'hold' | 'pause' | 'close' | 'hand' | 'note',
  text?: string,
) => world.ask('gatherings.steer', { id, verb, ...(text === undefined ? {} : { text }) })

/** The user has the piece in the hold, and a note. */
const yours: Then = async (world, id) => {
  await steer(world, id, 'note', 'Who is awake on Saturday?')
  world.at(1.8)
  await speak(world, id, ...begun)
}
/** Sealed: two have spoken, the third works, the user is next. */
const inhale: Then = async (world, id) => {
  world.at(1)
  await speak(world, id, ...reasons(2))
  await works(world, id, ['text', 'I look at the log first.'])
}
const yoursNow = (act?: StoryPlay['act'], more?: Partial<StoryPlay>) => play(yours, act, undefined, more)
const inhaleNow = (act?: StoryPlay['act'], more?: Partial<StoryPlay>) => play(inhale, act, undefined, more)
const capped: Plan = { maxCost: 0.2 }
const noScribe: Then = (world) => world.ask('agents.close', { agent: 'Scribe' })
const lostScribe: Then = (world) => world.ask('agents.close', { agent: 'Scribe', forever: true })
const files: Then = async (world, id) => {
  const cards = world.store.gathering(id)?.harvest?.cards ?? []
  for (const [at, { id: card }] of cards.entries()) {
    const { hash } = await world.ask('gatherings.card', { id, card })
    await world.ask('gatherings.file', { id, card, decision: at === 0 ? 'file' : 'refuse', hash })
  }
}
const passTo = (hand: Hand) => hand.click('[data-part=your-turn] [aria-haspopup]', 'Pass to')

/** Sends the gathering with changes that the domain in the page can't produce. */
const amended =
  (
    changes: (of: GatheringView) => Partial<GatheringView>,
    act?: (hand: Hand) => Promise<void>,
  ): StoryPlay['act'] =>
  async (hand, world) => {
    const [of] = world.view().gatherings
    await hand.see('[data-part=pane]')
    if (of) world.tell({ kind: 'gathering', gathering: { ...of, ...changes(of) } })
    await act?.(hand)
  }

const names =
  'Scout Builder Critic You Schema oauth-impl Tide Harbour Keel Lantern Ballast Chart Fender Pilot Rigger Sonar Tiller Wake Quay Beacon'.split(
    ' ',
  )
/** A circle of `count`, in which the ninth, or the third, speaks. */
const many = (count: number): StoryPlay => ({
  app: { settings: { awake: 30 } },
  story: async (world) => {
    world.at(2.5)
    for (const name of names) if (name !== 'You') await world.make(name)
    const people = names.slice(0, count).map((name) => (name === 'You' ? 'me' : name))
    const more = { topic: 'Winter timetable', question: 'Which crossings can we run with one boat less?' }
    const id = await circle(world, { people, ...more, structure: [1, 1, 1], maxCost: 12, sealed: false })
    const before = count > 8 ? 8 : 2
    await speak(world, id, ...reasons(before - 1))
    await speak(
      world,
      id,
      'The 06:10 and the 06:40 carry the same forty people on different days. Run one of them, and print the day on the ticket.',
    )
    world.at(0.8)
    if (count > 8)
      world.stream(
        'Keel',
        'I read last winter’s log. The boat we would lose is the one with the ramp, and the ramp is what the 06:10 is for. Two people in wheelchairs, every',
      )
  },
})

/** Names of maximal width, and a harvester whose tab is closed. */
export const longNames = async (world: World): Promise<GatheringId> => {
  const long = (name: string) => `${name} of the harbour office upstairs`
  const agents = ['Scout', 'Builder', 'Critic', 'Schema', 'oauth-impl', 'Scribe']
  for (const name of agents) await world.make(long(name).slice(0, 40).trim())
  const made = world.names().slice(-agents.length)
  world.at(2)
  const people = [...made.slice(0, 3), 'me', ...made.slice(3, 5)]
  const id = await world.convene(
    'Do we ship the winter timetable on Friday, and who is awake on Saturday?',
    people,
    { harvester: { agent: world.id(made[5] ?? '') }, structure: [2, 2, 2] },
  )
  world.at(1)
  await speak(world, id, ...reasons(2))
  await world.ask('agents.close', { agent: world.id(made[5] ?? '') })
  world.inView = { gathering: id }
  return id
}

const chooses = async (hand: Hand) => {
  await hand.click('[data-part=listener] button', 'Choose another')
  await hand.see('dialog select')
}
const newcomer = (selector: string, name: string) => async (hand: Hand) => {
  await hand.click(selector, name)
  await hand.see('[data-part=newcomer]')
}
const change = (selector: string) => async (hand: Hand) => {
  await hand.click(`${selector} button`, 'Review and save')
  await hand.see('[data-part=change]')
}

const deciders = ['Scout', 'me', 'Builder']
const ways = ['Behind a flag', 'On Monday', 'Not at all']
/** Everything is said, and the seats answer one after the other. */
const decides =
  (...answers: readonly string[]): Then =>
  async (world, id) => {
    world.at(1.8)
    await speak(world, id, ...reasons(9), ...answers)
  }
const votes: Plan = {
  people: deciders,
  structure: [1, 1, 1],
  sealed: false,
  decision: { by: 'vote', options: ways },
}
const consents: Plan = { ...votes, decision: { by: 'consent' } }

export const gatheringPlays: Stories = {
  'gathering-yours': yoursNow(undefined, open),
  'gathering-writing': yoursNow((hand) =>
    hand.type(
      '[data-part=your-turn] textarea',
      'I am awake on Saturday, from six. If Builder’s flag is in by tonight',
    ),
  ),
  'gathering-last-words': play(yours, undefined, { beatsPerTurn: 1, beatIntervalSeconds: 90 }),
  'gathering-held': play(inOrder(yours, (world, id) => steer(world, id, 'hold'))),
  'gathering-pass-to': yoursNow(passTo),
  'gathering-pass-to-guest': yoursNow(
    // A remote user, the only one who has not spoken yet.
    amended(
      ({ seats }) => ({
        seats: seats.map((seat) => {
          if (seat.kind === 'user') return seat
          if (seat.number < seats.length) return seat.had ? seat : { ...seat, state: 'over', had: true }
          return {
            ...seat,
            name: 'Ann@attic',
            role: '',
            kind: 'user',
            agent: guestKey('attic'),
            state: 'next',
          }
        }),
      }),
      passTo,
    ),
  ),
  'gathering-expanded': yoursNow((hand) => hand.click('[data-part=pane] button', 'Expand')),
  'gathering-inhale': inhaleNow(),
  'gathering-host': inhaleNow((hand) => hand.click('[data-part=pane] button', 'Speak as host')),
  'gathering-note': play(
    inOrder(
      inhale,
      (world, id) => steer(world, id, 'note', 'Who is awake on Saturday?'),
      (world, id) => steer(world, id, 'hand'),
    ),
  ),
  'gathering-away': {
    story: gathered(
      async (world, id) => {
        await speak(world, id, ...reasons(3))
        world.programs.areSlow = true
        world.at(0.5)
      },
      {
        people: ['Scout', 'Builder', 'Critic', 'me', 'docs', 'oauth-impl'],
        beatsPerTurn: 1,
        beatIntervalSeconds: 20,
        finalBeatGraceSeconds: 10,
      },
    ),
  },
  'gathering-3': many(3),
  'gathering-8': many(8),
  'gathering-20': many(20),
  'gathering-kinds': play(
    async (world, id) => {
      await speak(world, id, ...reasons(4), 'The ten-second window is nobody’s.', 'SILENT')
      await world.ask('gatherings.say', {
        id,
        text: 'Please keep to the question. What would you regret?',
        host: true,
        pause: false,
      })
      await world.ask('agents.change', { agent: 'Critic', name: 'Sceptic' })
      await world.turn('Sceptic', ['text', 'PASS'])
      await world.user('Schema', 'Is the index built?')
    },
    undefined,
    { people: ['Scout', 'Builder', 'Critic', 'Schema'], structure: [1, 2, 1] },
  ),
  'gathering-cap': play((world, id) => speak(world, id, ...reasons(6)), undefined, capped),
  'gathering-paused': play(inOrder(inhale, (world, id) => steer(world, id, 'pause'))),
  'gathering-closing': inhaleNow(async (hand) => {
    await hand.click('[data-part=gathering-bar] [aria-haspopup]')
    await hand.click('[role=menuitem]', 'End gathering…')
  }),
  'gathering-menu': inhaleNow((hand) => hand.click('[data-part=gathering-bar] [aria-haspopup]')),
  // The user's last turn is over, so the note has no turn to be shown in.
  'gathering-last-turn': play(async (world, id) => {
    await speak(world, id, ...begun, ...reasons(19))
    await steer(world, id, 'note', 'And who tells the crew?')
  }),
  'gathering-choose-harvester': play(inOrder(inhale, lostScribe), chooses),
  'gathering-convening': inhaleNow(amended(() => ({ state: 'convening', piece: null }))),
  'gathering-harvesting': play(spoken),
  'gathering-ended': play(inOrder(yours, (world, id) => steer(world, id, 'close'))),
  'gathering-no-harvester': play(inOrder(inhale, noScribe), undefined, undefined, open),
  'gathering-other-harvester': play(
    inOrder(inhale, lostScribe),
    newcomer('aside button', 'Choose another'),
    undefined,
    open,
  ),
  'gathering-add-seat': inhaleNow(async (hand) => {
    await hand.click('[data-part=gathering-bar] [aria-haspopup]')
    await newcomer('[role=menuitem]', 'Add a seat…')(hand)
  }),
  'gathering-asked-again': play(
    inOrder(spoken, (world) => {
      world.at(0.2)
      return world.turn('Scribe', ['text', '## Decided\n- All want it.'])
    }),
    undefined,
    undefined,
    open,
  ),
  'gathering-ballot': play(
    decides('I know the way back.\nVOTE: 1 > 3 > 2'),
    (hand) => hand.choose('[data-part=your-turn] select', '1'),
    votes,
    open,
  ),
  'gathering-consent': play(
    decides('AGREE'),
    (hand) => hand.click('[data-part=your-turn] label', 'Object'),
    consents,
  ),
  'gathering-objection': play(
    decides('AGREE', 'STAND ASIDE', 'OBJECT: nobody has tried the way back'),
    undefined,
    consents,
    open,
  ),
  'gathering-decided': play(
    inOrder(decides('VOTE: 1 > 2', 'VOTE: 2 > 1', 'I have run both.\nVOTE: 1 = 3'), (world, id) =>
      harvested(world, id),
    ),
    undefined,
    votes,
  ),
  'gathering-long-names': { story: longNames },
  'gathering-host-in-turn': inhaleNow(async (hand, world) => {
    await hand.click('[data-part=pane] button', 'Speak as host')
    await hand.type('[data-part=pane] textarea', 'Please keep to the question')
    await world.turn('Critic', ['text', 'I would not.\nPASS'])
    await hand.see('[data-part=pane] button', 'Speak in your turn instead')
  }),
  'gathering-closed': play(closed),
  'gathering-filing': play(closed, change('article')),
  'gathering-remember': play(closed, change('article[aria-label^="Memory"]')),
  'gathering-harvest-later': play(
    inOrder(inhale, lostScribe, (world, id) => steer(world, id, 'close')),
    newcomer('[data-part=pane] button', 'Harvest it now'),
  ),
  'gathering-filed': play(inOrder(closed, files)),
  'gathering-words': play(closed, (hand) => hand.click('[data-part=pane] button', /Source: Builder/)),
  'gathering-deserted': play(
    async (world, id) => {
      await speak(world, id, ...reasons(2))
      world.janus.harvests.trouble = 'The harvest could not be written: the disk is full.'
      for (const agent of ['Scribe', 'Scout', 'Builder', 'Critic', 'Schema'])
        await world.ask('agents.close', { agent })
    },
    undefined,
    { people: ['Scout', 'Builder', 'Critic', 'Schema'] },
  ),
  'gathering-plain-harvest': play(
    inOrder(spoken, (world, id) =>
      harvested(world, id, 'We agreed on **nothing** yet.\n\n- The flag\n- The window'),
    ),
  ),
  'gathering-proposal': {
    story: gathered(async (world, id) => {
      await steer(world, id, 'close')
      const { id: proposed } = await world.ask(
        'gatherings.convene',
        {
          topic: 'Freeze the schema?',
          question: 'What breaks if we freeze it today?',
          participants: ['Scout', 'Critic', 'Schema'].map((agent) => ({ agent })),
          harvester: { agent: 'Scribe' },
        },
        'Builder',
      )
      world.inView = { gathering: proposed }
    }),
    ...open,
  },
  'gathering-failed': play(inhale, undefined, undefined, {
    answers: {
      'log.page': refuses('internal', 'The store cannot be read.'),
    },
  }),
  'gathering-rehearsal': yoursNow(undefined, { app: { rehearsal: true } }),
  'gathering-live': inhaleNow(async (hand, world) => {
    await hand.see('[data-part=sealed]')
    await world.turn('Critic', ['text', 'I would not.\nPASS'])
    await hand.see('[data-part=your-turn]')
  }),
}
