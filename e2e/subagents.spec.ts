import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './shared-app.ts'
import { call } from './peers.ts'

test('a subagent is seen under its call, live, stopped alone, found by the search after a reload', async ({
  desk,
  model,
  place,
}) => {
  const { page } = desk
  await writeFile(join(place.work, 'pier.txt'), 'at six\n')
  const read = call('Read', { file_path: join(place.work, 'pier.txt') })
  const agent = (description: string, ...lines: string[]) =>
    call('Agent', {
      description,
      subagent_type: 'general-purpose',
      run_in_background: false,
      prompt: lines.join('\n'),
    })
  const row = (name: string) =>
    desk.transcript('scout').locator('[data-part=subagent]').filter({ hasText: name })
  await desk.create('scout')

  await test.step('while it runs, opened by a key', async () => {
    await desk.say(
      'scout',
      agent('look at the pier', read, 'wait: pier', 'say: Low tide at six.'),
      'say: Over.',
    )
    await model.held('pier')
    const pier = row('look at the pier')
    await expect(pier).toContainText(/1 tool call · .*tokens/)
    await expect(pier).toContainText('running')
    await expect(pier).not.toContainText('pier.txt')
    await pier.locator('summary').first().press('Enter')
    await expect(pier).toContainText('Read')
    await expect(pier).toContainText('pier.txt')
    await model.release('pier')
    await expect(pier).toContainText('Low tide at six.')
    await expect(pier).toContainText('done')
    await expect(desk.line('scout', 'Over.')).toBeVisible()
    await expect(desk.tab('scout', 'idle')).toContainText('Over.')
  })

  await test.step('stopped alone, and its agent goes on', async () => {
    await desk.say(
      'scout',
      agent('wait for the tide', read, 'wait: tide', 'say: Never.'),
      'say: On without it.',
    )
    await model.held('tide')
    await page.getByRole('button', { name: 'Stop wait for the tide' }).click()
    await expect(row('wait for the tide')).toContainText('stopped')
    await expect(desk.line('scout', 'On without it.')).toBeVisible()
    await model.release('tide')
  })

  await test.step('found by its words, which open the call', async () => {
    await page.reload()
    await expect(row('look at the pier')).toContainText('done')
    await page.keyboard.press('Control+Shift+KeyF')
    await page.keyboard.type('"Low tide"')
    const panel = page.getByRole('dialog', { name: 'Search everything said' })
    const options = panel.getByRole('option')
    await options.filter({ hasText: 'in tools, results and thoughts' }).click()
    const said = options.filter({ hasText: "scout's subagent" })
    await expect(said.first()).toBeVisible()
    await said.first().click()
    await expect(row('look at the pier').getByText('Low tide at six.', { exact: true })).toBeVisible()
  })
})
