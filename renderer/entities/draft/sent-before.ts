import type { Entry } from '../../../main/contract/api/model.ts'

/** What the user has written to an agent, the newest first, each once; words of before this tab too. */
export function sentTexts(entries: readonly Entry[]): readonly string[] {
  const own = entries.filter(({ kind, text }) => kind === 'user' && text.trim() !== '')
  return [...new Set(own.toReversed().map(({ text }) => text))]
}

/**
 * What a press of ↑ or ↓ puts into the field that holds `text`; null where it means nothing there. From an empty field
 * ↑ goes back; what stands there unchanged goes on either way, and ↓ from the newest leaves it empty.
 */
export function steppedTo(sent: readonly string[], text: string, step: 'older' | 'newer'): string | null {
  const at = text === '' ? -1 : sent.indexOf(text)
  if (at < 0 && (text !== '' || step === 'newer')) return null
  if (step === 'newer') return sent[at - 1] ?? ''
  return sent[at + 1] ?? null
}
