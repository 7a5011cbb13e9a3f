import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import type { Place } from '../e2e/place.ts'
import { Program } from '../e2e/program.ts'
import { writeCli } from './cli-script.ts'
import { Api } from './kill-traffic.ts'
import { watchPage } from './watched.ts'

const root = join(import.meta.dirname, '..')

export interface WebApp {
  readonly program: Program
  readonly api: Api
  readonly url: string
}

/** Starts the built web app. `cli`: a script of the bench in place of the agents' CLIs. */
export async function startWeb(place: Place, modelUrl: string, cli: string | null): Promise<WebApp> {
  await mkdir(join(place.home, 'claude'), { recursive: true })
  const environment = place.environment(modelUrl)
  if (cli !== null) {
    const program = [process.execPath, join(import.meta.dirname, cli)]
    environment['JANUS_CLAUDE'] = await writeCli(place.home, program)
  }
  const flags = ['--home', place.state, '--port', '0', '--no-open']
  const program = Program.start([join(root, 'dist', 'main', 'web.js'), ...flags], environment, place.work)
  const [, url = ''] = await program.prints(/^Janus: (\S+)$/m)
  await program.prints(/^agents API: (\S+)$/m)
  return { program, api: new Api(place.state), url }
}

/** Uses the Chromium that `npm run bench` found. */
export function openBrowser(): Promise<Browser> {
  const path = process.env['JANUS_CHROMIUM']
  return chromium.launch({
    ...(path === undefined ? {} : { executablePath: path }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}

/** Opens the app's window, instrumented, and waits for its composer. */
export async function openWindow(browser: Browser, { url }: WebApp): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(watchPage)
  await page.goto(url)
  await page.locator('[data-part=pane] textarea').first().waitFor()
  return page
}

/** Sends a request as the user; throws when it is refused. */
export async function must({ api }: WebApp, method: string, path: string, body: object): Promise<void> {
  const answer = await api.ask(method, path, body)
  if (answer?.status !== 200) throw new Error(`${path}: ${String(answer?.status)} ${answer?.text ?? ''}`)
}
