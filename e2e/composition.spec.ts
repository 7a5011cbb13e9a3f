import { expect, type Page } from '@playwright/test'
import { openState, test } from './gallery.ts'

test.use({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })

/** What an input method's Enter and Esc send to the field that has the focus: Safari says only 229. */
const compose = (page: Page) =>
  page.evaluate(() => {
    for (const key of ['Enter', 'Escape'])
      for (const how of [{ isComposing: true }, { keyCode: 229 }])
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, ...how }),
        )
  })

/** The state of the gallery, what has to be done there to reach a field, and the field. */
const fields: readonly (readonly [string, string, string, ((page: Page) => Promise<void>)?])[] = [
  [
    'the reason of a denial',
    'card-permission',
    '[data-part=card] input',
    (page) => page.getByRole('button', { name: 'Deny, and say why' }).click(),
  ],
  [
    'the name of a tab, in the list',
    'agent-idle',
    'input[aria-label^="New name of"]',
    (page) => page.locator('[data-part=tab-row] > button').first().dblclick(),
  ],
  ['the form of a new seat', 'gathering-add-seat', '[data-part=newcomer] :is(input, textarea)'],
  ['the filter of the tabs', 'tabs-filter', 'input[type=search]'],
  ['a line of the settings', 'settings-terminal', 'dialog input.input.mono'],
]

for (const [at, [what, state, selector, reach]] of fields.entries())
  test(
    `no key of a composition reaches ${what}`,
    { tag: at < 2 ? [] : '@long' },
    async ({ page, gallery }) => {
      await openState(page, gallery, state)
      await reach?.(page)
      const field = page.locator(selector).locator('visible=true').first()
      await field.fill('こんにちは')
      await compose(page)
      await expect(field).toBeVisible()
      await expect(field).toHaveValue('こんにちは')
    },
  )
