import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Sent } from './kill-traffic.ts'

/** A marker word, except inside a script that tells an agent to pass it on. */
export const wordForm = /(?<!"Peer )w\d+-\d+\./g

/** Messages that agents were told are on their way: results of `send_to_agent` in this configuration's transcripts. */
export async function sentByAgents(config: string): Promise<readonly Sent[]> {
  const calls = new Map<string, Omit<Sent, 'id'>>()
  const sent: Sent[] = []
  for await (const { line } of linesIn(config)) {
    for (const part of partsOf(line.message?.content)) {
      if (part.type === 'tool_use' && part.id !== undefined && part.name?.endsWith('send_to_agent')) {
        const { message = '', target = '' } = part.input ?? {}
        calls.set(part.id, { word: message.match(wordForm)?.[0] ?? message, from: 'a peer', to: target })
      } else if (part.type === 'tool_result') {
        const call = calls.get(part.tool_use_id ?? '')
        const result = JSON.stringify(part.content ?? '').replaceAll('\\', '')
        const [, id] = /"message_id":"(msg-\w+)"/.exec(result) ?? []
        if (call !== undefined && id !== undefined) sent.push({ ...call, id })
      }
    }
  }
  return sent
}

/** Returns where the user's messages to an agent are not in the order in which they were sent. */
export function disorder(all: readonly Sent[], found: ReadonlyMap<string, Standing>): readonly string[] {
  const own = all.filter(({ from }) => from === 'user')
  return [...Map.groupBy(own, ({ to }) => to).values()].flatMap((sent) => {
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

/** A word in the conversations: how often it occurs, and after how many prompts of its conversation first. */
interface Standing {
  times: number
  readonly first: number
  readonly conversation: string
}

/** A content block of a transcript's message. */
interface Part {
  readonly type?: string
  readonly text?: string
  readonly id?: string
  readonly name?: string
  readonly input?: { readonly message?: string; readonly target?: string }
  readonly tool_use_id?: string
  readonly content?: unknown
}

interface Line {
  readonly type?: string
  readonly message?: { readonly content?: unknown }
  readonly attachment?: { readonly type?: string; readonly prompt?: unknown }
}

/**
 * Counts the words that agents read, from the CLI's own transcripts: in prompts, and in messages added to a
 * running turn. Tool results and the agents' own text do not count.
 */
export async function wordsBefore(config: string, form: RegExp): Promise<Map<string, Standing>> {
  const found = new Map<string, Standing>()
  for await (const { line, path, place } of linesIn(config)) {
    for (const word of putBefore(line).match(form) ?? []) {
      const known = found.get(word)
      if (known === undefined) found.set(word, { times: 1, first: place * 1e6, conversation: path })
      else known.times += 1
    }
  }
  return found
}

/** All lines of all transcripts with their numbers, except lines that a crash cut off. */
async function* linesIn(config: string): AsyncGenerator<{ line: Line; path: string; place: number }> {
  const projects = join(config, 'projects')
  for (const folder of await readdir(projects).catch(() => [])) {
    const files = await readdir(join(projects, folder))
    for (const file of files.filter((name) => name.endsWith('.jsonl'))) {
      const path = join(projects, folder, file)
      let place = 0
      for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
        place += 1
        const line = parsed(text)
        if (line !== null) yield { line, path, place }
      }
    }
  }
}

function parsed(text: string): Line | null {
  try {
    return JSON.parse(text) as Line
  } catch {
    return null
  }
}

/** The text of a line that an agent read. */
function putBefore(line: Line): string {
  if (line.type === 'attachment')
    return line.attachment?.type === 'queued_command' ? textOf(line.attachment.prompt) : ''
  return line.type === 'user' ? textOf(line.message?.content) : ''
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return partsOf(content)
    .map((part) => (part.type === 'text' ? (part.text ?? '') : ''))
    .join('\n')
}

const partsOf = (content: unknown): readonly Part[] => (Array.isArray(content) ? (content as Part[]) : [])
