import type { ConversationHead } from '../../../main/contract/folders/conversations.ts'
import { describeClaudeCall } from '../../../main/backends/claude/tool-calls.ts'
import type { ImportedRow, SessionList } from '../../../main/ports/conversations.ts'
import { after, crew } from '../domain/crew.ts'
import type { Line, World } from '../domain/world.ts'
import { refuses, type StoryPlay, type Stories } from '../play.ts'
import { ago } from '../still.ts'
import { talk, work } from './said.ts'

const folder = '/home/mo/code/ferry'
const one = (title: string, minutes: number, more: Partial<ConversationHead> = {}): ConversationHead => ({
  id: `conversation-${minutes}`,
  folder,
  title,
  turns: 12,
  bytes: 412_000,
  changedAt: ago(minutes),
  ...more,
})
const several = [
  one('Make the refresh job share one flight with late callers, and test what happens when it fails', 12),
  one('Which of the fares have no test?', 180, { turns: 1, bytes: 48_200 }),
  one('Release notes for 2.4', 2_880),
  one('a conversation that went on for days, in one file that nobody reads whole', 20_000, {
    turns: null,
    bytes: 1_180_000_000,
  }),
  one('Timetables', 40_000, { folder: '/home/mo/code/timetables', turns: 231, bytes: 19_400_000 }),
  one('/init', 200_000, { folder: null }),
]

/** The rows of an imported session, as its program stores them. */
function past(lines: readonly Line[]): readonly ImportedRow[] {
  return lines.flatMap((line, at): ImportedRow[] => {
    const of = { at: ago(60) + at * 9_000, prompt: null }
    if (line[0] === 'user') return [{ ...of, prompt: `frame-${at}`, said: { kind: 'user', text: line[1] } }]
    if (line[0] === 'text' || line[0] === 'thinking')
      return [{ ...of, said: { kind: line[0], text: line[1] } }]
    if (line[0] !== 'call') return []
    const [, tool, input, text = '', end = 'done'] = line
    const call = `past ${at}`
    return [
      { ...of, said: { kind: 'tool', call, ...describeClaudeCall(tool, input) } },
      { ...of, said: { kind: 'result', call, text, end } },
    ]
  })
}

const sessionList = (
  items: readonly ConversationHead[],
  goesOn: SessionList['resumeMode'] = 'copy',
): SessionList => ({
  resumeMode: goesOn,
  list: () => Promise.resolve({ items, isMore: items.length > 0 }),
  look: (id) => Promise.resolve(items.find((item) => item.id === id) ?? null),
  delete: () => Promise.resolve(),
  takeUp: () =>
    Promise.resolve({
      conversation: '00000000-0000-4000-8000-000000000002',
      past: {
        rows: past([...talk, ...work]),
        turns: 200,
        earlier: 1_240,
        damaged: 1,
        file: '/home/mo/.claude/projects/-home-mo-code-ferry/5f0c8f4e-8a56-4f0e-9b61-3b1f8f0a1c55.jsonl',
      },
    }),
})

/** The list of sessions, over the sheet of a new agent. */
const listed = (kept: SessionList, sign = '[role=option]', more: Partial<StoryPlay> = {}): StoryPlay => ({
  story: after([talk], (world) => {
    world.programs.kept = kept
  }),
  act: async (hand) => {
    await hand.click('button', 'New agent')
    await hand.click('button', /^Resume conversation/)
    await hand.see(sign)
  },
  ...more,
})

/** An agent that has resumed a session. */
const takenUp = async (world: World, kind: 'claude' | 'codex' = 'claude') => {
  await crew(world)
  world.programs.kept = sessionList(several)
  world.programs.undo = {
    isDone: false,
    files: [`${folder}/src/fares.ts`, `${folder}/test/fares.test.ts`],
    lines: { added: 4, removed: 31 },
  }
  const { id } = await world.ask('conversations.open', { id: several[0]?.id ?? '', name: 'Reader', kind })
  world.inView = { agent: id }
  await world.turn('Reader', ['user', 'Go on from there.'], ['text', 'I go on with the renewing job.'])
}
const menu = (act: StoryPlay['act'], kind?: 'codex'): StoryPlay => ({
  story: (world) => takenUp(world, kind),
  act: async (hand, world) => {
    await hand.click('button', /^From what Mo said/)
    await act?.(hand, world)
  },
})
const seesMenu: StoryPlay['act'] = async (hand) => void (await hand.see('[role=menu] [role=menuitem]'))

export const conversationPlays: Stories = {
  conversations: listed(sessionList(several)),
  'conversations-none': listed(sessionList([]), '[role=dialog] p, dialog[open] p'),
  // For programs that can't copy a session and report no length.
  'conversations-original': listed(
    sessionList(
      several.map((item) => ({ ...item, turns: null, bytes: null })),
      'original',
    ),
    undefined,
    {
      act: async (hand) => {
        await hand.open({ kind: 'goOn', of: 'copilot' }, '[role=option]')
      },
    },
  ),
  // For programs that delete a stored session on request.
  'conversations-delete': listed(
    sessionList(several.map((item) => ({ ...item, canDelete: true }))),
    undefined,
    {
      act: async (hand) => {
        await hand.open({ kind: 'goOn', of: 'qwen' }, '[role=option]')
        await hand.click('button', 'Delete…')
        await hand.see('dialog button.danger')
      },
    },
  ),
  'conversations-failed': listed(sessionList([]), '[role=alert]', {
    answers: {
      'conversations.list': refuses('unavailable', 'Janus is about to quit.'),
    },
  }),
  'conversation-taken-up': { story: takenUp },
  'conversation-menu': menu(seesMenu),
  'conversation-menu-lacking': menu(seesMenu, 'codex'),
  'conversation-fork': {
    story: after([talk], async (world) => {
      const { agent } = await world.ask('agents.fork', {
        agent: 'Builder',
        n: world.agent('Builder').agent.entryCount,
      })
      world.inView = { agent: agent.id }
    }),
  },
  'conversation-undo': menu(async (hand) => {
    await hand.click('[role=menuitem]', /^Revert/)
    await hand.see('dialog li')
  }),
}
