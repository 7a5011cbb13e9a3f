import type { SavedFile } from '../../main/contract/api/log-export.ts'
import { ask } from './connection.ts'
import { toast } from './view-store.ts'

/** Time for the browser to start the download, in ms. */
const handedOver = 10_000

/** On the desktop the user chooses the file; a browser downloads it. */
export async function saveText(name: string, text: string, type: string): Promise<void> {
  if (window.janus) toastSaved(await ask('files.save', { name, text }))
  else download(name, [text], type)
}

/** Null means that the user cancelled. */
export function toastSaved({ path }: SavedFile): void {
  if (path !== null) toast(`Saved as ${path}`)
}

export function download(name: string, parts: string[], type: string): void {
  const href = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(href), handedOver)
}
