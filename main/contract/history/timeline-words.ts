import { agentReasonWords } from '../agents/agent-words.ts'
import { actorTo, yourTo, type Audience } from '../api/audience.ts'
import { tokenWords } from '../budget/budget-words.ts'
import { closingWords } from '../gatherings/closing-words.ts'
import { runProblemWords, type WorktreeRun } from '../folders/worktree-runs.ts'
import { becauseWords } from '../mail/message-words.ts'
import type { QuestionKind, CardAnswer, TaskAct, TimelineFact, TimerDid } from './timeline-entries.ts'
import { wordsOf, type Wording } from '../words/wording.ts'
import { timeSpanWords } from '../words/times.ts'
import type { TimelineRow } from './timeline.ts'
import { timerNames, timerReasonWords } from '../timers/timer-words.ts'

type Fact<K extends TimelineFact['kind']> = Extract<TimelineFact, { kind: K }>

/** A few words between actor and receiver: "asks", "says", "is held". */
export function whatWords({ fact, message, from }: Pick<TimelineRow, 'fact' | 'message' | 'from'>): string {
  switch (fact.kind) {
    case 'message':
      if (message?.as === 'asked') return 'asks'
      if (message?.as === 'replied') return 'answers'
      return from?.by.kind === 'system' ? 'tells' : 'writes to'
    case 'link':
      return fact.did === 'changed' ? `sets the link to ${fact.mode}:` : linkWords[fact.did]
    case 'timer':
      return timerWords[fact.did].replace('…', timerNames[fact.intent])
    case 'gathering':
      return fact.did === 'phase' ? `begins the ${fact.phase}` : gatheringWords[fact.did]
    case 'card':
      return fact.answer === null ? askedWords[fact.asked] : wordsOf(answerWords, fact.answer, fact.asked)
    case 'agent':
      if ('run' in fact) return runWords[fact.run.state].replace('…', fact.phase)
      return 'act' in fact ? taskWords[fact.act] : agentWords[fact.did]
  }
}

const linkWords: Readonly<Record<Exclude<Fact<'link'>['did'], 'changed'>, string>> = {
  said: 'sends over the link to',
  silent: 'has nothing to add',
  opened: 'links',
  closed: 'closes the link of',
}

const irregular: Readonly<Record<string, string>> = { is: 'are', has: 'have', does: 'do' }

/** "always allows" becomes "always allow". */
export const secondPerson = (words: string): string =>
  words.replace(
    /^((?:always|permanently|no longer) )?(\w+)/,
    (_, adverb: string | undefined, verb: string) => {
      const base = verb
        .replace(/ies$/, 'y')
        .replace(/(ss|sh|ch)es$/, '$1')
        .replace(/([^s])s$/, '$1')
      return `${adverb ?? ''}${irregular[verb] ?? base}`
    },
  )

/** `…`: the timer's purpose. */
const timerWords: Readonly<Record<TimerDid, string>> = {
  set: 'sets a timer (…) for',
  fired: 'fires the … of',
  armed: 'restarts the … of',
  moved: 'moves the … of',
  paused: 'pauses the … of',
  waiting: 'resumes the … of',
  resting: 'pauses the … of',
  held: 'holds the … of',
  stale: 'asks whether to keep the … of',
  kept: 'keeps the … of',
  dropped: 'removes the … of',
  discarded: 'discards the … of',
  replaced: 'replaces the … of',
  cancelled: 'removes the … of',
}

const gatheringWords: Readonly<Record<Exclude<Fact<'gathering'>['did'], 'phase'>, string>> = {
  said: 'says',
  passed: 'passes',
  silent: 'has nothing to add',
  missed: 'is skipped',
  comment: 'says too late',
  host: 'says as host',
  opened: 'reveals sealed statements:',
  note: 'notes',
  given: 'passes the piece to',
  convened: 'starts a gathering with',
  harvested: 'harvests',
  closed: 'closes the gathering',
  asked: 'invites',
  seated: 'joins',
  declined: 'declines',
  left: 'leaves',
  handed: 'the piece comes to',
  spoke: 'says',
  quiet: 'says nothing',
  skipped: 'is skipped',
  over: 'the gathering has ended:',
}

const askedWords: Readonly<Record<QuestionKind, string>> = {
  permission: 'requests permission from',
  question: 'asks a question of',
  trust: 'requests trust in its folder from',
  urgent: 'shows urgent mail to',
  held: 'holds mail for',
  proposal: 'proposes a gathering to',
}

const answerWords: Wording<CardAnswer, [asked: QuestionKind]> = {
  allowed: ({ lasting }) => (lasting === null ? 'allows' : 'always allows'),
  denied: 'denies',
  answered: ({ words }) => (words === '' ? 'gives no answer to' : 'answers the question of'),
  trusted: 'trusts the folder of',
  refused: 'does not trust the folder of',
  now: 'interrupts now:',
  later: 'postpones it for',
  silence: (_, asked) =>
    asked === 'urgent' ? 'postpones it, unanswered, for' : 'ends the proposal, unanswered, of',
  released: 'delivers it to',
  dropped: 'drops it for',
  started: 'starts the gathering proposed by',
  dismissed: 'dismisses the gathering proposed by',
  withdrawn: (_, asked) => noMoreWords(asked),
}

/** It became unnecessary without an answer. About mail, Janus asks instead of the receiver. */
function noMoreWords(asked: QuestionKind): string {
  if (asked === 'urgent') return 'no longer asks about urgent mail'
  return asked === 'held' ? 'no longer holds mail for' : 'withdraws its request'
}

const taskWords: Readonly<Record<TaskAct, string>> = {
  added: 'adds a task',
  edited: 'edits a task',
  claimed: 'claims a task',
  done: 'finishes a task',
  dropped: 'cancels a task',
  open: 'opens a task again',
  lapsed: 'releases the task of',
}

/** `…`: setup or teardown. */
const runWords: Readonly<Record<WorktreeRun['state'], string>> = {
  asks: 'asks to run the … command of its worktree:',
  waiting: 'is about to run the … command for',
  running: 'runs the … command for',
  failed: 'reports that the … command failed for',
  done: 'finishes the … command for',
  skipped: 'skips the … command of',
}

const agentWords: Readonly<Record<Exclude<Fact<'agent'>['did'], 'task' | 'worktree'>, string>> = {
  created: 'creates',
  closed: 'closes the tab of',
  reopened: 'reopens the tab of',
  deleted: 'permanently deletes',
  failed: 'reports a failure of',
  stopped: 'stops',
  notified: 'notifies',
  sharedFile: 'edits the same file as',
  claimedFiles: 'claims files',
  releasedFiles: 'releases files',
  stoppedAll: 'stops everything',
  wentOn: 'resumes everything',
  clockOn: 'finds that the machine slept, or its clock was moved forward',
  clockBack: 'finds that the clock was moved back',
}

/** Why it happened; empty if that is obvious. */
export function whyWords(row: Pick<TimelineRow, 'fact' | 'cause' | 'from'>, audience: Audience): string {
  const { fact, cause, from } = row
  switch (fact.kind) {
    case 'message':
      if (cause?.how === 'answers') return `in answer to ${actorTo(cause.from, audience)}: “${cause.words}”`
      if (cause) return `in a turn that ${actorTo(cause.from, audience)} began: “${cause.words}”`
      if (from?.by.kind === 'user' && from.by.via === 'api') return 'through the API'
      // A user needs no note that they wrote it themselves.
      if (from?.by.kind === 'user') return audience === 'user' ? '' : 'written by the user'
      return from?.by.kind === 'agent' ? 'by itself' : 'from Janus'
    case 'link':
      if (fact.did === 'said' || fact.did === 'silent') return `at the end of its turn ${fact.turn}`
      return ''
    case 'timer':
      if (fact.did === 'fired' && fact.reason === null) return 'its time had come'
      return `${fact.did === 'set' && fact.reason !== null ? 'paused: ' : ''}${timerReasonWords(fact.reason, audience)}`
    case 'gathering':
      return gatheringWhy(fact, audience)
    case 'card':
      return fact.answer === null ? askedWhy(audience)[fact.asked] : answerWhy(fact.answer)
    case 'agent':
      if ('run' in fact) return fact.run.problem ? runProblemWords(fact.run.problem, fact.phase) : ''
      if ('by' in fact) return `by ${timeSpanWords(fact.by)}`
      return 'reason' in fact ? agentReasonWords(fact.reason, audience) : ''
  }
}

function gatheringWhy(fact: Fact<'gathering'>, audience: Audience): string {
  if ('machine' in fact) {
    const where = `a gathering on ${fact.machine}`
    return fact.did === 'spoke' ? `in “${fact.topic}”, ${where}` : `in ${where}`
  }
  switch (fact.did) {
    case 'given':
      if (fact.way === 'host') return `by ${yourTo(audience)} hand`
      return fact.way === 'chosen' ? 'chosen by the holder' : 'next in order'
    case 'closed':
      return closingWords(fact.closing, audience)
    case 'convened':
    case 'harvested':
    case 'note':
      return ''
    default:
      return `${fact.phase}, round ${fact.round}`
  }
}

const askedWhy = (audience: Audience): Readonly<Record<QuestionKind, string>> => ({
  permission: 'its permission mode asks first',
  question: 'it wants to know before it continues',
  trust: 'the folder has settings of its own',
  urgent: `urgent mail meets a turn of ${audience === 'user' ? 'yours' : 'the user'}`,
  held: 'it needs approval',
  proposal: `it starts only with ${yourTo(audience)} approval`,
})

function answerWhy(answer: CardAnswer): string {
  if (answer.kind === 'allowed')
    return answer.lasting === null ? 'this once' : `from now on: ${answer.lasting}`
  if (answer.kind === 'silence') return 'no answer came in time'
  return 'words' in answer && answer.words !== '' ? `“${answer.words}”` : ''
}

/** A message's state and reason; empty for other rows. */
export function fateWords({ message }: Pick<TimelineRow, 'message'>, audience: Audience): string {
  if (message === null) return ''
  const { state, turn } = message
  const why = becauseWords(message, audience)
  const done =
    turn !== null && (state === 'read' || state === 'answered') ? `${state} in turn ${turn}` : state
  return why === '' || why.startsWith(state) ? why || done : `${done} (${why})`
}

/** Cost of the turns that it started, in USD; for a gathering's text, of its own turn. Null if unknown. */
export function costOf({ turns, fact }: Pick<TimelineRow, 'turns' | 'fact'>): number | null {
  if ('costUsd' in fact) return fact.costUsd
  const known = turns.flatMap(({ costUsd }) => costUsd ?? [])
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0)
}

/** The price, or the tokens if there is no price or nothing is paid; empty if neither is known. */
export function useWords(
  { costUsd, tokens }: { readonly costUsd: number | null; readonly tokens: number | null },
  price: (usd: number) => string,
): string {
  if (costUsd !== null && costUsd > 0) return price(costUsd)
  return tokens === null || tokens === 0 ? '' : tokenWords(tokens)
}
