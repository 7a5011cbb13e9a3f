import { Janus } from './janus.ts'
import { body } from './peers.ts'
import { annAndBea, endServers, expect, killAll, test } from './houses.ts'

interface LinkSeen {
  readonly id: string
  readonly state: string
  readonly keptBy: string | null
  readonly budget: { readonly used: number }
}

const linkOf = async (house: Janus): Promise<LinkSeen | undefined> =>
  (await body<{ items: LinkSeen[] }>(house, 'GET', '/links?state=all')).items[0]

test(
  'a link of two houses: asked for, joined, talked over with a kill of each between, and left',
  { tag: '@long' },
  async ({ janus: attic, barn, desk, there }) => {
    test.setTimeout(600_000)
    await annAndBea([attic, desk], [barn, there], 'ask')

    await test.step('it is opened from a tab, and rests until the other person says yes', async () => {
      await desk.open(attic.url)
      await desk.show('ann')
      await desk.choose('ann', /^Link to/)
      await desk.page.getByRole('option', { name: /bea@barn/ }).click()
      const dialog = desk.page.getByRole('dialog', { name: 'Link ann ⇄ bea@barn' })
      await expect(dialog).toContainText('The person of barn is asked first')
      await dialog.getByRole('radio', { name: 'Converse' }).click()
      await dialog.getByLabel('What it is for').fill('the port')
      await dialog.getByRole('button', { name: 'Link', exact: true }).click()
      await desk.page.getByRole('button', { name: 'Show', exact: true }).click()
      await expect(desk.page.getByRole('region', { name: 'How the link stands' })).toContainText(
        'bea@barn has not said yet',
      )
    })

    await test.step('there the person is asked, and says yes', async () => {
      await there.open(barn.url)
      await there.page.getByRole('button', { name: /1 waiting/ }).click()
      await there.page.getByRole('button', { name: /wants to link it: take part.* Go$/ }).click()
      const stands = there.page.getByRole('region', { name: 'How the link stands' })
      await expect(stands).toContainText('wants to link bea')
      await stands.getByRole('button', { name: 'Take part' }).click()
      await expect(there.page.locator('[data-part=kept-by]')).toContainText('Converse, kept by attic')
      await expect.poll(async () => (await linkOf(attic))?.state).toBe('open')
    })

    await test.step('what each concludes crosses, though the server and both are killed', async () => {
      await desk.say('ann', 'say: Which port is it?')
      await there.show('bea')
      await expect(there.transcript('bea')).toContainText('Which port is it?')
      await endServers()
      await there.hear('bea', 'It is 9090.')
      await killAll(attic, barn)
      await desk.open(attic.url)
      await desk.show('ann')
      await expect(desk.transcript('ann')).toContainText('It is 9090.')
      await expect(desk.transcript('ann').getByText('It is 9090.')).toHaveCount(1)
      const used = async (house: Janus) => (await linkOf(house))?.budget.used
      await expect.poll(async () => (await used(barn)) === (await used(attic))).toBe(true)
    })

    await test.step('bea’s person takes it out again: the link is over in both houses', async () => {
      const copy = await linkOf(barn)
      expect(copy?.keptBy).toBe('attic')
      await body(barn, 'DELETE', `/links/${copy?.id ?? ''}`)
      await expect.poll(async () => (await linkOf(attic))?.state).toBe('closed')
    })
  },
)
