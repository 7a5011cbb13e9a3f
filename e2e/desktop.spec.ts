import { readFile, readlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { descriptorsOf } from './place.ts'

/** The app's Chromium processes by kind: Browser, Tab, GPU, Utility. */
const metrics = (app: ElectronApplication) =>
  app.evaluate(({ app }) => app.getAppMetrics().map(({ pid, type }) => ({ pid, type: String(type) })))

test('a window first, a page in its sandbox, agents that inherit nothing, and a quit that leaves nothing', async ({
  desk,
  janus,
  model,
  place,
}) => {
  await expect(desk.page.getByRole('form', { name: 'First agent' })).toBeVisible()
  const processes = await metrics(janus.app)
  const pidsOf = (type: string) => processes.filter((one) => one.type === type).map(({ pid }) => pid)

  const [main = 0] = pidsOf('Browser')
  const program = await readlink(`/proc/${String(main)}/exe`)

  await test.step('the page is in its sandbox, and nobody is root', async () => {
    const [page = 0, ...others] = pidsOf('Tab')
    expect(others).toEqual([])
    const status = await readFile(`/proc/${String(page)}/status`, 'utf8')
    // Seccomp, no new privileges, and its own user namespace.
    expect(/^Seccomp:\t(\d)/m.exec(status)?.[1]).toBe('2')
    expect(/^NoNewPrivs:\t(\d)/m.exec(status)?.[1]).toBe('1')
    const space = (pid: number) => readlink(`/proc/${String(pid)}/ns/user`)
    expect(await space(page)).not.toBe(await space(main))
    for (const { pid } of processes) {
      expect(await readFile(`/proc/${String(pid)}/status`, 'utf8')).not.toMatch(/^Uid:.*\b0\b/m)
    }
  })

  await test.step('an agent has its three pipes, and what it opened itself', async () => {
    await desk.create('scout')
    await desk.say('scout', 'say: Begun.', 'wait: looked', 'say: Done.')
    await model.held('looked')
    const [cli = 0] = await janus.clis()
    const own = await descriptorsOf(cli)
    const ours = [...own].filter(([number]) => number <= 2).map(([, target]) => target)
    expect(ours).toEqual(Array(3).fill(expect.stringMatching(/^(socket|pipe):/)))
    // No other process has the CLI's pipes or other files. A descriptor may be reused while the others are
    // read, so only files that stayed open count.
    const openElsewhere = async () => {
      const others = (await place.processes()).filter(
        ({ pid, command }) => pid !== cli && !command.includes('mcp-servers'),
      )
      const targets = await Promise.all(
        others.map(async ({ pid }) => [...(await descriptorsOf(pid)).values()]),
      )
      return new Set(targets.flat().filter((target) => !target.startsWith('/dev/')))
    }
    const theirs = await openElsewhere()
    expect(theirs.size).toBeGreaterThan(100)
    // Every Chromium process inherits V8's snapshot, a read-only file of the program.
    const begin = join(dirname(program), 'v8_context_snapshot.bin')
    const after = await descriptorsOf(cli)
    const kept = [...own]
      .filter(([number, target]) => after.get(number) === target)
      .map(([, target]) => target)
    expect(kept.length).toBeGreaterThan(3)
    // A child has its parent's files until it executes its own program.
    const stillTheirs = await openElsewhere()
    const isShared = (target: string) => theirs.has(target) && stillTheirs.has(target)
    expect(kept.filter((target) => isShared(target) && target !== begin)).toEqual([])
    await model.release('looked')
    await expect(desk.line('scout', 'Begun. Done.')).toBeVisible()
  })

  await test.step('it quits in order', async () => {
    expect(await janus.quit()).toEqual({ code: 0, signal: null })
    expect(await place.leftOver()).toEqual([])
  })

  await test.step('before Janus has begun, the window is as it was, and takes words', async () => {
    const other = new DatabaseSync(join(place.state, 'janus.db'))
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    const whileStarting = async (window: Page) => {
      await expect(window.locator('[data-part=starting]')).toBeVisible()
      await window.getByRole('textbox', { name: 'Message to scout' }).fill('say: Begun again.')
      await window.keyboard.press('Enter')
      other.close()
    }
    await janus.start({ whileStarting })
    await desk.open(janus.url)
    await expect(desk.line('scout', 'Begun again.')).toBeVisible()
  })
})

test('after a crash nothing is shown before Janus has begun', async ({ desk, janus, place }) => {
  await expect(desk.page.getByRole('form', { name: 'First agent' })).toBeVisible()
  await janus.quit()
  await janus.start()
  await janus.kill()
  const other = new DatabaseSync(join(place.state, 'janus.db'))
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  const whileStarting = async (window: Page) => {
    await expect(window.locator('[data-part=pending]')).toBeVisible()
    other.close()
  }
  await janus.start({ whileStarting })
  await desk.open(janus.url)
})
