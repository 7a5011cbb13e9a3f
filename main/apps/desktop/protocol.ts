import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { isBelow } from '../../adapters/folder/folder-identity.ts'
import { pageHeaders } from '../web/page-headers.ts'
import { isOwn } from './policy.ts'
import { signInStyle } from '../web/plain-pages.ts'

/** Privileges like https and no more. `codeCache` keeps compiled scripts for the next start. */
export const scheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}

/** Nothing hidden, no alternate stream, no character that some system reads differently. */
const plainName = /^[A-Za-z0-9_-][A-Za-z0-9_.@+-]*$/
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Returns null when there is no such file. Decodes once and accepts plain names only. */
export function resolveAppPath(address: string, root: string): { path: string; type: string } | null {
  if (!isOwn(address)) return null
  const names = namesOf(new URL(address).pathname)
  if (names === null) return null
  const path = join(root, ...names)
  const type = types[extname(path).toLowerCase()]
  const within = relative(root, path)
  if (type === undefined || !isBelow(root, path) || within.split(sep).length !== names.length) return null
  return { path, type }
}

function namesOf(pathname: string): string[] | null {
  if (pathname === '/') return ['index.html']
  try {
    const names = decodeURIComponent(pathname).split('/').slice(1)
    const isPlain = (name: string) => plainName.test(name) && !name.endsWith('.') && !device.test(name)
    return names.length > 0 && names.every(isPlain) ? names : null
  } catch {
    return null
  }
}

/** Shown after three breakdowns in five minutes. Has no script, since a script may be the cause. */
const brokenHtml = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Janus</title>
<link rel="stylesheet" href="/broken.css">
<main>
<h1>The window keeps breaking down</h1>
<p>Your agents go on, and nothing they say is lost.</p>
<p><a href="/">Open the window again</a></p>
<p>If that does not help, quit Janus and start it again.</p>
</main>
</html>
`

const brokenStyle = `${signInStyle}
a { display: inline-block; margin: 1rem; padding: 0.5rem 1.25rem; border-radius: 0.5rem; text-decoration: none;
  font-weight: 500; background: light-dark(#1b1b17, #eae8e1); color: light-dark(#f6f6f2, #1a1916); }
a:focus-visible { outline: 2px solid light-dark(#9a6312, #e9a94b); outline-offset: 2px; }
`

const made: Readonly<Record<string, { type: string; text: string }>> = {
  '/broken.html': { type: 'text/html; charset=utf-8', text: brokenHtml },
  '/broken.css': { type: 'text/css; charset=utf-8', text: brokenStyle },
}

/** Serves the files below `root`, with the headers of all Janus pages. */
export function serveFiles(root: string): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET') return answer(405, null, 'text/plain')
    const own = isOwn(request.url) ? made[new URL(request.url).pathname] : undefined
    if (own) return answer(200, own.text, own.type)
    const file = resolveAppPath(request.url, root)
    if (file === null) return answer(404, null, 'text/plain')
    try {
      return answer(200, await readFile(file.path), file.type)
    } catch {
      return answer(404, null, 'text/plain')
    }
  }
}

function answer(status: number, body: string | Uint8Array<ArrayBuffer> | null, type: string): Response {
  return new Response(body, { status, headers: { ...pageHeaders, 'Content-Type': type } })
}
