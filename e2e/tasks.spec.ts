import { expect, test } from './shared-app.ts'
import { closed, convene } from './circles.ts'
import { ask, body, call, makeAgents } from './peers.ts'

interface TaskSeen {
  readonly id: string
  readonly title: string
  readonly state: string
  readonly owner: string
}

test('two agents claim and finish tasks in turn; the board shows it, and the user adds and drops one', async ({
  desk,
  janus,
  place,
}) => {
  await makeAgents(janus, place, 'Scout', 'Puppet')
  const first = await body<TaskSeen>(janus, 'POST', '/tasks', { title: 'Write the parser' })
  const second = await body<TaskSeen>(janus, 'POST', '/tasks', {
    title: 'Write its tests',
    waitsFor: [first.id],
  })
  const ids = [first.id, second.id]
  const tasks = async () =>
    (await body<TaskSeen[]>(janus, 'GET', '/tasks')).filter(({ id }) => ids.includes(id))
  await ask(janus, 'Scout', call('claim_task', { task_id: first.id }), 'say: Claimed.')
  await ask(janus, 'Puppet', call('claim_task', { task_id: first.id }), 'say: Refused.')
  expect(await tasks()).toMatchObject([{ state: 'claimed', owner: 'Scout' }, { state: 'open' }])

  const { page } = desk
  await page.getByRole('button', { name: 'Tasks, 2 unfinished' }).click()
  const board = page.getByRole('dialog', { name: 'Tasks' })
  await expect(board.getByRole('region', { name: 'Claimed' })).toContainText('claimed by Scout')
  await ask(
    janus,
    'Scout',
    call('finish_task', { task_id: first.id, result: 'It reads both forms.' }),
    'say: Finished.',
  )
  await expect(board.getByRole('region', { name: 'Done or canceled' })).toContainText('done by Scout')
  await expect(board.getByRole('region', { name: 'Done or canceled' })).toContainText(
    'Result: It reads both forms.',
  )
  await ask(janus, 'Puppet', call('claim_task', { task_id: second.id }), 'say: Claimed.')
  await ask(janus, 'Puppet', call('finish_task', { task_id: second.id }), 'say: Finished.')
  expect((await tasks()).map(({ title, state, owner }) => [title, state, owner])).toEqual([
    ['Write the parser', 'done', 'Scout'],
    ['Write its tests', 'done', 'Puppet'],
  ])

  await board.getByRole('button', { name: 'New task…' }).click()
  await page.getByRole('combobox', { name: 'For' }).selectOption('Puppet')
  await page.getByRole('textbox', { name: 'Title' }).fill('Ship it')
  await page.keyboard.press('Enter')
  await expect(board.getByRole('listitem').filter({ hasText: 'Ship it' })).toContainText('for Puppet')
  // The focus stays at the action, so that keyboard users need not start again from the top.
  await expect(board.getByRole('button', { name: 'New task…' })).toBeFocused()
  await board.getByRole('button', { name: 'Edit Ship it' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.press('Escape')
  const row = board.getByRole('listitem').filter({ hasText: 'Ship it' })
  await expect(row).toBeFocused()
  await board.getByRole('button', { name: 'Cancel task Ship it' }).press('Enter')
  await expect(board.getByRole('region', { name: 'Done or canceled' })).toContainText('canceled by')
  await expect(row).toBeFocused()
})

test(
  'one click makes the next steps of a harvest tasks',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    await makeAgents(janus, place, 'Ann', 'Bob', 'Scribe')
    const question = 'Do we ship?\nAnn, exhale: say: I will tell the harbour.\\nPASS'
    const { id } = await convene(janus, { names: ['Ann', 'Bob'], structure: [1, 1, 1], question })
    await closed(janus, id)
    const { page } = desk
    await desk.gathering('Friday').click()
    await page.getByRole('button', { name: 'Add to Tasks' }).click()
    await page.getByRole('button', { name: 'Show tasks' }).click()
    await expect(page.getByRole('dialog', { name: 'Tasks' })).toContainText('from a gathering')
    // The shared app also lists tasks that earlier tests have ended.
    const tasks = await body<TaskSeen[]>(janus, 'GET', '/tasks?state=open')
    expect(tasks).toMatchObject([
      { title: 'Ann: “I will tell the harbour.”', source: { kind: 'gathering', id } },
    ])
    for (const task of tasks) await body(janus, 'PATCH', `/tasks/${task.id}`, { action: 'drop' })
  },
)
