import type { ConversationPage, ConversationView } from '../../../main/contract/folders/conversations.ts'
import { RefusedError } from '../../../main/contract/api/errors.ts'
import type { NoteFact } from '../../../main/contract/history/note-facts.ts'
import type { Entry } from '../../../main/contract/api/model.ts'
import { ago, noted } from '../make.ts'
import type { Play, Plays } from '../play.ts'
import { shown } from './hand-shown.ts'
import { builder, scout } from './people.ts'
import { builderSaid, talk, work } from './words.ts'

const one = (title: string, minutes: number, more: Partial<ConversationView> = {}): ConversationView => ({
  id: title,
  folder: '/home/mo/code/ferry',
  title,
  turns: 12,
  bytes: 412_000,
  tab: null,
  changedAt: new Date(ago(minutes)).toISOString(),
  ...more,
})
const several: ConversationPage = {
  items: [
    one('Make the refresh job share one flight with late callers, and test what happens when it fails', 12),
    one('Which of the fares have no test?', 180, { turns: 1, bytes: 48_200 }),
    one('Release notes for 2.4', 2_880, { tab: { agent: builder.id, name: builder.name, closed: false } }),
    one('a conversation that went on for days, in one file that nobody reads whole', 20_000, {
      turns: null,
      bytes: 1_180_000_000,
    }),
    one('Timetables', 40_000, { folder: '/home/mo/code/timetables', turns: 231, bytes: 19_400_000 }),
    one('/init', 200_000, { folder: null, tab: { agent: scout.id, name: scout.name, closed: true } }),
  ],
  next: 40,
  why: null,
  goesOn: 'copy',
  folder: '/home/mo/ferry',
}

const unmeasured = (one: ConversationView): ConversationView => ({ ...one, turns: null, bytes: null })

/** The list of conversations, over the sheet of a new agent. */
const listed = (
  answer: () => ConversationPage | Promise<ConversationPage>,
  sign = '[role=option]',
): Play => ({
  ...shown({}, { transcripts: builderSaid(talk) }),
  answers: { 'conversations.list': answer },
  act: async (hand) => {
    await hand.click('button', 'New agent')
    await hand.click('button', /^Resume session/)
    await hand.see(sign)
  },
})

/** As they stand where a conversation of before has been gone on from. */
const imported = (rows: readonly Entry[]): readonly Entry[] =>
  rows.map((row) =>
    row.n === 1 ? row : { ...row, imported: true, ...(row.kind === 'human' ? { frame: 'f' } : {}) },
  )

const note: NoteFact = {
  kind: 'imported' as const,
  of: 'claude' as const,
  folder: '/home/mo/code/ferry',
  turns: 200,
  earlier: 1_240,
  damaged: 1,
  file: '/home/mo/.claude/projects/-home-mo-code-ferry/5f0c8f4e-8a56-4f0e-9b61-3b1f8f0a1c55.jsonl',
}

const takenUp = (): Play => {
  const transcripts = builderSaid([noted(note, { turn: null }), ...talk, ...work])
  const rows = transcripts[builder.id] ?? []
  return shown({}, { transcripts: { ...transcripts, [builder.id]: imported(rows) } })
}

const menu = (changes: Parameters<typeof shown>[0]): Play => ({
  ...takenUp(),
  view: shown(changes).view,
  act: async (hand) => {
    await hand.click('button', /^From what Mo said/)
    await hand.see('[role=menu] [role=menuitem]')
  },
})

/** Going on from a conversation, and back in one. */
export const conversationPlays: Plays = {
  conversations: listed(() => several),
  'conversations-none': listed(
    () => ({ items: [], next: null, why: null, goesOn: 'copy', folder: '/home/mo/ferry' }),
    '[role=dialog] p, dialog[open] p',
  ),
  // Of agents that cannot copy one, and tell no length.
  'conversations-original': {
    ...listed(() => ({ ...several, items: several.items.map(unmeasured), goesOn: 'original' })),
    act: async (hand) => {
      const { show } = await import('../../state/view-store.ts')
      show({ kind: 'goOn', of: 'copilot' })
      await hand.see('[role=option]')
    },
  },
  'conversations-failed': listed(() => {
    throw new RefusedError({ code: 'unavailable', message: 'Janus is about to quit.' })
  }, '[role=alert]'),
  'conversation-taken-up': takenUp(),
  'conversation-menu': menu({}),
  'conversation-menu-lacking': menu({
    kind: 'codex',
    abilities: { ...builder.abilities, forks: false, undoes: false },
  }),
  'conversation-fork': shown(
    { forkedFrom: { agent: scout.id, name: scout.name } },
    {
      transcripts: builderSaid([
        ...talk,
        noted({ kind: 'forked', from: scout.name, how: 'on' }, { turn: null }),
      ]),
    },
  ),
  'conversation-undo': {
    ...takenUp(),
    act: async (hand) => {
      await hand.click('button', /^From what Mo said/)
      await hand.click('[role=menuitem]', /^Take back/)
      await hand.see('dialog li')
    },
  },
}
