import { expect, test } from './app.ts'
import { runJanus } from './janus.ts'

test('a user at a terminal makes an agent, writes to it and changes a setting; the window shows it', async ({
  janus,
  desk,
  place,
}) => {
  expect(await runJanus(place, 'new', 'Scout', '--role', 'looks around')).toMatchObject({ code: 0 })
  await expect(desk.tab('Scout')).toBeVisible()
  const sent = await runJanus(place, 'send', 'scout', 'say: Read from the terminal.')
  expect(sent).toEqual({
    code: 0,
    output: expect.stringMatching(/^It waits for|^Scout has it|^scout has it/) as unknown as string,
  })
  await desk.show('Scout')
  await expect(desk.line('Scout', 'Read from the terminal.')).toBeVisible()

  const asked = await runJanus(place, 'send', 'Scout', 'say: It is 42.', '--wait', '60')
  expect(asked).toEqual({ code: 0, output: 'It is 42.\n' })

  const agents = await runJanus(place, 'agents')
  expect(agents.output).toMatch(/^NAME +STATUS +ROLE +FOLDER\nScout +\w+ +looks around +\S*work\n$/)
  const gatherings = await runJanus(place, 'gatherings')
  expect(gatherings.output).toContain('janus gatherings convene TOPIC QUESTION')
  const settings = await runJanus(place, 'api', 'PATCH', '/settings', '{"theme":"dark"}')
  expect(settings.code).toBe(0)
  await expect(desk.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const unknown = await runJanus(place, 'send', 'Nobody', 'hello', '--json')
  expect(unknown.code).toBe(1)
  expect(JSON.parse(unknown.output)).toMatchObject({ error: { code: 'unknown_agent', available: ['Scout'] } })

  // A request with a wrong token is recorded.
  expect((await janus.api('GET', '/agents/Secret', undefined, 'b'.repeat(43))).status).toBe(401)
  const refused = await runJanus(place, 'refused')
  expect(refused.output).toMatch(
    /^WHEN .*\n\S+ \S+ +a stranger +used an unknown token +GET \/api\/agents\/:agent\n$/,
  )

  const token = await janus.userToken()
  for (const { output } of [sent, asked, agents, settings, unknown, refused])
    expect(output).not.toContain(token)
  await janus.quit()
  expect(await runJanus(place, 'agents')).toMatchObject({
    code: 3,
    output: expect.stringContaining('npm start') as unknown as string,
  })
})
