import { join } from 'node:path'
import { Desk } from './desk.ts'
import { endServers, expect, freePort, seen, serverOf, share, test } from './houses.ts'

/** Opens what there is to set of the fleet. */
async function settingsOf({ page }: Desk): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('searchbox').fill('fleet')
}

/** Fills a form of those settings, and sends it. */
async function fill({ page }: Desk, form: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const found = page.getByRole('form', { name: form })
  for (const [label, value] of Object.entries(fields)) await found.getByLabel(label).fill(value)
  await found.getByRole('button').last().click()
}

/** What came of the form that was sent. */
const told = ({ page }: Desk) => page.locator('[data-part=fleet-next]')

test(
  'two houses: a question and its answer, with a kill of the server and of both Januses between',
  { tag: '@long' },
  async ({ janus: attic, barn, desk, there }) => {
    test.setTimeout(600_000)
    const invitation = join(attic.place.root, 'barn.json')
    await there.open(barn.url)
    await desk.create('ann', { folder: attic.place.work })
    await there.create('bea', { folder: barn.place.work })

    const address = `127.0.0.1:${String(await freePort())}`
    await settingsOf(desk)
    await fill(desk, 'Found a fleet', { 'Name of this house': 'attic', 'Address of the server': address })
    await expect(told(desk)).toContainText('nats-server -c')
    await desk.page.keyboard.press('Escape')
    await settingsOf(desk)
    await expect(desk.page.getByRole('dialog')).toContainText('From its next start on this house is attic')
    await attic.quit()
    await serverOf(attic)
    await attic.start()
    await desk.open(attic.url)
    await settingsOf(desk)
    const fleet = desk.page.locator('[data-part=fleet]')
    await expect(fleet).toContainText('This house is attic. Connected with the fleet’s server')
    await fill(desk, 'Invite a house', {
      'Name of the house': 'barn',
      'Where the invitation goes': invitation,
    })
    await expect(told(desk)).toContainText('janus fleet join')

    await settingsOf(there)
    await fill(there, 'Join a fleet', { Invitation: invitation })
    await expect(told(there)).toContainText('Start Janus again')
    await barn.quit()
    await barn.start()
    await there.open(barn.url)
    await share(there, 'bea', 'ask')
    await desk.page.keyboard.press('Escape')
    await expect(desk.tabs.getByRole('button', { name: /^bea/ })).toBeVisible()
    await expect.poll(() => seen(attic)).toEqual(['bea@barn'])

    // Ann asks; Bea's person is asked first. Meanwhile the server dies, and Ann's Janus.
    await desk.show('ann')
    const words = { target: 'BEA@barn', message: 'say: The port is 8080.', expect_reply: true }
    await desk.say('ann', `call: send_to_agent ${JSON.stringify(words)}`, 'say: Asked.')
    await expect(desk.line('ann', 'Asked.')).toBeVisible()
    await there.show('bea')
    await expect(there.page.getByText('ann@attic wants to write to bea')).toBeVisible()
    await endServers()
    await attic.kill()
    await there.page.getByRole('button', { name: 'Allow ann@attic to write to bea' }).click()
    await expect(there.line('bea', 'The port is 8080.')).toBeVisible()
    await barn.kill()
    await serverOf(attic)
    for (const house of [attic, barn]) await house.start()
    await desk.open(attic.url)
    await desk.show('ann')
    await expect(desk.page.getByText('The port is 8080.').last()).toBeVisible()

    // The pair is allowed: the next words come by themselves, once.
    const more = { target: 'bea@barn', message: 'say: It is noted.' }
    await desk.say('ann', `call: send_to_agent ${JSON.stringify(more)}`, 'say: Told.')
    await there.open(barn.url)
    await there.show('bea')
    await expect(there.line('bea', 'It is noted.')).toBeVisible()
    await expect(there.line('bea', 'The port is 8080.')).toHaveCount(1)
  },
)
