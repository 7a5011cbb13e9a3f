import { join } from 'node:path'
import { Desk } from './desk.ts'
import { annAndBea, expect, seen, test } from './houses.ts'
import { Janus } from './janus.ts'
import { body } from './peers.ts'

/** How a house stands among the others, by the API; only what this test looks at. */
interface FleetSeen {
  readonly carrier: { readonly stands: string }
  readonly houses: readonly { readonly name: string; readonly setBackAt: string | null }[]
}

const fleetOf = async (house: Janus): Promise<FleetSeen> =>
  (await body<{ readonly fleet: FleetSeen }>(house, 'GET', '/fleet')).fleet
const carrierOf = async (house: Janus) => (await fleetOf(house)).carrier.stands

test(
  'one invitation on two machines: the second takes no part, all three windows say so, and nothing is lost',
  { tag: '@long' },
  async ({ janus: attic, barn, desk, there, third, newPage }) => {
    test.setTimeout(300_000)
    await annAndBea([attic, desk], [barn, there], 'open')

    await third.start()
    await body(third, 'POST', '/fleet/join', { file: join(attic.place.root, 'barn.json') })
    await third.quit()
    await third.start()
    await expect.poll(() => carrierOf(third)).toBe('aside')
    await expect.poll(() => carrierOf(barn)).toBe('twice')
    await desk.open(attic.url)
    await there.open(barn.url)
    const elsewhere = new Desk(await newPage())
    await elsewhere.open(third.url)
    const house = desk.page.getByRole('region', { name: 'House barn' })
    await expect(house).toContainText('here, runs twice')
    await expect(there.page.locator('[data-part=fleet-line]')).toContainText('Another Janus runs as barn')
    await expect(elsewhere.page.locator('[data-part=fleet-line]')).toContainText('this one takes no part')
    await expect(elsewhere.page.getByRole('region', { name: 'House attic' })).toContainText('not heard yet')

    // Mail goes to the first, as if there were no other.
    await desk.show('ann')
    const words = { target: 'bea@barn', message: 'say: It is noted.' }
    await desk.say('ann', `call: send_to_agent ${JSON.stringify(words)}`, 'say: Told.')
    await there.show('bea')
    await expect(there.line('bea', 'It is noted.')).toBeVisible()

    await third.quit()
    await expect.poll(() => carrierOf(barn)).toBe('connected')
    await expect(house).not.toContainText('runs twice')
    expect(await fleetOf(attic)).toMatchObject({ houses: [{ name: 'barn', setBackAt: null }] })
    expect(await fleetOf(barn)).toMatchObject({ houses: [{ name: 'attic', setBackAt: null }] })
    expect(await seen(attic)).toEqual(['bea@barn'])
  },
)
