import type { ConversationHead } from '../../contract/folders/conversations.ts'

/** Whether a conversation has all of these words in its title or in the path of its folder. */
export function matcherOf(words: string): (head: ConversationHead) => boolean {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return ({ title, folder }) => {
    const text = `${title}\n${folder ?? ''}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  }
}

/** Those that are here first, then the newest; in the same order each time. */
export const hereThenNewest =
  <T extends { readonly id: string; readonly changedAt: number }>(isHere: (one: T) => boolean) =>
  (a: T, b: T): number =>
    Number(isHere(b)) - Number(isHere(a)) || b.changedAt - a.changedAt || (a.id < b.id ? -1 : 1)
