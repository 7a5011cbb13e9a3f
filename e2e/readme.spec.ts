import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './app.ts'
import { atOnce, circleOnce, closed, type CircleSeen } from './circles.ts'
import { makers } from './makers.ts'
import { openOptions, type Desk } from './desk.ts'
import { atRest, body, call } from './peers.ts'
import { Place } from './place.ts'
import { name, picture, resize, run, still, test } from './readme-pictures.ts'
import { Understudy } from './understudy.ts'

/*
 * Takes the README's pictures with the real desktop app. Not a test: root runs it with `JANUS_PICTURES=mo`,
 * where that is an ordinary user without a Janus.
 */

const watch = (desk: Desk) => desk.page.getByRole('button', { name: 'Watch two agents talk' }).click()
const isAsked = (desk: Desk) => expect(desk.page.getByRole('button', { name: 'Allow once' })).toBeVisible()

test('two agents, what they ask, and what one says to the other', async ({ desk, janus }) => {
  const { page } = desk
  await resize(janus, 1280, 800)
  await watch(desk)
  await expect(desk.transcript('Builder')).toContainText('What shall I do next?')
  await atRest(janus)
  await picture(desk, 'two-tabs')

  await desk.say('Builder', 'Run the tests')
  await isAsked(desk)
  await picture(desk, 'permission')
  await desk.say('Scout', 'Run the tests')
  await isAsked(desk)
  await page.getByRole('button', { name: '2 items need you' }).click()
  await expect(page.getByRole('button', { name: 'Allow both once' })).toBeVisible()
  await picture(desk, 'waiting')
  await page.getByRole('button', { name: 'Allow both once' }).click()
  await atRest(janus)

  await page.getByRole('button', { name: 'Timeline of all events' }).click()
  await expect(page.getByRole('main', { name: 'Timeline' })).toContainText('npm test')
  await picture(desk, 'timeline')
  await page.keyboard.press('Escape')

  // What they say next continues from the first answer.
  const answer = desk.transcript('Builder').locator('[aria-label="Answer from Scout"]')
  await desk.show('Builder')
  const first = await answer.first().getAttribute('data-message')
  const goOn = (message: string) =>
    call('send_to_agent', { target: 'Scout', message, expect_reply: true, reply_to: first })
  for (const [at, question] of ['And what is left to do?', 'What does this project do?'].entries()) {
    await desk.say('Builder', goOn(question), 'say: I have asked.')
    await expect(answer).toHaveCount(at + 2)
    await atRest(janus)
  }
  await desk.show('Scout')
  await desk
    .transcript('Scout')
    .getByRole('button', { name: /answered/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Show thread' }).click()
  await expect(page.getByRole('dialog', { name: 'Thread' })).toContainText('What does this project do?')
  await picture(desk, 'conversation')
  await page.keyboard.press('Escape')

  await desk.show('Scout')
  await page.getByRole('button', { name: 'Actions for Scout' }).click()
  await page.getByRole('menuitem', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Message rules…' }).click()
  const handlers = page.getByRole('dialog')
  await handlers.getByRole('button', { name: 'New rule…' }).click()
  await handlers.getByLabel('Name').fill('Where the fares are')
  await handlers.getByLabel('Type', { exact: true }).selectOption('yes')
  await handlers.getByRole('textbox', { name: 'Answer' }).fill('The fares are in src/fares.js.')
  await handlers.getByRole('button', { name: 'Test on recent messages' }).click()
  await expect(handlers).toContainText('would have')
  await picture(desk, 'handlers')
})

test('what an agent changed, and what it used', async ({ desk, janus }) => {
  const { page } = desk
  await resize(janus, 1280, 800)
  await watch(desk)
  await expect(desk.transcript('Builder')).toContainText('What shall I do next?')
  await desk.say('Builder', 'Fix the child fare')
  await isAsked(desk)
  await page.getByRole('button', { name: 'Allow once' }).click()
  await atRest(janus)
  await page.keyboard.press('Control+Shift+KeyD')
  await expect(page.getByRole('dialog', { name: 'Builder’s changes' })).toContainText('src/fares.js')
  await picture(desk, 'changes')
  await page.keyboard.press('Escape')
})

test('a folder that brings settings of its own', async ({ desk, janus, place }) => {
  const { page } = desk
  await resize(janus, 1280, 800)
  const hook = { matcher: 'Bash', hooks: [{ type: 'command', command: './check.sh' }] }
  const settings = { hooks: { PreToolUse: [hook] }, permissions: { allow: ['Bash(npm test:*)'] } }
  const servers = { mcpServers: { timetable: { command: 'node', args: ['tools/timetable.js'] } } }
  const write = (file: string, words: string) => writeFile(join(place.work, file), words)
  await mkdir(join(place.work, '.claude'))
  await write('.claude/settings.json', JSON.stringify(settings))
  await write('.mcp.json', JSON.stringify(servers))
  await write('CLAUDE.md', '# Ferry\n\nTimes are minutes after midnight.\n')
  await write('check.sh', '#!/bin/sh\nexit 0\n')
  await run('chmod', ['755', join(place.work, 'check.sh')])
  await body(janus, 'POST', '/agents', { name: 'Critic', cwd: place.work, role: 'finds what is wrong' })
  await desk.say('Critic', 'What does this project do?')
  await expect(page.getByRole('group').filter({ hasText: 'Don’t trust' })).toContainText('timetable')
  await atRest(janus)
  await picture(desk, 'trust')
})

test('a link, and timers at the side', async ({ desk, janus }) => {
  const { page } = desk
  await resize(janus, 1280, 800)
  await watch(desk)
  await expect(desk.transcript('Builder')).toContainText('What shall I do next?')
  await atRest(janus)
  await desk.say('Builder', 'Talk with Scout about the fares')
  await page
    .getByRole('button', { name: /^Link Builder ⇄ Scout, all messages, 5 of 8/ })
    .click({ timeout: 90_000 })
  await expect(page.getByText('ended with nothing to add')).toBeVisible()
  await atRest(janus)
  await picture(desk, 'link')
  await page.keyboard.press('Control+Backslash')
  await page
    .getByRole('region', { name: 'Empty pane', exact: true })
    .getByRole('button', { name: /^Builder/ })
    .click()
  await expect(desk.transcript('Builder')).toBeVisible()
  await picture(desk, 'panes')
  await page.keyboard.press('Control+Backslash')

  await desk.say('Builder', 'Look at Scout in 2 minutes')
  await page.keyboard.press('Control+Period')
  const side = page.getByRole('complementary', { name: 'About Builder' })
  await expect(side).toContainText('Check')
  await atRest(janus)
  await picture(desk, 'timers')
})

test('mail that waits beside a question', async ({ desk, janus }) => {
  const { page } = desk
  await resize(janus, 1280, 800)
  const cwd = '~/.janus-rehearsal-demo/ferry'.replace('~', join(janus.place.home))
  for (const [agent, role] of [
    ['Builder', 'writes the code'],
    ['Scout', 'knows the fares'],
    ['Critic', 'finds what is wrong'],
  ])
    await body(janus, 'POST', '/agents', { name: agent, role, cwd })
  await desk.say('Builder', 'Run the tests')
  await isAsked(desk)
  await desk.say(
    'Scout',
    'Tell Builder: Dogs ride free on the night ferry: src/fares.js does not know that yet.',
  )
  await desk.say('Scout', 'Leave Builder a note: the readme says 9:30, the timetable too.')
  await desk.say('Critic', 'Interrupt Builder: Stop before you commit: the child fare is wrong for groups.')
  await desk.show('Builder')
  await expect(desk.page.getByRole('button', { name: 'Deliver now' })).toBeVisible()
  await expect(desk.waiting).toContainText('Dogs ride free')
  await expect(desk.waiting).toContainText('1 note')
  await picture(desk, 'mailbox')
  await page.keyboard.press('Escape')
})

test('a gathering: its sheet, the user’s turn, the harvest', async ({ desk, janus }) => {
  const { page } = desk
  await resize(janus, 1440, 900)
  const cwd = join(janus.place.home, '.janus-rehearsal-demo', 'ferry')
  for (const [agent, role] of [
    ['Scout', 'knows the provider'],
    ['Builder', 'wrote the change'],
    ['Critic', 'looks for what breaks'],
    ['Scribe', 'harvests'],
  ])
    await body(janus, 'POST', '/agents', { name: agent, role, cwd })
  await desk.show('Scout')
  await page.keyboard.press('Control+Shift+KeyG')
  const sheet = page.getByRole('dialog', { name: 'New gathering' })
  await openOptions(sheet)
  await sheet.getByLabel('Name', { exact: true }).fill('Ship on Friday?')
  await sheet.getByText('Options', { exact: true }).click()
  await sheet.getByLabel('Question').fill('What would make us regret shipping on Friday?')
  await sheet.getByRole('button', { name: 'Add a seat' }).click()
  await page.getByRole('menuitem', { name: /you/i }).click()
  await sheet.getByRole('radio', { name: 'Quick' }).click()
  await expect(sheet.getByRole('region', { name: 'Estimate' })).toContainText('Turns12')
  await sheet.getByLabel('Question').focus()
  await picture(desk, 'convene')
  await sheet.getByRole('button', { name: 'Start', exact: true }).click()

  const pane = page.getByRole('main', { name: 'Gathering Ship on Friday?' })
  const words = pane.getByRole('textbox', { name: 'Your turn in the gathering' })
  const speak = async (text: string) => {
    await words.fill(text)
    await words.press('Control+Enter')
    await expect(words).toBeHidden()
  }
  await expect(words).toBeVisible({ timeout: 90_000 })
  await speak('Ship behind a flag, off by default.')
  const note = pane.getByRole('textbox', { name: 'Note for your turn' })
  await note.fill('Who is awake on Saturday?')
  await note.press('Enter')
  await expect(words).toBeVisible({ timeout: 90_000 })
  await words.fill('I am awake on Saturday, from six. If the flag is in by tonight')
  await picture(desk, 'gathering')
  await speak('I am awake on Saturday, from six. If the flag is in by tonight, I say yes.')
  await expect(words).toBeVisible({ timeout: 90_000 })
  await speak('Ship behind a flag, off by default.')
  const { items } = await body<{ items: CircleSeen[] }>(janus, 'GET', '/gatherings')
  await closed(janus, items[0]?.id ?? '')
  await expect(pane.getByRole('heading', { name: 'Next', exact: true })).toBeVisible()
  await picture(desk, 'harvest')

  await page.getByRole('main').getByRole('button', { name: 'Replay' }).click()
  const replay = page.getByRole('main', { name: 'Replay of Ship on Friday?' })
  for (let step = 1; step < 9; step += 1) await page.keyboard.press('ArrowRight')
  await expect(replay).toContainText('Hold 1')

  for (const [at, step] of film.entries()) {
    const first = page.getByRole('button', { name: 'First', exact: true })
    await first.click()
    await first.blur()
    for (let n = 1; n < step; n += 1) await page.keyboard.press('ArrowRight')
    await expect(replay).toContainText(`Step ${String(step)} of`)
    await still(desk, replay, `film-${String(at + 1)}`)
  }
})

/** Steps of that gathering: sealed statements, disagreement, common ground, the end. */
const film = [3, 8, 13, 17]

/** Other makers' agents, as in the long suite. */
const manyMakers = test.extend({
  start: async ({ start }, use) => use({ ...start, env: { ...start.env, ...makers } }),
})

manyMakers('a circle of several makers', async ({ desk, janus }) => {
  const { page } = desk
  await resize(janus, 1440, 900)
  const cwd = join(janus.place.home, '.janus-rehearsal-demo', 'ferry')
  const kinds = { Cody: 'codex', Gem: 'gemini', Opal: 'opencode', Scribe: 'claude' }
  for (const [agent, kind] of Object.entries(kinds))
    await body(janus, 'POST', '/agents', { name: agent, kind, cwd })
  const { id } = await body<CircleSeen>(janus, 'POST', '/gatherings', {
    topic: 'Ship on Friday?',
    question: 'What would make us regret shipping on Friday?',
    structure: [1, 1, 1],
    user: { number: 4 },
    harvester: { name: 'Scribe' },
    participants: ['Cody', 'Gem', 'Opal'].map((agent) => ({ name: agent, role: atOnce })),
  })
  await desk.gathering('Ship on Friday?').click()
  const isMine = (phase: string) =>
    circleOnce(janus, id, (seen) => seen.phase === phase && seen.holder?.number === 4)
  await isMine('inhale')
  await body(janus, 'POST', `/gatherings/${id}/say`, { text: 'I am awake on Saturday, from six.' })
  await isMine('hold')
  await atRest(janus)
  await page.getByRole('textbox', { name: 'Your turn in the gathering' }).fill('Behind a flag, then.')
  await picture(desk, 'three-families')
})

const signedOut = test.extend<{ readonly cli: Understudy }>({
  cli: async ({ place }, use) => {
    const folder = join(place.home, '.local', 'bin')
    await mkdir(folder, { recursive: true })
    const cli = new Understudy(
      Object.assign(Object.create(place) as Place, { root: folder, home: place.home }),
    )
    await cli.appear({ isSignedOut: true })
    await run('chown', ['-R', `${name}:${name}`, join(place.home, '.local')])
    await use(cli)
  },
  start: async ({ cli, start }, use) => {
    const { args = [], env } = start
    await use({ args: args.slice(1), env: { ...env, JANUS_CLAUDE: cli.path } })
  },
})

signedOut('the first screen', async ({ desk, janus, place }) => {
  await resize(janus, 1280, 800)
  await desk.page.getByRole('combobox', { name: 'Folder' }).fill(place.work)
  await desk.page.getByRole('textbox', { name: 'Message to the first agent' }).focus()
  await expect(desk.page.getByRole('region', { name: '1 issue to fix' })).toContainText('Sign in')
  await picture(desk, 'first-screen')
})
