import { isDeepStrictEqual } from 'node:util'
import type { ElectronParts, WindowPart } from './electron-parts.ts'
import { smokeChecks } from './smoke-checks.ts'

interface SmokeOptions {
  readonly electron: ElectronParts
  /** Resolves once the window shows a page of Janus and the core runs. */
  readonly window: Promise<WindowPart>
  readonly say: (line: string) => void
}

/** Milliseconds until there is a window, and then until the app has ended. */
const [longestStart, longestEnd] = [60_000, 10_000]

/**
 * Checks the page and the facts that are safe to check, prints failures and a total, and quits the app, by
 * force after a time limit. Calls `ended` with the result before quitting.
 */
export async function smoke(options: SmokeOptions, ended: (isWell: boolean) => void): Promise<void> {
  const { electron, say } = options
  const fail = (words: string) => () => {
    say(`smoke: failed: ${words}`)
    electron.app.exit(1)
  }
  let limit = setTimeout(fail('there is no window'), longestStart)
  const window = await options.window
  clearTimeout(limit)
  limit = setTimeout(fail('it does not end'), longestEnd)
  electron.app.on('quit', () => clearTimeout(limit))
  ended(await isWell(options, window))
  electron.app.quit()
}

async function isWell({ electron, say }: SmokeOptions, window: WindowPart): Promise<boolean> {
  const failures = [...(await pageFailures(window)), ...factFailures(electron)]
  for (const failure of failures) say(`smoke: ${failure}`)
  const total = inPage.length + smokeChecks.length
  say(`smoke: ${String(total - failures.length)} passed, ${String(failures.length)} failed`)
  return failures.length === 0
}

interface InPage {
  readonly name: string
  readonly script: string
  readonly is: unknown
}

const inPage: readonly InPage[] = [
  {
    name: 'the page asks Janus how it is',
    script: `janus.request('app.status', {}).then(({ answer }) => answer?.shell ?? null)`,
    is: 'desktop',
  },
  {
    name: 'the page has four functions of the desktop and nothing of Node',
    script: `[Object.keys(janus).sort(), ['require', 'process', 'module', 'Buffer'].filter((name) => name in window)]`,
    is: [['onCommand', 'pathOf', 'request', 'subscribe'], []],
  },
  {
    name: 'the content policy keeps the page from other places',
    script: `new Promise((resolve) => {
      addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true })
      fetch('https://elsewhere.invalid').catch(() => setTimeout(() => resolve('asked'), 1000))
    })`,
    is: 'connect-src',
  },
  { name: 'the page is drawn', script: `document.body.innerText.trim() !== ''`, is: true },
]

async function pageFailures({ webContents }: WindowPart): Promise<string[]> {
  const failures: string[] = []
  for (const { name, script, is } of inPage) {
    const seen = await webContents.executeJavaScript(script).catch(String)
    if (!isDeepStrictEqual(seen, is)) failures.push(failed(name, seen, is))
  }
  return failures
}

function factFailures(electron: ElectronParts): string[] {
  return smokeChecks.flatMap(({ fact, name, see, is }) => {
    const seen = see(electron)
    return isDeepStrictEqual(seen, is) ? [] : [failed(`fact ${String(fact)} ${name}`, seen, is)]
  })
}

function failed(name: string, seen: unknown, is: unknown): string {
  return `failed: ${name} (${JSON.stringify(seen)}, not ${JSON.stringify(is)})`
}
