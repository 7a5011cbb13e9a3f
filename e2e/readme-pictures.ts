import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator } from '@playwright/test'
import { expect, test as base } from './app.ts'
import type { Desk } from './desk.ts'
import type { Janus } from './janus.ts'
import { Place } from './place.ts'

const pictures = join(import.meta.dirname, '..', 'docs', 'pictures')
export const run = promisify(execFile)
export const name = process.env['JANUS_PICTURES'] ?? ''
/** Device pixels for each CSS pixel. */
const scale = 1.5

/** The real desktop app of that ordinary user, in demo mode. */
export const test = base.extend({
  ownScreen: [
    async ({ electron }, use) => {
      const screen = (await electron?.openScreen('2200x1400')) ?? null
      await use(screen)
      await screen?.close()
    },
    { scope: 'worker' },
  ],
  place: async ({ electron }, use) => {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (of) => Number((await run('id', [of, name])).stdout)),
    )
    if (electron?.as === null || uid === undefined || gid === undefined) throw new Error('Root runs this.')
    const home = (await run('getent', ['passwd', name])).stdout.split(':')[5] ?? ''
    const place = await Place.make({ uid, gid })
    const state = join(home, '.janus-rehearsal')
    const work = join(home, 'code', 'ferry')
    await mkdir(work, { recursive: true })
    await run('chown', ['-R', `${name}:${name}`, join(home, 'code')])
    await use(Object.assign(place, { home, state, work }))
    for (const made of ['.janus-rehearsal', '.janus-rehearsal-demo', 'code', '.local', 'claude'])
      await rm(join(home, made), { recursive: true, force: true })
    await place.clear()
  },
  start: {
    args: ['--rehearse', `--force-device-scale-factor=${String(scale)}`],
    env: { JANUS_PICTURES: name, USER: name },
  },
  colorScheme: 'light',
})

export async function resize(janus: Janus, width: number, height: number): Promise<void> {
  await janus.app.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size),
    [width, height] as [number, number],
  )
  await expect.poll(() => janus.window?.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
}

export async function picture(desk: Desk, of: string): Promise<void> {
  await desk.page.mouse.move(700, 20)
  await desk.page.screenshot({
    path: join(pictures, `${of}.png`),
    animations: 'disabled',
    caret: 'hide',
    scale: 'device',
  })
}

export async function still(desk: Desk, part: Locator, of: string): Promise<void> {
  await desk.page.mouse.move(700, 20)
  await part.screenshot({
    path: join(pictures, `${of}.png`),
    animations: 'disabled',
    caret: 'hide',
    scale: 'css',
  })
}
