import type { Page } from '@playwright/test'
import { expect, test } from './shared-app.ts'
import { body, makeAgents } from './peers.ts'

/** A picture to look at, where one is asked for. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['JANUS_LOOK']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('what runs in the background has a name and a Stop; what was not seen stays marked; what asks is answered in its area', async ({
  desk,
  janus,
  place,
}) => {
  const { page } = desk
  const area = page.getByRole('region', { name: 'Needs you' })
  const bash = (input: object) => `call: Bash ${JSON.stringify(input)}`
  await makeAgents(janus, place, 'scout', 'puppet', 'third')

  await test.step('a command in the background: by name, with its last words, until it is stopped', async () => {
    const watch = {
      command: 'echo low tide; sleep 90',
      description: 'Watch the pier',
      run_in_background: true,
    }
    await desk.say('scout', bash(watch), 'say: It runs.')
    await expect(desk.line('scout', 'It runs.')).toBeVisible()
    await expect(page.locator('[data-part=pane] header')).toContainText('Idle, 1 in the background')
    await expect(desk.transcript('scout')).toContainText('in the background')
    await expect(desk.transcript('scout')).not.toContainText('Output is being written to')
    await page.keyboard.press('Control+Period')
    const tasks = page.getByRole('region', { name: 'In the background' })
    await expect(tasks.getByRole('listitem')).toContainText('Watch the pier')
    await expect(tasks.getByRole('listitem')).toContainText('low tide')
    await picture(page, 'background')
    await tasks.getByRole('button', { name: 'Stop Watch the pier' }).click()
    await expect(tasks).toBeHidden()
    await expect(page.locator('[data-part=pane] header')).not.toContainText('in the background')
    await page.keyboard.press('Control+Period')
  })

  await test.step('words that were not seen are marked, over a reload too, until they are', async () => {
    await desk.say('puppet', 'think: 600', 'say: All green.')
    await desk.show('third')
    await expect(desk.tab('puppet', 'idle, 1 unread')).toContainText('All green.')
    await page.reload()
    await expect(desk.tab('puppet', 'idle, 1 unread')).toBeVisible()
    await desk.show('puppet')
    await expect(desk.line('puppet', 'All green.')).toBeVisible()
    await desk.show('third')
    await expect(desk.tab('puppet', 'idle')).toBeVisible()
    await expect(desk.tab('puppet', 'idle, 1 unread')).toBeHidden()
  })

  await test.step('no tab moves when one asks; it is answered in the area, by key and all that are alike at once', async () => {
    const place1 = await desk.tab('third').boundingBox()
    await body(janus, 'POST', '/agents/scout/message', { message: bash({ command: 'touch one.txt' }) })
    await expect(area.getByRole('listitem')).toContainText('touch one.txt')
    expect(await desk.tab('third').boundingBox()).toEqual(place1)
    await expect(desk.tab('scout', 'working, needs you')).toContainText('Run touch one.txt')
    await area
      .getByRole('listitem')
      .getByRole('button', { name: /^scout/ })
      .focus()
    await expect(area.getByRole('listitem')).toHaveAttribute('data-ready', 'true')
    await page.keyboard.press('1')
    await expect(area).toBeHidden()
    for (const name of ['scout', 'puppet'])
      await body(janus, 'POST', `/agents/${name}/message`, { message: bash({ command: 'touch two.txt' }) })
    await expect(area.getByRole('listitem')).toHaveCount(2)
    await picture(page, 'needs')
    await area.getByRole('button', { name: 'Allow all 2 once' }).click()
    await expect(area).toBeHidden()
  })
})
