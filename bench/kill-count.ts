import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Noted } from '../main/testkit/scripted-cli/tools.ts'
import type { Sent } from './kill-traffic.ts'
import type { Standing } from './transcripts.ts'

/** A word, but not where a script says that it is to be passed on. */
export const wordForm = /(?<!"Peer )w\d+-\d+\./g

/** What agents' tools were called for and answered, as the scripted CLIs noted it in their home. */
export interface Notes {
  /** What agents were told that it is on its way. */
  readonly sent: readonly Sent[]
  /** How often models asked for a word to be sent. A model whose turn broke off calls its tool again: that is another message. */
  readonly asked: ReadonlyMap<string, number>
}

/** Reads what the CLIs of this home have noted; empty where none has yet. */
export async function notesIn(home: string): Promise<Notes> {
  const text = await readFile(join(home, 'told.jsonl'), 'utf8').catch(() => '')
  const asked = new Map<string, number>()
  const lines = text.split('\n').filter((line) => line !== '')
  const sent = lines.flatMap((line): Sent[] => {
    const { input, result } = JSON.parse(line) as Noted
    const { message, target } = input as { message: string; target: string }
    const word = message.match(wordForm)?.[0] ?? message
    if (result === null) asked.set(word, (asked.get(word) ?? 0) + 1)
    const { message_id: id } = (result ?? {}) as { message_id?: string }
    return id === undefined ? [] : [{ word, from: 'a peer', to: target, lane: 0, id }]
  })
  return { sent, asked }
}

/** Where what one writer of the person's wrote to an agent, one after the other, does not stand in that order. */
export function disorder(all: readonly Sent[], found: ReadonlyMap<string, Standing>): readonly string[] {
  const own = all.filter(({ from }) => from === 'person')
  const writers = Map.groupBy(own, ({ to, lane }) => `${to} ${String(lane)}`)
  return [...writers.values()].flatMap((sent) => {
    let last = { conversation: '', first: -1, word: '' }
    return sent.flatMap(({ word, id }) => {
      const standing = found.get(word)
      if (id === null || standing === undefined) return []
      const { conversation, first, word: before } = last
      last = { ...standing, word }
      const isOut = standing.conversation === conversation && standing.first < first
      return isOut ? [`out of order: ${word} stands before ${before}`] : []
    })
  })
}
