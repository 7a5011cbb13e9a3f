import { expect, test } from 'vitest'
import type { NoteFact } from './note-facts.ts'
import { isFault, noteWords } from './note-words.ts'

test.each<[NoteFact, string]>([
  [{ kind: 'allowed', tool: 'Bash', lasting: null }, 'You allowed: Bash'],
  [{ kind: 'allowed', tool: 'Bash', lasting: 'npm test' }, 'You allowed: Bash, and from now on npm test'],
  [{ kind: 'denied', tool: 'Bash' }, 'You denied: Bash'],
  [{ kind: 'answered', answers: 'red, small' }, 'You answered: red, small'],
  [{ kind: 'unanswered', question: 'Which one?' }, 'You did not answer: Which one?'],
  [
    { kind: 'trust', trusted: true },
    "You trusted the folder: its settings are used from the agent's next turn on.",
  ],
  [{ kind: 'trust', trusted: false }, 'You did not trust the folder: its settings are not used.'],
  [{ kind: 'interrupted' }, 'Interrupted.'],
  [{ kind: 'interrupted', by: 'everything' }, 'Interrupted: you stopped everything.'],
  [{ kind: 'cut' }, 'Cut short by a newer prompt.'],
  [{ kind: 'interjected', by: ['Scout', 'Ann'] }, 'Interrupted by Scout, Ann.'],
  [
    { kind: 'timerDiscarded', note: 'look', deleted: null },
    'A timer was discarded, its question is settled: look',
  ],
  [{ kind: 'timerDiscarded', note: 'look', deleted: 'Ann' }, 'A timer was discarded, Ann was deleted: look'],
  [
    { kind: 'timerDiscarded', note: 'look', deleted: null, event: { kind: 'unwatched', code: 'EMFILE' } },
    'A timer was discarded, too many files are open. Raise fs.inotify.max_user_instances or the limit of open files, and set it again: look',
  ],
  [{ kind: 'died', with: 'janus' }, 'Janus quit during this turn.'],
  [{ kind: 'cleared' }, 'The conversation was cleared: the agent remembers nothing above this line.'],
  [{ kind: 'compacted' }, 'The conversation was compacted: the agent continues from a summary.'],
  [{ kind: 'sharedFiles', words: 'Ann has claimed a.ts.' }, 'Told before its edit: Ann has claimed a.ts.'],
  [{ kind: 'crowdedOut', from: 'Ann' }, 'Older messages from Ann over a paused link were dropped.'],
])('%o', (note, words) => {
  expect([noteWords(note), isFault(note)]).toEqual([words, false])
})

test.each<[NoteFact, string]>([
  [{ kind: 'died' }, 'Its process ended during this turn.'],
  [{ kind: 'broken', detail: 'API Error' }, 'API Error'],
  [{ kind: 'failed', reason: { kind: 'unstartable', detail: 'No CLI.' } }, 'No CLI.'],
  [
    { kind: 'historyLost' },
    'The earlier conversation was not found, so a new one was started. What you see here is kept.',
  ],
  [
    { kind: 'gaveUp', from: 'Ann', deaths: 3 },
    'A message from Ann was not delivered: the agent crashed 3 times while reading it.',
  ],
  [{ kind: 'damaged' }, 'This row of the transcript is damaged on the disk and cannot be shown.'],
])('what went wrong: %o', (note, words) => {
  expect([noteWords(note), isFault(note)]).toEqual([words, true])
})
