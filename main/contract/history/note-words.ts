import { agentReasonWords } from '../agents/agent-words.ts'
import { kindFacts } from '../agents/kinds.ts'
import { handledNote } from '../handlers/handler-words.ts'
import { timerNames } from '../timers/timer-words.ts'
import { eventWords } from '../timers/triggers.ts'
import { messageReasonWords } from '../mail/message-words.ts'
import type { NoteFact } from './note-facts.ts'
import { minuteWords } from '../words/times.ts'

/** Shown below a truncated text of an agent. */
export const brokenOffWords = 'Cut off here.'

/** The text of the note's row, for the user. */
export function noteWords(note: NoteFact): string {
  switch (note.kind) {
    case 'allowed':
      return `You allowed: ${note.tool}${note.lasting === null ? '' : `, and from now on ${note.lasting}`}`
    case 'denied':
      return `You denied: ${note.tool}`
    case 'answered':
      return `You answered: ${note.answers}`
    case 'unanswered':
      return `You did not answer: ${note.question}`
    case 'trust':
      return trustWords(note)
    case 'used':
      return ''
    case 'capped':
      return 'Stopped: this turn has reached its limit.'
    case 'interrupted':
      return note.by === 'everything' ? 'Interrupted: you stopped everything.' : 'Interrupted.'
    case 'cut':
      return 'Cut short by a newer prompt.'
    case 'died':
      return note.with === 'janus' ? 'Janus quit during this turn.' : 'Its process ended during this turn.'
    case 'quietRestart':
      return 'It wrote nothing and used no CPU for half an hour, so Janus restarted it.'
    case 'interjected':
      return `Interrupted by ${note.by.join(', ')}.`
    case 'broken':
      return note.detail
    case 'failed':
      return agentReasonWords(note.reason, 'user')
    case 'historyLost':
    case 'cleared':
    case 'compacted':
      return conversationWords(note.kind)
    case 'restored':
      return `A backup of ${minuteWords(note.at)} was restored. What came after it is not shown here; the agent may remember it.`
    case 'gaveUp':
      return `A message from ${note.from} was not delivered: ${messageReasonWords({ kind: 'deaths', count: note.deaths }, 'user')}.`
    case 'timerDiscarded':
    case 'timerDropped':
      return timerWords(note)
    case 'crowdedOut':
      return `Older messages from ${note.from} over a paused link were dropped.`
    case 'handled':
      return handledNote(note.name, note.from, note.words, note.action)
    case 'handedOver':
      return `You delivered the message from ${note.from} that your rule “${note.name}” had matched.`
    case 'handlerAnswered':
      return answeredWords(note)
    case 'imported':
    case 'forked':
    case 'filesUndone':
    case 'filesPutBack':
      return pastWords(note)
    case 'sharedFiles':
      return `Told before its edit: ${note.words}`
    case 'damaged':
      return 'This row of the transcript is damaged on the disk and cannot be shown.'
  }
}

function timerWords(note: Extract<NoteFact, { kind: 'timerDiscarded' | 'timerDropped' }>): string {
  if (note.kind === 'timerDropped')
    return `It dropped its ${timerNames[note.intent]} with your newer task: ${note.note}`
  const deleted = note.deleted === null ? 'its question is settled' : `${note.deleted} was deleted`
  return `A timer was discarded, ${note.event ? eventWords(note.event) : deleted}: ${note.note}`
}

function conversationWords(what: 'historyLost' | 'cleared' | 'compacted'): string {
  if (what === 'cleared') return 'The conversation was cleared: the agent remembers nothing above this line.'
  if (what === 'compacted') return 'The conversation was compacted: the agent continues from a summary.'
  return 'The earlier conversation was not found, so a new one was started. What you see here is kept.'
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

type PastFact = Extract<NoteFact, { kind: 'imported' | 'forked' | 'filesUndone' | 'filesPutBack' }>

function pastWords(note: PastFact): string {
  switch (note.kind) {
    case 'imported':
      return importedWords(note)
    case 'forked':
      return note.how === 'edit'
        ? `Forked from ${note.from}, before your message, which is below for you to edit and send. That tab is unchanged.`
        : `Forked from ${note.from}. That tab is unchanged.`
    case 'filesUndone':
      if (note.patch) return `You reverted a hunk of ${note.files.join(', ')}.`
      return `You reverted the changes to ${note.files.join(', ')}. What commands changed elsewhere stays.`
    case 'filesPutBack':
      return `You restored the changes to ${note.files.join(', ')}.`
  }
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
