import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Noted } from '../main/testkit/scripted-cli/tools.ts'
import type { Sent } from './kill-traffic.ts'

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

/** Where what one writer of the user's wrote to an agent, one after the other, does not stand in that order. */
export function disorder(all: readonly Sent[], found: ReadonlyMap<string, Standing>): readonly string[] {
  const own = all.filter(({ from }) => from === 'user')
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

/** Where a word stands in the conversations: how often, and after how many prompts of its conversation first. */
interface Standing {
  times: number
  readonly first: number
  readonly conversation: string
}

interface Line {
  readonly type?: string
  readonly message?: { readonly content?: unknown }
  readonly attachment?: { readonly type?: string; readonly prompt?: unknown }
}

/**
 * Reads what was put before the agents from the CLI's own transcripts: each word of this form in a prompt of a
 * conversation, or in what was folded into one. Results of tools, and what the agents say, do not count.
 */
export async function wordsBefore(config: string, form: RegExp): Promise<Map<string, Standing>> {
  const found = new Map<string, Standing>()
  const projects = join(config, 'projects')
  for (const folder of await readdir(projects).catch(() => [])) {
    const files = await readdir(join(projects, folder))
    for (const file of files.filter((name) => name.endsWith('.jsonl')))
      await readInto(found, join(projects, folder, file), form)
  }
  return found
}

async function readInto(found: Map<string, Standing>, path: string, form: RegExp): Promise<void> {
  let place = 0
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    place += 1
    for (const word of putBefore(text).match(form) ?? []) {
      const known = found.get(word)
      if (known === undefined) found.set(word, { times: 1, first: place * 1e6, conversation: path })
      else known.times += 1
    }
  }
}

/** The words of a line that are put before an agent; those of one that was torn by a death are none. */
function putBefore(text: string): string {
  let line: Line
  try {
    line = JSON.parse(text) as Line
  } catch {
    return ''
  }
  if (line.type === 'attachment')
    return line.attachment?.type === 'queued_command' ? textOf(line.attachment.prompt) : ''
  return line.type === 'user' ? textOf(line.message?.content) : ''
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : ''
  const parts = content as { type?: string; text?: string }[]
  return parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('\n')
}
