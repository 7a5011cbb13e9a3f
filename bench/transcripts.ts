import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Where a word stands in the conversations: how often, and after how many prompts of its conversation first. */
export interface Standing {
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
