import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Desk } from './desk.ts'
import { expect, test } from './shared-app.ts'

/** Runs a command in the real xterm where it is installed (Debian: `apt-get install xterm`), else directly. */
const terminal = `${existsSync('/usr/bin/xterm') ? '/usr/bin/xterm -e ' : ''}touch opened`

/** Sets the user's terminal in the settings page: the API must not allow it. */
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
  // Other tests share the app.
  await choose(desk, '')
})
