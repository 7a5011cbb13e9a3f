import { expect, test } from './app.ts'

test(
  'a draft survives another browser, a crash and another port',
  { tag: '@long' },
  async ({ browser, desk, janus, place }) => {
    await desk.create('scout', { folder: place.work })
    const kept = desk.page.waitForResponse((response) => response.url().endsWith('/requests/drafts.keep'))
    await desk.composer('scout').fill('not sent yet')
    expect((await kept).status()).toBe(200)
    await janus.kill()
    await janus.start()
    const elsewhere = await browser.newContext()
    const page = await elsewhere.newPage()
    await page.goto(janus.url)
    await expect(page.getByRole('textbox', { name: 'Message to scout' })).toHaveValue('not sent yet')
    await elsewhere.close()
  },
)
