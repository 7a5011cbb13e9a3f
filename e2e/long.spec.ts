import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { converse } from './real-cli.ts'
import { expect, test } from './shared-app.ts'

const elementsIn = (log: Locator): Promise<number> => log.evaluate((box) => box.querySelectorAll('*').length)

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

test('a long answer is drawn where it is seen: its end, what is scrolled to, what is searched, and all of it where it is copied', async ({
  desk,
}) => {
  const { page } = desk
  await desk.create('Scribe')
  const parts = Array.from(
    { length: 300 },
    (_, n) => `**Part ${n}** says word${n}x of it.\\n\\n- and a point`,
  )
  await desk.say('Scribe', `say: ${parts.join('\\n\\n')}`)
  const log = desk.transcript('Scribe')
  await expect(log.getByText('word299x')).toBeInViewport()
  await expect(desk.tab('Scribe', 'idle')).toBeVisible()
  await expect(log.getByText('word150x')).toHaveCount(0)
  expect(await elementsIn(log)).toBeLessThan(900)

  await test.step('words in its middle are gone to', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+F')
    await page.getByRole('combobox', { name: 'Search everything said' }).fill('word150x')
    await page.getByRole('option').first().press('Enter')
    await expect(log.getByText('word150x').last()).toBeInViewport()
  })

  await test.step('and from there up, and down to the end again', async () => {
    await log.evaluate((box) => (box.scrollTop -= 3_000))
    await expect(log.getByText('word105x')).toBeVisible()
    await expect(log.getByText('word200x')).toHaveCount(0)
    await page.getByRole('button', { name: 'To the end' }).click()
    await expect(log.getByText('word299x')).toBeInViewport()
  })

  await test.step('what is selected is copied whole, also where it is not drawn', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await log.evaluate((box) => getSelection()?.selectAllChildren(box))
    await page.keyboard.press('ControlOrMeta+C')
    for (const n of [0, 77, 150, 299]) expect(await copied(page)).toContain(`Part ${n} says`)
  })
})

test('a reader at the end stays there whatever is measured between two changes, and leaves it when they go up', async ({
  desk,
}) => {
  await desk.create('Keeper')
  const log = desk.transcript('Keeper')
  /** Changes the conversation's contents; earlier changes are rendered by then. */
  const change = (steps: readonly Change[]) =>
    log.evaluate(async (box, steps) => {
      const block = box.querySelector<HTMLElement>('#block') ?? document.createElement('div')
      block.id = 'block'
      box.firstElementChild?.append(block)
      for (const { height, room, up } of steps) {
        if (height !== undefined) block.style.height = `${height}px`
        if (room !== undefined) box.style.maxHeight = room
        if (up !== undefined) box.scrollTop -= up
        // Forces a layout, as any code in the window may.
        block.getBoundingClientRect()
      }
      for (let n = 0; n < 2; n += 1) await new Promise(requestAnimationFrame)
      return Math.round(box.scrollHeight - box.clientHeight - box.scrollTop)
    }, steps)
  expect(await change([{ height: 2_000 }])).toBe(0)
  expect(await change([{ height: 1_000 }, { height: 3_000 }])).toBe(0)
  expect(await change([{ height: 2_000 }])).toBe(0)
  expect(await change([{ room: '200px' }])).toBe(0)
  expect(await change([{ room: '' }, { height: 3_000 }])).toBe(0)
  const toEnd = desk.page.getByRole('button', { name: /^(To the end|New below)$/ })
  await expect(toEnd).toBeHidden()
  expect(await change([{ up: 300 }, { height: 4_000 }])).toBe(1_300)
  await expect(toEnd).toBeVisible()
  expect(await change([{ height: 3_500 }])).toBe(800)
})

/** A change of the height of something in the conversation, of the room around it, or of the scroll position. */
interface Change {
  readonly height?: number
  readonly room?: string
  readonly up?: number
}

test(
  'older rows come while one reads back, and what is read stays in its place; a row long ago is gone to',
  { tag: '@long' },
  async ({ desk, model, place }) => {
    const { page } = desk
    const folder = join(place.work, 'ferry')
    await mkdir(folder)
    const prompts = Array.from({ length: 104 }, (_, turn) => `say: Answer ${turn}.`)
    await converse(place, model, folder, prompts)
    await desk.create('Scout', { folder })
    const dialog = await desk.openDialog()
    await dialog.getByRole('button', { name: 'Resume conversation…' }).click()
    await page.getByRole('combobox', { name: /^Search .* conversations$/ }).fill('Answer 0')
    const found = page.getByRole('listbox', { name: 'Conversations' }).getByRole('option')
    await expect(found).toHaveCount(1)
    await found.click()
    const log = desk.transcript('ferry')
    await expect(desk.line('ferry', 'Answer 103.')).toBeVisible()
    const moved = await log.evaluate(async (box) => {
      const frame = () => new Promise(requestAnimationFrame)
      let most = 0
      for (let step = 0; step < 120; step += 1) {
        box.scrollTop -= 200
        const top = box.getBoundingClientRect().top
        const row = [...box.querySelectorAll('[data-part=said]')].find(
          (one) => one.getBoundingClientRect().top > top,
        )
        const before = row?.getBoundingClientRect().top ?? 0
        for (let n = 0; n < 4; n += 1) await frame()
        if (row?.isConnected) most = Math.max(most, Math.abs(row.getBoundingClientRect().top - before))
      }
      return most
    })
    expect(moved).toBeLessThanOrEqual(2)
    await expect(desk.line('ferry', 'Answer 0.')).toBeVisible()
    await expect(desk.line('ferry', 'Answer 75.')).toHaveCount(0)
    await page.getByRole('button', { name: 'To the end' }).click()
    await expect(desk.line('ferry', 'Answer 103.')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+F')
    await page.getByRole('textbox', { name: 'Find in this conversation' }).fill('Answer 9.')
    await expect(desk.line('ferry', 'Answer 9.')).toBeInViewport()
  },
)
