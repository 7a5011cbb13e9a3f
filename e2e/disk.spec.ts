import { existsSync } from 'node:fs'
import { expect, test as base } from './app.ts'
import { test, type SmallDisk } from './small-disk.ts'

test(
  'little room is told, then new words are refused and stay where they were written, until there is room',
  { tag: '@long' },
  async ({ disk, desk, page }) => {
    const notice = page.getByRole('region', { name: 'The disk' })
    await desk.create('scout')
    await expect(notice).toBeHidden()

    disk.resize('600m')
    await desk.hear('scout', 'heard')
    await expect(notice).toContainText(/has 5\d\d MB left.*below 100 MB Janus takes in nothing new/)

    disk.resize('80m')
    const composer = desk.composer('scout')
    await composer.fill('say: kept')
    await composer.press('Enter')
    await expect(page.getByText(/Nothing of this was sent. Free some space/)).toBeVisible()
    await expect(notice).toContainText('Janus takes in nothing new; what runs goes on')
    await expect(composer).toHaveValue('say: kept')
    await page.reload()
    await expect(composer).toHaveValue('say: kept')

    disk.resize('4g')
    await composer.press('Enter')
    await expect(desk.line('scout', 'kept')).toBeVisible()
    await expect(notice).toBeHidden()
  },
)

// What keeps it from being written, what the notice says, and how it is undone.
const unwritable = [
  {
    name: 'a state folder that cannot be written is read in a copy: nothing is done or kept, and afterwards it is as it was',
    is: /cannot write in .*: this is a copy of it to read, search and export/,
    begin: (disk: SmallDisk) => disk.lock(),
    end: (disk: SmallDisk) => disk.unlock(),
  },
  {
    name: 'a state folder whose disk is full is read in a copy, until there is room again',
    is: /There is no room left for .*: this is a copy of it to read, search and export.*Free some space/,
    begin: (disk: SmallDisk) => disk.fill(),
    end: (disk: SmallDisk) => disk.resize('4g'),
  },
] as const

for (const { name, is, begin, end } of unwritable)
  test(name, { tag: '@long' }, async ({ disk, desk, janus, page, electron }) => {
    base.skip(electron !== null, 'its window would be another one')
    await desk.create('scout')
    await desk.hear('scout', 'remembered')
    await janus.kill()

    begin(disk)
    await janus.start()
    await page.goto(janus.url)
    const notice = page.getByRole('region', { name: 'The disk' })
    await expect(notice).toContainText(is)
    await expect(desk.line('scout', 'remembered')).toBeVisible()
    const composer = desk.composer('scout')
    await composer.fill('say: lost')
    await composer.press('Enter')
    await expect(page.getByText(/here one can only read. Nothing of this was done/)).toBeVisible()
    await expect(composer).toHaveValue('say: lost')
    const [, copy = ''] = /\(in (\S+), until Janus ends\)/.exec(janus.program.output) ?? []
    expect(existsSync(copy)).toBe(true)
    expect(await janus.quit()).toEqual({ code: 0, signal: null })
    expect(existsSync(copy)).toBe(false)

    end(disk)
    await janus.start()
    await page.goto(janus.url)
    await expect(desk.line('scout', 'remembered')).toBeVisible()
    await expect(notice).toBeHidden()
    await desk.hear('scout', 'kept')
  })
