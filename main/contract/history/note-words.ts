import { agentReasonWords } from '../agents/agent-words.ts'
import { kindFacts } from '../agents/kinds.ts'
import { handledNote } from '../handlers/handler-words.ts'
import { timerNames } from '../timers/timer-words.ts'
import { eventWords } from '../timers/triggers.ts'
import { wordsOf, type Wording } from '../words/wording.ts'
import { messageReasonWords } from '../mail/message-words.ts'
import type { NoteFact } from './note-facts.ts'
import { minuteWords } from '../words/times.ts'

/** Shown below a truncated text of an agent. */
export const brokenOffWords = 'Cut off here.'

/** The text of the note's row, for the user. */
export const noteWords = (note: NoteFact): string => wordsOf(notes, note)

const notes: Wording<NoteFact> = {
  allowed: ({ tool, lasting }) =>
    `You allowed: ${tool}${lasting === null ? '' : `, and from now on ${lasting}`}`,
  denied: ({ tool }) => `You denied: ${tool}`,
  answered: ({ answers }) => `You answered: ${answers}`,
  unanswered: ({ question }) => `You did not answer: ${question}`,
  trust: trustWords,
  used: '',
  capped: 'Stopped: this turn has reached its limit.',
  interrupted: ({ by }) => (by === 'everything' ? 'Interrupted: you stopped everything.' : 'Interrupted.'),
  cut: 'Cut short by a newer prompt.',
  died: (note) =>
    note.with === 'janus' ? 'Janus quit during this turn.' : 'Its process ended during this turn.',
  quietRestart: 'It wrote nothing and used no CPU for half an hour, so Janus restarted it.',
  interjected: ({ by }) => `Interrupted by ${by.join(', ')}.`,
  broken: ({ detail }) => detail,
  failed: ({ reason }) => agentReasonWords(reason, 'user'),
  historyLost: 'The earlier conversation was not found, so a new one was started. What you see here is kept.',
  cleared: 'The conversation was cleared: the agent remembers nothing above this line.',
  compacted: 'The conversation was compacted: the agent continues from a summary.',
  restored: ({ at }) =>
    `A backup of ${minuteWords(at)} was restored. What came after it is not shown here; the agent may remember it.`,
  gaveUp: ({ from, deaths }) =>
    `A message from ${from} was not delivered: ${messageReasonWords({ kind: 'deaths', count: deaths }, 'user')}.`,
  timerDiscarded: ({ note, deleted, event }) => {
    const gone = deleted === null ? 'its question is settled' : `${deleted} was deleted`
    return `A timer was discarded, ${event ? eventWords(event) : gone}: ${note}`
  },
  timerDropped: ({ intent, note }) => `It dropped its ${timerNames[intent]} with your newer task: ${note}`,
  crowdedOut: ({ from }) => `Older messages from ${from} over a paused link were dropped.`,
  handled: ({ name, from, words, action }) => handledNote(name, from, words, action),
  handedOver: ({ name, from }) =>
    `You delivered the message from ${from} that your rule “${name}” had matched.`,
  handlerAnswered: answeredWords,
  imported: importedWords,
  forked: ({ from, how }) =>
    how === 'edit'
      ? `Forked from ${from}, before your message, which is below for you to edit and send. That tab is unchanged.`
      : `Forked from ${from}. That tab is unchanged.`,
  filesUndone: ({ files, patch }) =>
    patch
      ? `You reverted a hunk of ${files.join(', ')}.`
      : `You reverted the changes to ${files.join(', ')}. What commands changed elsewhere stays.`,
  filesPutBack: ({ files }) => `You restored the changes to ${files.join(', ')}.`,
  sharedFiles: ({ words }) => `Told before its edit: ${words}`,
  damaged: 'This row of the transcript is damaged on the disk and cannot be shown.',
}

function trustWords({ starts, trusted }: Extract<NoteFact, { kind: 'trust' }>): string {
  if (starts)
    return trusted
      ? 'You trusted the settings in this folder: the agent starts there.'
      : 'You did not trust the settings in this folder: the agent does not start there.'
  return trusted
    ? "You trusted the folder: its settings are used from the agent's next turn on."
    : 'You did not trust the folder: its settings are not used.'
}

function answeredWords({ name, command, isYes }: Extract<NoteFact, { kind: 'handlerAnswered' }>): string {
  return command === null
    ? `You ${isYes ? 'closed the tab' : 'kept the tab open'}, asked by your rule “${name}”.`
    : `You ${isYes ? 'ran' : 'did not run'} ${command}, asked by your rule “${name}”.`
}

function importedWords({ of, folder, turns, earlier, damaged, file, isOriginal }: ImportedFact): string {
  const where = folder === null ? '' : `, held in ${folder}`
  const shown =
    earlier === 0
      ? ''
      : ` Its last ${turns === 1 ? 'turn is' : `${String(turns)} turns are`} shown; ${earlier === 1 ? 'an earlier one is' : `${String(earlier)} earlier ones are`} ${file === '' ? `kept by ${kindFacts[of].program}` : `in ${file}`}.`
  const lost =
    damaged === 0 ? '' : ` ${damaged === 1 ? 'A line' : `${String(damaged)} lines`} of it could not be read.`
  const on = isOriginal
    ? 'This tab continues that conversation itself: do not open it elsewhere at the same time.'
    : 'This tab continues a copy; the original is unchanged.'
  return `From a conversation of ${kindFacts[of].program}${where}. ${on}${shown}${lost}`
}

type ImportedFact = Extract<NoteFact, { kind: 'imported' }>

const faults: ReadonlySet<NoteFact['kind']> = new Set([
  'died',
  'quietRestart',
  'broken',
  'failed',
  'historyLost',
  'gaveUp',
  'damaged',
])

/** Whether something went wrong; that Janus itself ended does not count. */
export const isFault = (note: NoteFact): boolean =>
  faults.has(note.kind) && !(note.kind === 'died' && note.with === 'janus')
