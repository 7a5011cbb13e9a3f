import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base } from './app.ts'
import type { Desk } from './desk.ts'
import { goodCode, signInPage, Understudy, type Fault } from './understudy.ts'

interface Fixtures {
  /** The CLI's fault at the start; null: it is missing. */
  readonly fault: Fault | null
  readonly cli: Understudy
}

const test = base.extend<Fixtures>({
  fault: [{}, { option: true }],
  cli: async ({ place, fault }, use) => {
    const cli = new Understudy(place)
    if (fault !== null) await cli.appear(fault)
    await use(cli)
  },
  start: async ({ cli, place }, use) => use({ env: { JANUS_CLAUDE: cli.path }, args: ['--cwd', place.work] }),
})

const check = (desk: Desk) => desk.page.getByRole('region', { name: '1 issue to fix' })
const words = (desk: Desk) => desk.page.getByRole('textbox', { name: 'Message to the first agent' })

async function begin(desk: Desk, folder: string, text: string): Promise<void> {
  await desk.page.getByRole('combobox', { name: 'Folder' }).fill(folder)
  await words(desk).fill(text)
  await words(desk).press('Enter')
}

test.describe('without a CLI', () => {
  test.use({ fault: null })

  test(
    'the first words are kept, and go once the CLI is there',
    { tag: '@long' },
    async ({ cli, desk, place }) => {
      await expect(check(desk)).toContainText(`There is no Claude CLI at ${cli.path}`)
      await expect(desk.page.getByRole('combobox', { name: 'Folder' })).toHaveValue(place.work)
      await expect(desk.page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
      await check(desk).getByRole('button', { name: 'Set its path…' }).click()
      const settings = desk.page.getByRole('dialog', { name: 'Settings' })
      await expect(settings.getByRole('textbox', { name: 'Claude CLI' })).toBeVisible()
      await settings.getByRole('button', { name: 'Close' }).click()
      await begin(desk, place.work, 'say: Here I am.')
      await expect(desk.page.getByText('Queued until the issue below is fixed')).toBeVisible()
      await cli.appear()
      await check(desk).getByRole('button', { name: 'Check again' }).click()
      await expect(desk.line('Scout', 'Here I am.')).toBeVisible()
    },
  )

  test('a CLI that was chosen wrongly is left for the default', { tag: '@long' }, async ({ desk, place }) => {
    await check(desk).getByRole('button', { name: 'Use the default' }).click()
    await expect(check(desk)).toBeHidden()
    await begin(desk, place.work, 'say: It comes along.')
    await expect(desk.line('Scout', 'It comes along.')).toBeVisible()
  })
})

test.describe('with an old CLI', () => {
  test.use({ fault: { version: '1.0.41' } })

  test(
    'the check says which version is too old, and where it lies',
    { tag: '@long' },
    async ({ desk, cli }) => {
      await expect(check(desk)).toContainText('1.0.41')
      await expect(check(desk)).toContainText(cli.path)
    },
  )
})

test.describe('signed out', () => {
  test.use({ fault: { isSignedOut: true } })

  test('one signs in by the code of a page, and what was written goes', async ({ desk, janus, place }) => {
    await desk.page.setViewportSize({ width: 1024, height: 700 })
    await expect(desk.page.getByRole('button', { name: 'Try the demo' })).toBeInViewport({ ratio: 1 })
    await begin(desk, place.work, 'say: Signed in.')
    await check(desk).getByRole('button', { name: 'Sign in' }).click()
    const page = check(desk).getByRole(janus.shell.pageOutside, { name: 'Open claude.example' })
    await expect(page).toHaveAttribute('title', signInPage)
    const code = check(desk).getByRole('textbox', { name: 'Code' })
    await code.fill('a-wrong-code')
    await code.press('Enter')
    await expect(code).toHaveAccessibleDescription(/did not accept this code/)
    await check(desk).getByRole('button', { name: 'Start over' }).click()
    await expect(code).toHaveAccessibleDescription('')
    await code.fill(goodCode)
    await code.press('Enter')
    await expect(check(desk)).toBeHidden()
    await expect(desk.line('Scout', 'Signed in.')).toBeVisible()
  })

  test('what waits survives a reload, and can be called back', { tag: '@long' }, async ({ desk, place }) => {
    await begin(desk, place.work, 'say: Not yet.')
    const waits = desk.page.getByRole('button', { name: 'Cancel' })
    await expect(waits).toBeVisible()
    await desk.page.reload()
    await expect(words(desk)).toHaveValue('say: Not yet.')
    await waits.click()
    await expect(waits).toBeHidden()
    await expect(words(desk)).toHaveValue('say: Not yet.')
  })

  test(
    'the rehearsal: two agents talk, three clicks from the first screen',
    { tag: '@long' },
    async ({ desk, janus }) => {
      await desk.page.getByRole('button', { name: 'Try the demo' }).click()
      await expect(desk.page.getByRole('button', { name: 'Exit demo' })).toBeVisible()
      await desk.page.getByRole('button', { name: 'Watch two agents talk' }).click()
      await expect(desk.tab('Scout', 'working')).toBeVisible()
      await expect(desk.transcript('Builder')).toContainText('Ask Scout')
      await expect(desk.tabs.getByText('demo', { exact: true })).toBeVisible()
      await expect(desk.tab('Builder', 'idle')).toBeVisible()
      await expect(desk.transcript('Builder').getByText('Scout').first()).toBeVisible()
      expect(desk.page.url()).toMatch(janus.shell.rehearsalPage(janus.url))
    },
  )
})

test(
  'a folder is completed as in a terminal, and recent ones are offered',
  { tag: '@long' },
  async ({ desk, place }) => {
    await mkdir(join(place.work, 'ferry', 'src'), { recursive: true })
    const folder = desk.page.getByRole('combobox', { name: 'Folder' })
    await folder.fill(join(place.work, 'fe'))
    await expect(desk.page.getByRole('option', { name: /ferry$/ })).toBeVisible()
    await folder.press('ArrowDown')
    await folder.press('Tab')
    await expect(folder).toHaveValue(`${join(place.work, 'ferry')}/`)
    await expect(desk.page.getByRole('option', { name: /src$/ })).toBeVisible()
    await folder.press('Escape')
    await desk.page.getByRole('button', { name: 'Start' }).click()
    const dialog = await desk.openDialog()
    await dialog.getByRole('combobox', { name: 'Folder' }).fill('')
    await dialog.getByRole('combobox', { name: 'Folder' }).blur()
    await dialog.getByRole('combobox', { name: 'Folder' }).focus()
    await expect(dialog.getByRole('option', { name: /ferry$/ })).toBeVisible()
  },
)

test(
  'a second start on the same folder says so, and leaves the first alone',
  { tag: '@long' },
  async ({ desk, janus }) => {
    const { code, words } = janus.shell.secondStart(janus.program.pid)
    const second = janus.launch()
    expect(await second.ended).toEqual({ code, signal: null })
    expect(second.output).toContain(words)
    await expect(desk.page.getByRole('form', { name: 'First agent' })).toBeVisible()
  },
)

base.describe('a rehearsal', () => {
  // As on a machine without an account; an inherited key must not be used either.
  base.use({ start: { args: ['--rehearse'], env: { ANTHROPIC_API_KEY: 'a-real-account' } } })

  base('without an account, a rehearsal answers, and says that it is one', async ({ desk, model }) => {
    await expect(desk.page.getByText('This is the')).toBeVisible()
    await desk.create('scout')
    await expect(desk.tabs.getByText('demo', { exact: true })).toBeVisible()
    await desk.say('scout', 'Hello there')
    await expect(desk.transcript('scout')).toContainText('I am the rehearsal model')
    await desk.create('puppet')
    await desk.say('scout', 'call: send_to_agent {"target":"puppet","message":"say: Heard."}', 'say: Sent.')
    await desk.show('puppet')
    await expect(desk.line('puppet', 'Heard.')).toBeVisible()
    expect(await model.requests()).toEqual([])
  })

  base(
    'the scenes of a rehearsal: two agents talk and come to rest, one asks first, one changes a file',
    { tag: '@long' },
    async ({ desk }) => {
      await desk.create('Scout', { folder: null })
      await desk.create('Builder', { folder: null })
      await desk.say('Builder', 'Ask Scout which parts of this project have no tests.')
      await expect(desk.transcript('Builder')).toContainText('Scout has answered: it is src/fares.js')
      await expect(desk.transcript('Builder')).toContainText('1 has no test: src/fares.js')
      await desk.show('Scout')
      await expect(desk.transcript('Scout')).toContainText('Builder has my answer.')
      await expect(desk.tab('Scout', 'idle')).toBeVisible()
      await expect(desk.tab('Builder', 'idle')).toBeVisible()

      await desk.say('Builder', 'Run the tests')
      await desk.decide('npm test', 'Allow once')
      await expect(desk.transcript('Builder')).toContainText('The tests pass: 3 of 3.')

      await desk.say('Builder', 'Fix the child fare')
      await desk.decide('fares.js', 'Allow once')
      await expect(desk.transcript('Builder')).toContainText('Children pay half now')
    },
  )
})
