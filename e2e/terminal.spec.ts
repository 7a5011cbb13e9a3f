import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Desk } from './desk.ts'
import { expect, test } from './shared-app.ts'

/** The real xterm where there is one (Debian: `apt-get install xterm`), and what it is told to run; else that alone. */
const terminal = `${existsSync('/usr/bin/xterm') ? '/usr/bin/xterm -e ' : ''}touch opened`

/** Chooses the user's terminal on the page of settings, as by hand: over the API nobody can. */
async function choose(desk: Desk, line: string): Promise<void> {
  const sheet = desk.page.getByRole('dialog', { name: 'Settings' })
  const field = sheet.getByRole('textbox', { name: 'Your terminal' })
  await field.fill(line)
  await field.press('Tab')
  await desk.page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
}

async function openSettings(desk: Desk): Promise<void> {
  await desk.page.keyboard.press('ControlOrMeta+,')
  await desk.page.getByRole('dialog', { name: 'Settings' }).getByRole('searchbox').fill('terminal')
}

test('a terminal opens in the agent’s folder; where there is no screen it says so @long', async ({
  desk,
  janus,
  place,
}) => {
  const folder = join(place.work, 'the ferry; "2"')
  await mkdir(folder)
  await place.handOver()
  await desk.create('Scout', { folder })
  await openSettings(desk)
  await choose(desk, terminal)
  await desk.choose('Scout', 'Open a terminal here')
  if (janus.window === null) {
    await expect(desk.page.getByText('Janus runs on a machine without a screen')).toBeVisible()
    await desk.page.getByRole('button', { name: 'Choose…' }).click()
  } else {
    await expect(desk.page.getByText(`A terminal opens in ${folder}`)).toBeVisible()
    await expect.poll(() => existsSync(join(folder, 'opened'))).toBe(true)
    await openSettings(desk)
  }
  // The app is shared with other tests.
  await choose(desk, '')
})
