import type { AgentId, Entry } from '../../../main/contract/model.ts'

/** What the person wrote to members of a link, at one moment. */
export interface PersonWords {
  /** Tells it from all others. */
  readonly id: string
  readonly by: string
  readonly to: readonly AgentId[]
  readonly text: string
  readonly at: number
}

/** The same words to several members count as one within so long, in ms: each reads them at its own time. */
const together = 60_000

type Row = Pick<Entry, 'agent' | 'n' | 'kind' | 'authorName' | 'text' | 'at'>

/** The person's words to these agents between two times, oldest first. */
export function wordsOfPerson(
  rows: readonly (readonly Row[])[],
  from: number,
  until: number,
): readonly PersonWords[] {
  const said = rows
    .flat()
    .filter((row) => row.kind === 'human' && row.at >= from && row.at <= until)
    .sort((a, b) => a.at - b.at)
  const words: PersonWords[] = []
  for (const { agent, n, authorName: by, text, at } of said) {
    const same = words.findIndex(
      (one) => one.text === text && at - one.at <= together && !one.to.includes(agent),
    )
    const found = words[same]
    if (found) words[same] = { ...found, to: [...found.to, agent] }
    else words.push({ id: `${agent} ${n}`, by, to: [agent], text, at })
  }
  return words
}
