import type { Page } from '@playwright/test'
import { expect, test } from './shared-app.ts'
import { payloads } from './payloads/payloads.ts'
import { call } from './peers.ts'

/** Payloads that a user can type on one line; `hostile-text.spec.ts` shows all of them in every place. */
const words = payloads.filter(
  (payload) => payload.length < 400 && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(payload),
)

function strangersOf(page: Page, own: string): string[] {
  const strangers: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== own && protocol !== 'blob:' && !request.url().startsWith('data:image/'))
      strangers.push(request.url())
  })
  return strangers
}

test('words stay words, whoever says them', async ({ desk, janus, place }) => {
  expect(words.length).toBeGreaterThan(300)
  const own = new URL(janus.url).origin
  const strangers = strangersOf(desk.page, own)
  await desk.page.evaluate(() => Object.assign(window, { pwned: () => Object.assign(window, { ran: true }) }))
  await janus.api('POST', '/agents', { name: 'scout', cwd: place.work, role: words[0] })
  await janus.api('POST', '/agents', { name: 'puppet', cwd: place.work })
  await desk.say('scout', ...words.map((payload) => `say: ${payload}\\n`), 'say: And the last.')
  await expect(desk.transcript('scout')).toContainText('And the last.')
  await expect(desk.tab('scout', 'idle')).toBeVisible()

  const send = call('send_to_agent', { target: 'puppet', message: words.join('\n\n') })
  await desk.say('scout', send, 'say: Sent.')
  await expect(desk.line('scout', 'Sent.')).toBeVisible()
  await expect(desk.tab('puppet', 'idle')).toBeVisible()
  await desk.show('puppet')
  await expect(desk.transcript('puppet')).toContainText('onerror')

  expect(await desk.page.evaluate(() => 'ran' in window)).toBe(false)
  expect(strangers).toEqual([])
  expect(new URL(desk.page.url()).origin).toBe(own)
  const alive = desk.page.locator(
    'script, style, iframe, object, embed, form, base, meta[http-equiv], [onerror], [onload]',
  )
  expect(await desk.transcript('puppet').locator(alive).count()).toBe(0)
  const targets = await desk.page
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(targets.filter((target) => target !== null && !/^(https?:|mailto:)/.test(target))).toEqual([])
})
