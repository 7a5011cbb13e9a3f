import { expect, test } from './app.ts'

test(
  'an agent whose process was stopped from outside is shown as suspended, keeps what waits, and goes on',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    await desk.create('scout', { folder: place.work })
    await desk.say('scout', 'say: Begun.', 'wait: gate', 'say: Done.')
    await model.held('gate')
    const [cli = 0] = await janus.clis()
    process.kill(cli, 'SIGSTOP')
    // It is looked at once it has said nothing for ten seconds.
    await expect(desk.tab('scout', 'working, suspended')).toBeVisible()
    const note = desk.page.getByRole('group', { name: /Suspended for/ })
    await expect(note).toContainText('stopped from outside')
    const { body } = await janus.api('GET', '/processes')
    expect(body).toMatchObject({ agents: [{ name: 'scout', state: 'suspended' }] })
    const agents = await janus.api('GET', '/agents')
    expect(agents.body).toMatchObject([
      { name: 'scout', status: 'working', reason: expect.stringContaining('SIGSTOP') as unknown },
    ])
    await desk.say('scout', 'say: Then this.')
    process.kill(cli, 'SIGCONT')
    await model.release('gate')
    await expect(desk.line('scout', 'Begun. Done.')).toBeVisible()
    await expect(desk.line('scout', 'Then this.')).toBeVisible()
    await expect(note).toHaveCount(0)
    expect(await janus.clis()).toEqual([cli])
  },
)
