import type { Entry } from '../../../main/contract/model.ts'
import type { NoteFact } from '../../../main/contract/note-facts.ts'
import { isFault, noteWords } from '../../../main/contract/note-words.ts'

/** Notes of every manner that have words of others in them. */
export function taintedNotes(words: string): readonly Partial<Entry>[] {
  const notes: readonly NoteFact[] = [
    { kind: 'allowed', tool: words, lasting: words },
    { kind: 'denied', tool: words },
    { kind: 'answered', answers: words },
    { kind: 'interjected', by: [words, words] },
    { kind: 'gaveUp', from: words, deaths: 3 },
    { kind: 'timerDiscarded', note: words, deleted: words },
    { kind: 'broken', detail: words },
  ]
  return notes.map((note) => ({ kind: 'note', text: noteWords(note), isError: isFault(note), note }))
}
