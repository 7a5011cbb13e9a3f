import { open } from 'node:fs/promises'
import { isOthersPrompt } from '../../contract/agents/introduced.ts'
import { titleLength } from '../../adapters/processes/queried-session-list.ts'
import { parseObject } from '../../adapters/processes/json.ts'
import { readAt, type Line } from './transcript.ts'
import { readUserLine } from './user-words.ts'

export interface FileHead {
  /** Null if the part that was read contains no message. */
  readonly title: string | null
  readonly folder: string | null
  readonly turns: number | null
}

/** Bytes read from each end; the middle of a file is never read for a list. */
const endSize = 256 * 1024

/** Reads both ends of a file of `size` bytes, or the whole of a short one. */
export async function readHead(path: string, size: number): Promise<FileHead> {
  const file = await open(path, 'r')
  try {
    const isWhole = size <= 2 * endSize
    const first = linesOf(await readAt(file, 0, isWhole ? size : endSize), 'first')
    const last = isWhole ? [] : linesOf(await readAt(file, size - endSize, endSize), 'last')
    return headOf(first, last, isWhole)
  } finally {
    await file.close()
  }
}

/** A line cut off at the edge is not valid JSON and is dropped. */
function linesOf(bytes: Buffer, end: 'first' | 'last'): readonly Line[] {
  const lines = bytes.toString('utf8').split('\n')
  return (end === 'last' ? lines.slice(1) : lines).map(parseObject).filter((line) => line !== null)
}

function headOf(first: readonly Line[], last: readonly Line[], isWhole: boolean): FileHead {
  const all = [...first, ...last]
  const prompts = all.flatMap((line) => {
    const user = line['type'] === 'user' ? readUserLine(line) : null
    return user?.is === 'words' ? [{ line, text: user.text }] : []
  })
  const named = all.findLast(({ type }) => type === 'custom-title')?.['customTitle']
  const begun = prompts.find(({ text }) => !isOthersPrompt(text)) ?? prompts[0]
  const words = typeof named === 'string' && named !== '' ? named : (begun?.text ?? null)
  const folder = all.findLast((line) => typeof line['cwd'] === 'string')?.['cwd']
  return {
    title: words === null ? null : oneLine(words),
    folder: typeof folder === 'string' ? folder : null,
    turns: isWhole ? prompts.length : turnIndexOf(prompts.at(-1)?.line),
  }
}

/** The CLI numbers turns on each prompt. */
function turnIndexOf(prompt: Line | undefined): number | null {
  const position = prompt?.['turnPosition']
  const index = typeof position === 'object' && position !== null ? (position as Line)['turnIndex'] : null
  return typeof index === 'number' && index > 0 ? index : null
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= titleLength ? line : `${[...line].slice(0, titleLength).join('')}…`
}
