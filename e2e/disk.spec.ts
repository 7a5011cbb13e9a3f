import { existsSync } from 'node:fs'
import { expect, test as base } from './app.ts'
import { test } from './small-disk.ts'

test('little room is told, then new words are refused and stay where they were written, until there is room', async ({
  disk,
  desk,
  page,
}) => {
  const notice = page.getByRole('region', { name: 'The disk' })
  await desk.create('scout')
  await expect(notice).toBeHidden()

  disk.resize('600m')
  await desk.say('scout', 'say: heard')
  await expect(desk.line('scout', 'heard')).toBeVisible()
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
})

test(
  'a state folder that cannot be written is read in a copy: nothing is done or kept, and afterwards it is as it was',
  { tag: '@long' },
  async ({ disk, desk, janus, page, electron }) => {
    base.skip(electron !== null, 'its window would be another one')
    await desk.create('scout')
    await desk.say('scout', 'say: remembered')
    await expect(desk.line('scout', 'remembered')).toBeVisible()
    await janus.kill()

    disk.lock()
    await janus.start()
    await page.goto(janus.url)
    const notice = page.getByRole('region', { name: 'The disk' })
    await expect(notice).toContainText(/cannot write in .*: this is a copy of it to read, search and export/)
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

    disk.unlock()
    await janus.start()
    await page.goto(janus.url)
    await expect(desk.line('scout', 'remembered')).toBeVisible()
    await expect(notice).toBeHidden()
    await desk.say('scout', 'say: kept')
    await expect(desk.line('scout', 'kept')).toBeVisible()
  },
)
