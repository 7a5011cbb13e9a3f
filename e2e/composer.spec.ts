import { expect, test } from './shared-app.ts'
import { countRenders, rendersOf } from './renders.ts'

test(
  'model and permission mode are chosen in the bar, by keyboard',
  { tag: '@long' },
  async ({ desk, janus }) => {
    await desk.create('scout')
    const { page } = desk
    const mode = page.getByRole('button', { name: 'Permission mode: Ask before acting' })
    await mode.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('radio', { name: /^Ask before acting/ })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Permission mode: Plan only' })).toBeFocused()

    await page.getByRole('button', { name: 'Model: Default model' }).click()
    await page.getByLabel('Another model').fill('own-model-1')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Model: own-model-1' })).toBeVisible()
    expect((await janus.api('GET', '/agents')).body).toMatchObject([
      { name: 'scout', permissionMode: 'plan', model: 'own-model-1' },
    ])
  },
)

test('what is typed: lines, and the commands of the CLI', async ({ desk, model }) => {
  await desk.create('scout')
  const { page } = desk
  const composer = desk.composer('scout')

  await test.step('Shift and Enter make a line, Enter sends', async () => {
    await composer.pressSequentially('say: One.')
    await composer.press('Shift+Enter')
    await composer.pressSequentially('say: Two.')
    await expect(composer).toHaveValue('say: One.\nsay: Two.')
    await composer.press('Enter')
    await expect(desk.line('scout', 'One. Two.')).toBeVisible()
  })

  await test.step('↑ brings back what was sent, ↓ leaves the field empty; a word of ours says what it means', async () => {
    await page.keyboard.press('ArrowUp')
    await expect(composer).toHaveValue('say: One.\nsay: Two.')
    await page.keyboard.press('ArrowDown')
    await expect(composer).toHaveValue('')
    const help = page.locator('[data-part=help]')
    await expect(help).toBeHidden()
    await page.getByRole('button', { name: 'Summary' }).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Normal' })).toBeFocused()
    await expect(help).toHaveText(/^What was said and changed/)
    await composer.focus()
    await expect(help).toBeHidden()
  })

  await test.step("a slash offers the CLI's own commands; Esc puts them away and stops nothing", async () => {
    await desk.say('scout', 'say: Begun.', 'wait: never', 'say: Not reached.')
    await model.held('never')
    const commands = page.getByRole('listbox', { name: 'Commands' })
    await composer.pressSequentially('/com')
    await expect(commands.getByRole('option', { name: /^\/compact/ })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expect(composer).toHaveAttribute('aria-activedescendant', /.+/)
    await page.keyboard.press('Escape')
    await expect(commands).toBeHidden()
    await expect(desk.tab('scout', 'working')).toBeVisible()

    await composer.fill('/')
    await expect(commands).toBeVisible()
    await composer.pressSequentially('comp')
    await page.keyboard.press('Tab')
    await expect(composer).toHaveValue('/compact ')
    await expect(commands).toBeHidden()
    await composer.fill('see /comp')
    await expect(commands).toBeHidden()
    await composer.fill('say: Queued.')
    await composer.press('Enter')
    await expect(desk.waiting).toContainText('Queued.')
    await page.keyboard.press('Escape')
    await expect(desk.tab('scout', 'idle, 1 waiting')).toBeVisible()
  })

  await test.step('what was queued behind an interrupted turn waits for a click', async () => {
    await expect(desk.waiting).toContainText('You interrupted before it was read')
    await desk.waiting.getByRole('button', { name: /^Send:/ }).click()
    await expect(desk.line('scout', 'Queued.')).toBeVisible()
  })
})

test('typing draws nothing of the conversation again', { tag: '@long' }, async ({ desk }) => {
  await desk.create('scout')
  await desk.hear('scout', 'Ready.')
  await expect(desk.tab('scout', 'idle')).toBeVisible()
  await countRenders(desk.page, 'transcript')
  await desk.page.reload()
  await expect(desk.line('scout', 'Ready.')).toBeVisible()
  await desk.composer('scout').press('x')
  const before = await rendersOf(desk.page)
  expect(before).toBeGreaterThan(0)
  await desk.composer('scout').pressSequentially(' a sentence of some length, key by key')
  expect(await rendersOf(desk.page)).toBe(before)
})

test('a reload in the middle of everything loses nothing', { tag: '@long' }, async ({ desk, model }) => {
  await desk.create('scout')
  await desk.create('puppet')
  await desk.say(
    'scout',
    'say: Begun.',
    'wait: work',
    'call: Bash {"command":"touch made.txt"}',
    'say: After it.',
  )
  await model.held('work')
  await expect(desk.line('scout', 'Begun.')).toBeVisible()
  await desk.say('scout', 'say: From the queue.')
  await expect(desk.waiting).toContainText('From the queue')
  await desk.composer('scout').fill('half a thought')
  await desk.show('puppet')
  await desk.composer('puppet').fill('another')

  await desk.page.reload()
  await expect(desk.composer('puppet')).toHaveValue('another')
  await desk.show('scout')
  await expect(desk.composer('scout')).toHaveValue('half a thought')
  await expect(desk.line('scout', 'Begun.')).toHaveCount(1)
  await expect(desk.waiting).toContainText('From the queue')

  await model.release('work')
  await expect(desk.page.getByRole('button', { name: 'Allow once' })).toBeVisible()
  await desk.page.reload()
  await desk.decide('Bash', 'Allow once')
  await expect(desk.line('scout', 'After it.')).toHaveCount(1)
  await expect(desk.line('scout', 'From the queue.')).toHaveCount(1)
  await expect(desk.composer('scout')).toHaveValue('half a thought')
})
