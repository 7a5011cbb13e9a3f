import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './shared-app.ts'

/** Returns the page's accessibility violations in short. */
async function barriers(page: Page): Promise<string[]> {
  // Legacy mode opens no extra page, which the desktop app would refuse; it only lacks cross-origin frames,
  // and there are none.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

for (const colorScheme of ['light', 'dark'] as const) {
  // `npm test` checks some of the gallery's states instead.
  test.describe(colorScheme, { tag: '@long' }, () => {
    test.use({ colorScheme })
    test('the window can be used by everybody', async ({ desk, model }) => {
      expect(await barriers(desk.page)).toEqual([])
      await desk.create('scout')
      await desk.create('puppet')
      await desk.say('puppet', 'call: Bash {"command":"touch x"}')
      await expect(desk.page.getByRole('button', { name: 'Allow once' })).toBeVisible()
      expect(await barriers(desk.page)).toEqual([])
      await desk.say('scout', 'say: **Bold**, `code`, [a link](https://example.com).', 'wait: here')
      await model.held('here')
      await desk.say('scout', 'Waiting words')
      await expect(desk.waiting).toBeVisible()
      expect(await barriers(desk.page)).toEqual([])
      await desk.openDialog()
      expect(await barriers(desk.page)).toEqual([])
    })
  })
}
