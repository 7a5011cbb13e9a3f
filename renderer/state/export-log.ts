import type { ExportedKind, LogChunk } from '../../main/contract/api/log-export.ts'
import { errorWords, withErrorToast } from './act.ts'
import { ask } from './connection.ts'
import { download, toastSaved } from './save-text.ts'
import { toast } from './view-store.ts'

/** An agent's conversation, a link, a thread (by any of its messages), or a gathering of another machine. */
export interface LogToExport {
  readonly kind: ExportedKind
  readonly id: string
}

export interface ExportFormat {
  readonly format: 'md' | 'json'
  readonly tools: 'line' | 'whole'
}

/** On the desktop the user chooses the file; a browser downloads it. */
export async function exportLog(log: LogToExport, as: ExportFormat): Promise<void> {
  try {
    if (window.janus) return toastSaved(await ask('log.save', { ...log, ...as }))
    const { name, parts } = await partsOf(log, as)
    download(name, parts, as.format === 'md' ? 'text/markdown' : 'application/json')
  } catch (error) {
    toast(errorWords(error), { isError: true })
  }
}

/** Copies a log as Markdown, with a line per tool call. */
export async function copyLog(log: LogToExport): Promise<void> {
  await withErrorToast(async () => {
    const { parts, rows } = await partsOf(log, { format: 'md', tools: 'line' })
    await navigator.clipboard.writeText(parts.join(''))
    toast(`Copied as Markdown: ${rows} ${rows === 1 ? 'row' : 'rows'}.`)
  })
}

async function partsOf(log: LogToExport, as: ExportFormat) {
  const parts: string[] = []
  let [name, rows] = ['', 0]
  for (let cursor: number | null = 0; cursor !== null;) {
    const part: LogChunk = await ask('log.export', { ...log, ...as, cursor })
    parts.push(part.text)
    rows += part.rows
    ;({ name, next: cursor } = part)
  }
  return { name, parts, rows }
}
