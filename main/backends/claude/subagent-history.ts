import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readShortText } from '../../adapters/folder/foreign-file.ts'
import { asObject, asTokens, parseObject } from '../../adapters/processes/json.ts'
import { maxImportedRows, sizeOf } from '../../adapters/processes/imported-turns.ts'
import { deepestSubagent, mostSubagentRows } from '../../contract/agents/subagents.ts'
import type { ImportedRow } from '../../ports/conversations.ts'
import { readBlocks } from './blocks.ts'
import { linesFrom, type Line } from './transcript.ts'

const aboutLimits = { most: 64 * 1024, links: 'refuse' } as const

const mostFiles = 1_000

/**
 * Inserts each subagent's rows after the call that started it. The CLI keeps a subagent's messages in a
 * separate file, in a folder named after the conversation's file.
 */
export async function withSubagents(
  file: string,
  rows: readonly ImportedRow[],
): Promise<readonly ImportedRow[]> {
  const folder = join(file.replace(/\.jsonl$/, ''), 'subagents')
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return rows
  const found = new Map<string, Kept>()
  for (const name of names.filter((one) => one.endsWith('.meta.json')).slice(-mostFiles)) {
    const about = parseObject(readShortText(join(folder, name), aboutLimits))
    const call = about?.['toolUseId']
    if (typeof call !== 'string') continue
    const path = join(folder, name.replace('.meta.json', '.jsonl'))
    found.set(call, { path, isFinished: about?.['finished'] === true })
  }
  return followed(rows, found, { ...maxImportedRows }, deepestSubagent)
}

/** Rows and characters that all subagents together may still add. */
interface Left {
  rows: number
  text: number
}

interface Kept {
  readonly path: string
  readonly isFinished: boolean
}

async function followed(
  rows: readonly ImportedRow[],
  found: Map<string, Kept>,
  left: Left,
  depth: number,
): Promise<readonly ImportedRow[]> {
  const all: ImportedRow[] = []
  for (const row of rows) {
    all.push(row)
    const kept = row.said.kind === 'tool' ? found.get(row.said.call) : undefined
    if (row.said.kind !== 'tool' || kept === undefined || depth === 0) continue
    found.delete(row.said.call)
    all.push(...(await followed(await readSubagent(kept, row.said.call, left), found, left, depth - 1)))
  }
  return all
}

/** Reads the readable part of one subagent's rows, ended by its result. */
async function readSubagent({ path, isFinished }: Kept, call: string, left: Left): Promise<ImportedRow[]> {
  const rows: ImportedRow[] = []
  let [tokens, at] = [0, 0]
  try {
    for await (const line of linesFrom(path, 0)) {
      if (rows.length >= mostSubagentRows || left.rows <= 0 || left.text <= 0) break
      if (line['type'] !== 'user' && line['type'] !== 'assistant') continue
      tokens = tokensOf(line) || tokens
      at = Date.parse(String(line['timestamp'])) || at
      for (const said of readBlocks(line as unknown as SDKMessage)) {
        const row = { at, prompt: null, said, within: { call, tokens } }
        rows.push(row)
        left.rows -= 1
        left.text -= sizeOf(row)
      }
    }
  } catch {
    // Keep what could be read.
  }
  const end = { kind: 'result', call, text: '', end: isFinished ? 'done' : 'stopped' } as const
  return [...rows, { at, prompt: null, said: end, within: { call, tokens } }]
}

/** Tokens of the latest model call, counted as the CLI counts a subagent's. */
function tokensOf(line: Line): number {
  const usage = asObject(asObject(line['message'])['usage'])
  return ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'].reduce(
    (sum, field) => sum + asTokens(usage[field]),
    0,
  )
}
