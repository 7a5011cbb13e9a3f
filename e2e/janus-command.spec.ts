import { fileURLToPath } from 'node:url'
import { expect, test } from './app.ts'
import type { Place } from './place.ts'
import { Program } from './program.ts'

const script = fileURLToPath(new URL('../scripts/janus.mjs', import.meta.url))

/** Runs `janus` in a terminal of the place; resolves with its exit code and what it printed. */
async function janus(place: Place, ...argv: string[]): Promise<{ code: number | null; output: string }> {
  const environment = { PATH: process.env['PATH'], HOME: place.home, JANUS_HOME: place.state }
  const program = Program.start([script, ...argv], environment, place.work)
  const { code } = await program.ended
  return { code, output: program.output }
}

test('a person at a terminal makes an agent, writes to it and changes a setting; the window shows it', async ({
  janus: app,
  desk,
  place,
}) => {
  expect(await janus(place, 'new', 'Scout', '--role', 'looks around')).toMatchObject({ code: 0 })
  await expect(desk.tab('Scout')).toBeVisible()
  const sent = await janus(place, 'send', 'scout', 'say: Read from the terminal.')
  expect(sent).toEqual({
    code: 0,
    output: expect.stringMatching(/^It waits for|^Scout has it|^scout has it/) as unknown as string,
  })
  await desk.show('Scout')
  await expect(desk.line('Scout', 'Read from the terminal.')).toBeVisible()

  const asked = await janus(place, 'send', 'Scout', 'say: It is 42.', '--wait', '60')
  expect(asked).toEqual({ code: 0, output: 'It is 42.\n' })

  const agents = await janus(place, 'agents')
  expect(agents.output).toMatch(/^NAME +STATUS +ROLE +FOLDER\nScout +\w+ +looks around +\S*work\n$/)
  const gatherings = await janus(place, 'gatherings')
  expect(gatherings.output).toContain('janus gatherings convene TOPIC QUESTION')
  const settings = await janus(place, 'api', 'PATCH', '/settings', '{"theme":"dark"}')
  expect(settings.code).toBe(0)
  await expect(desk.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const unknown = await janus(place, 'send', 'Nobody', 'hello', '--json')
  expect(unknown.code).toBe(1)
  expect(JSON.parse(unknown.output)).toMatchObject({ error: { code: 'unknown_agent', available: ['Scout'] } })

  // Who came with a wrong token is on record.
  expect((await app.api('GET', '/agents/Secret', undefined, 'b'.repeat(43))).status).toBe(401)
  const refused = await janus(place, 'refused')
  expect(refused.output).toMatch(
    /^WHEN .*\n\S+ \S+ +a stranger +asked with a token that nobody holds +GET \/api\/agents\/:agent\n$/,
  )

  const token = await app.personToken()
  for (const { output } of [sent, asked, agents, settings, unknown, refused])
    expect(output).not.toContain(token)
  await app.quit()
  expect(await janus(place, 'agents')).toMatchObject({
    code: 3,
    output: expect.stringContaining('npm start') as unknown as string,
  })
})
