import type { Kind } from '../world.ts'
import { guards } from './guards.ts'
import { fleetMutants } from './fleet-mutants.ts'
import { gatheringMutants } from './gathering-mutants.ts'
import { mailMutants } from './mail-mutants.ts'
import { replace, type Replacement } from './replacements.ts'

/** For mutants that no story kills: the world that does, by the mutant's name. */
const foundAt: Readonly<Record<string, number>> = {
  'an agent falls asleep while the user writes to it': 5,
  'what crosses is not in the timeline': 2,
  'what was used before a tab was there is counted again': 5,
  'without the guard: a timer stays in its chain': 5,
  'words under seal stand in the timeline': 2,
  'what is too much for one prompt is left out': 40,
  'a card holds a circle up for ever': 5,
  'two agents that wait for each other stand still': 23,
  'a restart begins the turn again': 58,
  'a receipt that is late takes back what was read': 31,
  'a machine may say what became of words that others were sent': 38,
  'a machine may take back what others have sent': 40,
  'what another version cannot read is passed over in silence': 47,
  'a newer version is told nothing again': 118,
}

export type Lived = Kind | 'fleet'

/** A plausible mistake in a rule: an export of the core that behaves differently. */
interface Mutant {
  /** The broken rule. */
  readonly name: string
  readonly mistake: Replacement
  /** The worlds in which it shows: weeks, gatherings, or fleets. */
  readonly lived: Lived
  /** The world that killed it last time, tried first. */
  readonly seed: number | null
}

const inWeeks: Readonly<Record<string, Replacement>> = {
  // Delivery, sleep and questions to the user.
  'what is urgent interrupts the user': replace('turns/timing.ts', 'timingTable', (real) => ({
    ...real,
    conversing: { ...real.conversing, urgent: 'interject' as const },
  })),
  'an interjection takes the card of the user away': replace('turns/timing.ts', 'interjecting', (real) => ({
    ...real,
    asking: 'interject' as const,
  })),
  'a form goes out with what its fields do not take': replace(
    '../contract/agents/forms.ts',
    'formProblem',
    () => () => null,
  ),
  'interjections come as often as they like': replace('turns/timing.ts', 'interjectionPause', () => 0),
  'a draft that lies there counts as no writing': replace('step/status.ts', 'draftTime', () => 30_000),
  'the newest words stay unread although they were seen': replace(
    'agents/control.ts',
    'markSeen',
    (real) => (step, id, row) => real(step, id, row - 1),
  ),
  // Subagents.
  'what a subagent says counts as words of its agent': replace(
    'turns/subagents.ts',
    'recordSubagentBlock',
    (real) => (step, id, block, within) => {
      real(step, id, block, within)
      const { turn } = step.get(id)
      if (turn && block.kind === 'text') step.turn({ ...turn, text: block.text }, true)
    },
  ),
  'a subagent that runs on beside the turn has ended': replace(
    'turns/subagents.ts',
    'noteSubagent',
    (real) => (step, id, entry) =>
      real(step, id, entry.end === 'launched' ? { ...entry, end: 'done' } : entry),
  ),
  'an agent falls asleep while the user writes to it': replace(
    'agents/sleep.ts',
    'sleepWhenDue',
    (real) => (step, state) => {
      real(step, { ...state, typing: null })
    },
  ),
  'a message that is on its way wakes nobody ahead': replace(
    'agents/sleep.ts',
    'wakeAhead',
    () => () => undefined,
  ),

  // Everything stopped.
  'a timer or what was broken off begins while everything is stopped': replace(
    'step/stopped.ts',
    'isNotStopped',
    () => () => true,
  ),
  'mail of peers is read while everything is stopped': replace(
    'step/stopped.ts',
    'deliverableView',
    () => (state) => state,
  ),

  // Restored backups.
  'what waited in a backup goes out by itself': replace('restored.ts', 'holdRestored', () => () => undefined),
  'what a process had not read in a backup goes out by itself': replace(
    'mail/held-restored.ts',
    'holdUnread',
    () => () => false,
  ),
  'what a link or a rule kept in a backup goes on by itself': replace(
    'restored.ts',
    'goesByItself',
    () =>
      ({ state }) =>
        state === 'queued',
  ),

  ...mailMutants,

  // Crossings: their text, receivers and number. How long they may go on is up to the guards.
  'half a sentence crosses, when its turn was cut off': replace(
    'turns/turns.ts',
    'closeTurn',
    (real) => (step, id, outcome, broke) => {
      const text = step.get(id).turn?.text ?? ''
      real(step, id, outcome && outcome.kind !== 'completed' ? { kind: 'completed', text } : outcome, broke)
    },
  ),
  'who has lowered its side is woken': replace(
    'links/queries.ts',
    'carriageOf',
    (real) => (link, from, to, isNamed) => real({ ...link, mutedMembers: [] }, from, to, isNamed),
  ),
  'who is not named is woken': replace(
    'links/queries.ts',
    'carriageOf',
    (real) => (link, from, to) => real(link, from, to, true),
  ),
  'who is named is not woken': replace('links/naming.ts', 'namedIn', () => () => []),
  'the user wakes who is not named': replace('links/naming.ts', 'mentionsOf', (real) => (...given) => ({
    ...real(...given),
    all: true,
  })),
  'the user’s words twice are two turns': replace('links/user-words.ts', 'unreadIn', () => () => undefined),
  'the user’s words use the budget': replace('links/user-words.ts', 'sayInLink', (real) => (step, event) => {
    const answer = real(step, event)
    const link = step.links.get(event.link)
    if (answer.kind === 'link' && link) step.link({ ...link, budgetUsed: link.budgetUsed + 1 })
    return answer
  }),
  'who is not named hears nothing of the user’s words': replace(
    'links/user-words.ts',
    'tell',
    (real) => (step, to, event, crossed) => {
      const message = real(step, to, event, crossed)
      step.message({ ...message, state: 'withdrawn' }, false)
      return message
    },
  ),
  'a new episode wakes with the words of the old one': replace(
    'links/backlog.ts',
    'releaseBacklog',
    (real) => (step, link) => real(step, link),
  ),
  'a rename is told without the rules': replace(
    'links/briefing.ts',
    'briefMember',
    (real) => (step, to, news, rules) => {
      real(step, to, news, rules && news === '')
    },
  ),
  'links of who sits carry': replace('links/queries.ts', 'restOf', (real) => (link, around) => {
    const rest = real(link, around)
    return rest === 'gathering' ? null : rest
  }),

  // Anchors and other timers.
  'a timer fires a minute early': replace(
    'heartbeats/heartbeats.ts',
    'dueOf',
    (real) => (step, state, which) => {
      const heartbeats = state.heartbeats.map((one) => ({ ...one, dueAt: one.dueAt - 60_000 }))
      const due = real(step, { ...state, heartbeats }, which)
      return state.heartbeats.find(({ id }) => id === due?.id)
    },
  ),
  'a wait outlives its question': replace(
    'heartbeats/heartbeats.ts',
    'onQuestionSettled',
    () => () => undefined,
  ),
  'a trigger fires as often as its event happens': replace(
    'heartbeats/triggers.ts',
    'nextFiringTime',
    () => (_, now) => now,
  ),
  'an agent may open a webhook': replace(
    'heartbeats/triggers.ts',
    'triggerProblem',
    (real) => (set) => (set.trigger?.on.kind === 'webhook' ? null : real(set)),
  ),
  'nobody hears that a peer became idle': replace('heartbeats/triggers.ts', 'watchPeers', () => () => false),
  'under a new task an agent goes on with its own timers': replace(
    'heartbeats/stale-intents.ts',
    'askWhatHolds',
    () => () => undefined,
  ),
  'what was not kept goes on': replace(
    'heartbeats/stale-intents.ts',
    'onTurnEnding',
    (real) => (step, ending) => {
      real(step, ending)
      const state = step.get(ending.turn.agent)
      for (const one of state.heartbeats)
        if (one.state === 'dropped') step.heartbeat({ ...one, state: 'armed', reason: null, left: null })
    },
  ),
  'an anchor leads back from what was settled long ago': replace(
    'heartbeats/open-exchanges.ts',
    'hasOpenExchange',
    () => () => true,
  ),
  'timers fire at who sits': replace(
    'heartbeats/heartbeats.ts',
    'dueOf',
    (real) => (step, state, which) => real(step, { ...state, gatheringId: null }, which),
  ),

  // Attachments, broadcasts and proposed tabs.
  'no picture is shown': replace('delivery/pictures.ts', 'picturesOf', () => () => []),
  'what is attached is not named': replace(
    'words/attached-text.ts',
    'attachedText',
    () =>
      ({ body }) =>
        body,
  ),
  'an agent writes to many as often as it likes': replace(
    'sending/broadcast.ts',
    'broadcastCap',
    () => Infinity,
  ),
  'a notice is shown at once, however many there were': replace(
    'agents/user-notices.ts',
    'noticeTime',
    () =>
      ({ notices }) =>
        notices?.held ? 0 : null,
  ),
  'what waits to be shown is forgotten': replace(
    'agents/user-notices.ts',
    'noticeTime',
    (real) => (agent) => (agent.notices?.shown.length === 3 ? null : real(agent)),
  ),
  'agents open any number of tabs by themselves': replace(
    'agents/tab-proposals.ts',
    'openedAlone',
    () => () => -1000,
  ),

  // Handlers.
  'a handler answers while everything is stopped': replace(
    'handlers/answers.ts',
    'mayAnswer',
    () => () => true,
  ),
  'a handler answers as often as it is written to': replace('handlers/answers.ts', 'answerPause', () => 0),
  'what a handler has answered is put before its agent too': replace(
    'handlers/answers.ts',
    'settleByHandler',
    (real) => (step, message, handled) => {
      const now = real(step, message, handled)
      step.message({ ...now, state: 'queued' }, true)
      return now
    },
  ),

  // The timeline.
  'what crosses is not in the timeline': replace('timeline/link-entries.ts', 'linkEntries', () => () => []),

  // Caps and sums.
  'a timer, or what was broken off, begins over a cap': replace(
    'budget/caps.ts',
    'mayBegin',
    () => () => true,
  ),
  'what crossed waits for the cap of a closed link': replace(
    'links/backlog.ts',
    'absorbCappedCrossings',
    () => () => undefined,
  ),
  'what waits behind a turn that its cap ends is over': replace(
    'budget/turn-cap.ts',
    'isHaltedByJanus',
    () =>
      ({ limits }) =>
        limits.stopped !== null,
  ),
  'mail of peers is read over a cap': replace(
    'budget/caps.ts',
    'deliverableWithinCaps',
    () => (_, state) => state,
  ),
  'a turn of a timer counts for none': replace('budget/timers.ts', 'withTimer', () => (timers) => timers),
  'a context is as full after a summary as before': replace(
    'agents/processes.ts',
    'contextGone',
    () => () => undefined,
  ),
  'a turn is added up twice': replace('budget/book.ts', 'addUp', (real) => (step, turn) => {
    real(step, turn)
    real(step, turn)
  }),

  // Clock changes.
  'a clock that is set back leaves all that is open in the old time': replace(
    'clock/clock-jump.ts',
    'shiftState',
    () => (state, by) => ({ state: { ...state, at: state.at + by }, rows: [] }),
  ),

  // Edited files.
  'an agent hears of its own edits': replace(
    'edits/agent-files.ts',
    'concernedBy',
    (real) => (agents, _, paths, now) => real(agents, 'agt-none', paths, now),
  ),
  'who has heard of a shared file hears it again': replace(
    'edits/agent-files.ts',
    'isUnheard',
    () => () => true,
  ),
  'a file is shared for ever': replace('edits/agent-files.ts', 'isStillShared', () => () => true),
  'a claim of files outlives its agent': replace('edits/claims.ts', 'endClaims', () => () => undefined),
  // Tasks.
  'a second agent takes over a claimed task': replace('tasks/claims.ts', 'isSame', () => () => true),
  'a claim outlives its agent': replace('tasks/claims.ts', 'endClaims', () => () => undefined),
  'tasks may wait for each other in a circle': replace('tasks/waits.ts', 'doesWaitFor', () => () => false),
  'a task that is for another agent is claimed': replace('tasks/claims.ts', 'isForOther', () => () => false),
  'a task is claimed before those that it waits for': replace('tasks/waits.ts', 'waitsOf', () => () => []),
  'unfinished tasks are without number': replace('tasks/waits.ts', 'unfinishedCount', () => () => 0),

  // Comments on lines.
  'comments that were sent still wait': replace(
    'comments/review.ts',
    'afterSending',
    (real) => (review, id) => ({
      ...real(review, id),
      pending: review.pending,
    }),
  ),
  'comments of a message that is taken back are lost': replace(
    'comments/review.ts',
    'afterWithdrawal',
    () => () => ({}),
  ),

  // Worktrees.
  'an agent begins before its worktree is set up': replace(
    'step/status.ts',
    'isHeldByWorktree',
    () => () => false,
  ),
  'a setup command runs without approval': replace(
    'worktrees/worktrees.ts',
    'plannedRun',
    (real) => (plan, before) => real({ ...plan, isApproved: true }, before),
  ),
  'the report of an earlier setup ends a later one': replace(
    'worktrees/worktrees.ts',
    'runEnded',
    (real) => (step, state, report) =>
      real(step, state, { ...report, n: state.agent.worktree?.[report.phase]?.n ?? 0 }),
  ),

  // Silent processes.
  'a quiet turn is ended too soon': replace('step/silence.ts', 'quietRestartAt', (real) => (state) => {
    const at = real(state)
    return at === null ? null : at - 20 * 60_000
  }),
  'a turn that waits for somebody is ended for its silence': replace(
    'step/silence.ts',
    'quietRestartAt',
    (real) => (state) => real({ ...state, cards: [], awaits: [] }),
  ),

  // Imported conversations.
  'what was used before a tab was there is counted again': replace(
    'agents/resuming.ts',
    'resumeConversation',
    (real) => (step, event) => {
      const answer = real(step, event)
      if (answer.kind !== 'agent') return answer
      const { used } = step.get(answer.agent).agent
      step.agent(answer.agent, { used: { ...used, turns: used.turns + 1 } })
      return answer
    },
  ),

  // Turns that service errors broke.
  'after a turn that ended well the one before it is still broken': replace(
    'turns/settle-broken.ts',
    'settleBroken',
    () => () => undefined,
  ),
  'a retry is about the newest of the broken turns only': replace(
    'turns/settle-broken.ts',
    'mergedFrame',
    (real) => (frames) => real([frames.at(-1) ?? frames[0]]),
  ),
  'timers fire into a conversation that the service refuses': replace(
    'step/broken-turn.ts',
    'isRefused',
    () => () => false,
  ),
}

const withoutGuards = guards.map(({ name, without }) => [`without the guard: ${name}`, without] as const)

const livedIn =
  (lived: Lived) =>
  ([name, mistake]: readonly [string, Replacement]): Mutant => ({
    name,
    mistake,
    lived,
    seed: foundAt[name] ?? null,
  })

/** The stories and worlds must kill each, and each missing guard. */
export const mutants: readonly Mutant[] = [
  ...[...Object.entries(inWeeks), ...withoutGuards].map(livedIn('week')),
  ...Object.entries(gatheringMutants).map(livedIn('gathering')),
  ...Object.entries(fleetMutants).map(livedIn('fleet')),
]
