import type { SavedFile } from '../../main/contract/api/log-export.ts'
import { ask } from './connection.ts'
import { toast } from './view-store.ts'

/** So long the browser may take to begin with a file, in ms. */
const handedOver = 10_000

/** Hands words over as a file: where the user chooses on the desktop, among the downloads in a browser. */
export async function saveText(name: string, text: string, type: string): Promise<void> {
  if (window.janus) toastSaved(await ask('files.save', { name, text }))
  else download(name, [text], type)
}

/** Says where a file lies; nothing where the user chose no place. */
export function toastSaved({ path }: SavedFile): void {
  if (path !== null) toast(`Saved as ${path}`)
}

/** Gives the browser a file. */
export function download(name: string, parts: string[], type: string): void {
  const href = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(href), handedOver)
}
