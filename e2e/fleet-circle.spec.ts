import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { circleOnce, convene, type CircleSeen } from './circles.ts'
import { annAndBea, expect, killAll, makeFleet, test } from './machines.ts'
import { wordsOf } from './model.ts'
import { body } from './peers.ts'

test(
  'a circle of two machines: a seat there is asked for, taken, speaks, and is free when it is over; both are killed between',
  { tag: '@long' },
  async ({ janus: attic, barn, desk, there }) => {
    test.setTimeout(600_000)
    await desk.create('Scribe')
    await annAndBea([attic, desk], [barn, there], 'ask')

    const { id } = await convene(attic, {
      topic: 'Which port?',
      names: ['ann', 'bea@barn'],
      role: '',
      structure: [1, 1, 1],
      more: { beatIntervalSeconds: 120 },
    })
    await there.open(barn.url)
    await there.page.getByRole('button', { name: /^1 item needs you$/ }).click()
    await there.page.getByRole('button', { name: /invites it to a gathering: Which port\?.* Go$/ }).click()
    const seat = there.page.getByRole('region', { name: 'Seat on another machine' })
    await expect(seat).toContainText('invites bea to “Which port?”')
    await seat.getByRole('button', { name: 'Join' }).click()
    await expect(seat).toContainText('Takes part in “Which port?” on attic')

    // Its first turn comes; then the broker and both apps are killed.
    await expect(there.transcript('bea')).toContainText('You have the piece', { timeout: 90_000 })
    await killAll(attic, barn)
    const over = await circleOnce(attic, id, ({ state }) => state === 'closed')
    const said = over.utterances.filter(({ kind, name }) => kind === 'said' && name === 'bea@barn')
    expect(said.length).toBeGreaterThan(1)
    expect(over.closedBecause).toContain('every round was spoken')
    expect(over.harvest).not.toBe(null)

    await desk.open(attic.url)
    await there.open(barn.url)
    await expect(there.page.getByRole('region', { name: 'Seat on another machine' })).toBeHidden({
      timeout: 60_000,
    })
    // It has passed the piece by its tool, without a failed call.
    await expect(there.transcript('bea')).toContainText(/Pass\s*the piece\s*done/)
    await expect(there.transcript('bea')).not.toContainText('failed')
  },
)

async function leadTo(page: Page, words: string, name: RegExp) {
  await page.keyboard.press('Control+Shift+KeyF')
  await page.keyboard.type(words)
  await page.getByRole('option', { name }).first().click()
}

test(
  'two people sit in one circle, each at their own Janus: the one there is asked, speaks in her turn, is passed over while she is away, and has the harvest; both are killed between',
  { tag: '@long' },
  async ({ janus: attic, barn, desk, there, model }) => {
    test.setTimeout(600_000)
    await body(attic, 'PATCH', '/settings', { user: 'Mo' })
    await body(barn, 'PATCH', '/settings', { user: 'Ann' })
    await desk.create('scout')
    for (const name of ['pilot', 'Scribe']) await desk.create(name)
    // Ann has no agent.
    await makeFleet(attic, barn)
    const known = async () => JSON.stringify((await attic.api('GET', '/fleet')).body)
    await expect.poll(known).toContain('"user":"Ann"')

    // The organizer finds her by name.
    await desk.open(attic.url)
    await desk.page.getByRole('button', { name: 'New gathering' }).click()
    await desk.page.getByRole('button', { name: 'Add a seat' }).click()
    await expect(desk.page.getByRole('menuitem', { name: /^Ann@barn/ })).toBeVisible()
    await desk.page.keyboard.press('Escape')
    await desk.page.keyboard.press('Escape')
    const { id } = await convene(attic, {
      topic: 'Which port?',
      names: ['scout', 'Ann@barn', 'pilot'],
      structure: [1, 1, 1],
      more: { beatIntervalSeconds: 30 },
    })

    await there.open(barn.url)
    await there.page.getByRole('button', { name: /^1 item needs you$/ }).click()
    const call = there.page.getByRole('button', { name: /invites you to this gathering Go$/ })
    await expect(call.getByRole('strong')).toHaveText('Which port?')
    await call.click()
    const sheet = there.page.getByRole('dialog', { name: /Which port/ })
    // Another button appears in its place: the second click must not press it.
    await sheet.getByRole('button', { name: 'Join' }).dblclick({ delay: 150 })

    // In her first turn she speaks, and passes the piece to pilot.
    const turn = sheet.getByRole('region', { name: 'Your turn' })
    await expect(turn).toBeVisible({ timeout: 90_000 })
    // She sees the seats, and that she has the piece.
    const seats = sheet.getByRole('list', { name: 'In the order of speaking' }).getByRole('listitem')
    await expect(seats).toHaveText([
      /scout@attic, has had a turn/,
      /Ann@barn \(you\), has the piece/,
      /pilot@attic, comes later/,
    ])
    await killAll(attic, barn)
    await there.open(barn.url)
    await there.page.getByRole('button', { name: /^Which port\?, a gathering of/ }).click()
    await turn.getByRole('textbox').fill('Nine thousand and ninety.')
    await turn.getByRole('button', { name: 'Speak, pass to…' }).click()
    await there.page.getByRole('menuitem', { name: 'pilot@attic (3)' }).click()
    const said = await circleOnce(attic, id, ({ utterances }) =>
      utterances.some(({ name, text }) => name === 'Ann@barn' && text?.includes('Nine thousand')),
    )
    expect(said.utterances.filter(({ text }) => text === 'Nine thousand and ninety.')).toHaveLength(1)
    await expect(sheet.getByRole('region', { name: 'Seats' })).toContainText(
      'Hold · discussion, round 1 of 1',
    )

    // She leaves: the gathering skips her after the usual time, and she still gets the harvest.
    await there.page.goto('about:blank')
    const isMissed = ({ kind, name, text }: CircleSeen['utterances'][number]) =>
      kind === 'missed' && name === 'Ann@barn' && text?.includes('not seen yet') === true
    await circleOnce(attic, id, ({ utterances }) => utterances.some(isMissed))
    await body(attic, 'POST', `/gatherings/${id}/close`, {})
    const over = await circleOnce(attic, id, ({ state }) => state === 'closed')
    expect(over.harvest).not.toBe(null)
    const heard = wordsOf(await model.lastWith('[Janus: harvest of "Which port?"]'))
    expect(heard).toMatch(
      /\[From seat 2, "Ann@barn", a remote user, not your user, utt-\w+\]:\nNine thousand/,
    )
    await there.open(barn.url)
    // A search finds her statement, opens it, and offers it for export.
    const ended = there.page.getByRole('dialog', { name: /^Which port\? · attic/ })
    await leadTo(there.page, 'ninety', /^in Which port\? · attic.*from Ann/)
    await expect(ended.locator('[data-part=circle-words]:focus')).toContainText('Nine thousand and ninety.')
    await expect(ended.locator('[data-part=circle-words]:focus .prose').last()).toHaveText(
      'Nine thousand and ninety.',
    )
    await ended.getByRole('button', { name: 'Export the gathering' }).click()
    await there.page.getByRole('menuitem', { name: 'Export…' }).click()
    const file = there.page.waitForEvent('download')
    await there.page.getByRole('button', { name: 'Export', exact: true }).click()
    const text = readFileSync(await (await file).path(), 'utf8')
    expect(text).toMatch(/^# Which port\?\n\n- A gathering on attic, convened by Mo@attic\n/)
    expect(text).toMatch(/\*\*Ann\*\* \d\d:\d\d\n\n> Nine thousand and ninety\./)
    await there.page.getByRole('button', { name: /^Which port\?.*closed/ }).click()
    await expect(ended).toContainText('Its harvest:')
    await there.page.keyboard.press('Escape')

    // The timeline shows it too, once she has a tab.
    await there.create('keeper')
    const timeline = there.page.getByRole('button', { name: 'Timeline of all events' })
    await timeline.click()
    const row = (words: RegExp) => there.page.getByRole('listitem').filter({ hasText: words })
    await expect(row(/Mo@attic.*invites.*you.*Which port/s)).toHaveCount(1)
    await expect(row(/You.*are skipped.*Which port/s).first()).toBeVisible()
    await row(/You.*say.*Nine thousand and ninety/s)
      .getByRole('button')
      .click()
    await ended.getByRole('button', { name: 'Archive' }).click()
    await expect(ended).toBeHidden()
    await timeline.click()
    await expect(there.page.getByRole('button', { name: /^Which port\?, a gathering of/ })).toHaveCount(0)
    await leadTo(there.page, 'ninety', /^in Which port\? · attic.*from Ann/)
    await expect(there.page.getByText('a gathering on attic, which is no longer')).toBeVisible()

    // She declines another one where it is listed.
    const next = await convene(attic, { topic: 'Which hour?', names: ['scout', 'Ann@barn'] })
    await there.page.getByRole('button', { name: 'Not now: Which hour?' }).first().click()
    // While it runs she can still join.
    await there.page.getByRole('button', { name: /^Which hour\?.*you left/ }).click()
    const hour = there.page.getByRole('dialog', { name: /Which hour/ })
    await expect(hour.getByRole('button', { name: 'Join' })).toBeVisible()
    await hour.getByRole('button', { name: 'Archive' }).click()
    await expect(there.page.getByRole('button', { name: /Which hour/ })).toHaveCount(0)
    const without = await circleOnce(attic, next.id, ({ state }) => state === 'closed')
    const past = without.utterances.filter(({ name }) => name === 'Ann@barn')
    expect(new Set(past.map(({ kind, text }) => `${kind}: ${text ?? ''}`))).toEqual(
      new Set(['missed: not come, or gone from the circle']),
    )
  },
)
