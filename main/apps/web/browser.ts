import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import open from 'open'
import { removeOwnerOnly, writeOwnerOnly } from '../../adapters/folder/owner-only.ts'

/**
 * Opens the window in the person's browser, where there is one. The address holds a code, and a command line can
 * be read by everybody on the machine; so the browser is given a file that only its owner can read, and that
 * leads on. Answers what takes the file away again.
 */
export function openInBrowser(folder: string, address: string, log: (line: string) => void): () => void {
  const path = join(folder, 'open.html')
  const remove = (): void => {
    removeOwnerOnly(path)
  }
  if (!hasScreen()) return () => undefined
  writeOwnerOnly(path, leadingPage(address))
  open(pathToFileURL(path).href).then(
    (child) => {
      child.on('error', (error) => {
        log(`browser: ${error.message}`)
      })
    },
    (error: unknown) => {
      log(`browser: ${String(error)}`)
    },
  )
  return remove
}

function hasScreen(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])
}

/** Goes on to the address by itself; the code in it is of the letters that need no escape. */
function leadingPage(address: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Janus</title>
<p>Janus opens. If it does not, use the address in the terminal.</p>
`
}
