import type { Entry } from '../../../main/contract/api/model.ts'

/** Returns what the user has written to an agent, newest first, without duplicates. */
export function sentTexts(entries: readonly Entry[]): readonly string[] {
  const own = entries.filter(({ kind, text }) => kind === 'user' && text.trim() !== '')
  return [...new Set(own.toReversed().map(({ text }) => text))]
}

/**
 * Returns the text after ↑ or ↓, or null if the key means nothing. ↑ starts in an empty field; an unedited
 * text steps on, and ↓ from the newest clears the field.
 */
export function steppedTo(sent: readonly string[], text: string, step: 'older' | 'newer'): string | null {
  const at = text === '' ? -1 : sent.indexOf(text)
  if (at < 0 && (text !== '' || step === 'newer')) return null
  if (step === 'newer') return sent[at - 1] ?? ''
  return sent[at + 1] ?? null
}
