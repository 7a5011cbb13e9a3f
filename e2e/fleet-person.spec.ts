import { expect, makeFleet, seen, share, test } from './houses.ts'

test(
  'a person asks an agent of another house, which its person allows, and sees the answer where they asked',
  { tag: '@long' },
  async ({ janus: attic, barn, desk, there }) => {
    test.setTimeout(600_000)
    await makeFleet(attic, barn)
    await there.open(barn.url)
    await there.create('bea', { folder: barn.place.work })
    await share(there, 'bea', 'ask')
    await desk.open(attic.url)
    await desk.create('ann', { folder: attic.place.work })
    await expect.poll(() => seen(attic)).toEqual(['bea@barn'])

    // The question is asked in the view of the peer, and held in the other house.
    const row = desk.tabs.getByRole('button', { name: /^bea@barn/ })
    const view = desk.page.getByRole('dialog', { name: 'bea@barn' })
    await row.click()
    await desk.composer('bea@barn').fill('say: Two have none.')
    await desk.composer('bea@barn').press('Enter')
    await expect(view).toContainText('held in barn')
    await desk.page.keyboard.press('Escape')
    await there.show('bea')
    await there.page.getByRole('button', { name: /^Allow .+@attic to write to bea$/ }).click()
    await expect(there.line('bea', 'Two have none.')).toBeVisible({ timeout: 30_000 })

    // Its answer is there, and new until it was looked at; that holds over a start.
    await expect(row).toHaveAccessibleName(/unread/)
    await attic.kill()
    await attic.start()
    await desk.open(attic.url)
    await expect(row).toHaveAccessibleName(/unread/)
    await row.click()
    await expect(view.locator('[data-part=peer-answer]')).toHaveText(/bea@barn.*Two have none\.$/s)
    await desk.page.keyboard.press('Escape')
    await expect(row).not.toHaveAccessibleName(/unread/)

    // Who names it writes to it as well, and has its answer there.
    await desk.say('ann', 'say: It is noted.', '@bea@barn')
    await expect(desk.line('ann', 'It is noted.')).toBeVisible()
    await expect(there.line('bea', 'It is noted.')).toBeVisible({ timeout: 30_000 })
    const { body } = await attic.api('GET', '/agents/bea@barn/written')
    const { items } = body as { items: readonly { state: string; reply: { text: string } | null }[] }
    expect(items).toHaveLength(2)
    await row.click()
    await expect(view.locator('[data-part=peer-answer]').last()).toContainText('It is noted.')
  },
)
