import { toast } from './view-store.ts'

/** So long the browser may take to begin with a file, in ms. */
const handedOver = 10_000

/** Hands words over as a file; in the desktop, whose window gives no file away, to the clipboard, and says so. */
export async function handOver(name: string, text: string, type: string, copied: string): Promise<void> {
  if (window.janus) {
    await navigator.clipboard.writeText(text)
    toast(copied)
    return
  }
  const href = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(href), handedOver)
}
