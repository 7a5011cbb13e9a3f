import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './shared-app.ts'
import { lastPrompt } from './model.ts'

/** A PNG of a single gray. */
function pngBytes(width: number, height: number, shade: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.alloc(1 + 3 * width, shade)
  line[0] = 0
  const rows = Buffer.concat(Array<Buffer>(height).fill(line))
  const parts = [part('IHDR', header), part('IDAT', deflateSync(rows)), part('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

function part(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const picture = pngBytes(60, 40, 160)

async function bring(page: Page, how: 'drop' | 'paste', selector: string, name: string, bytes: Buffer) {
  await page.evaluate(
    ([how, selector, name, base64]) => {
      const bytes = Uint8Array.from(atob(base64 ?? ''), (letter) => letter.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(
        new File([bytes], name ?? '', { type: name?.endsWith('.png') ? 'image/png' : 'text/plain' }),
      )
      const target = document.querySelector(selector ?? '') ?? document.body
      const event = { bubbles: true, cancelable: true }
      if (how === 'paste')
        target.dispatchEvent(new ClipboardEvent('paste', { ...event, clipboardData: data }))
      else
        for (const type of ['dragover', 'drop'])
          target.dispatchEvent(new DragEvent(type, { ...event, dataTransfer: data }))
    },
    [how, selector, name, bytes.toString('base64')],
  )
}

test('pictures and files go with words, and are shown with them from then on', async ({
  desk,
  janus,
  model,
  place,
}) => {
  await desk.create('scout')
  const { page } = desk
  const waiting = page.getByRole('list', { name: 'To be sent with it' })

  await test.step('pasted, dropped anywhere and chosen, they stand above the words', async () => {
    await bring(page, 'paste', 'textarea', 'quay.png', picture)
    await expect(waiting.getByRole('button', { name: 'Show quay.png large' })).toBeVisible()
    await bring(page, 'drop', '[data-part=pane]', 'notes.txt', Buffer.from('Timetable'))
    await expect(waiting).toContainText('notes.txt')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach pictures or files' }).press('Enter')
    writeFileSync(join(place.work, 'wrong.txt'), 'x')
    await (await chooser).setFiles(join(place.work, 'wrong.txt'))
    await expect(waiting.getByRole('listitem')).toHaveCount(3)
    // The desktop app knows the file's path; a browser uploads a copy.
    const where =
      janus.window === null ? /-attachments.[0-9a-f]{64}.wrong\.txt$/ : join(place.work, 'wrong.txt')
    await expect(waiting.getByRole('listitem').last().locator('[title]').first()).toHaveAttribute(
      'title',
      where,
    )
    await page.getByRole('button', { name: 'Do not send wrong.txt' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Do not send notes.txt' })).toBeFocused()
  })

  await test.step('the draft keeps them over a reload; sent, the model is shown the picture', async () => {
    await desk.composer('scout').fill('What is this?')
    await page.reload()
    await expect(waiting.getByRole('listitem')).toHaveCount(2)
    await desk.composer('scout').press('Enter')
    await expect(
      page.getByText('I am shown one picture. I am told where to find quay.png, notes.txt.'),
    ).toBeVisible()
    expect(JSON.stringify((await model.requests()).at(-1)?.messages)).toContain(picture.toString('base64'))
    expect(lastPrompt(await model.lastWith('What is this?'))).toMatch(
      /\n\[Janus: attached "[^"]+notes\.txt"\]/,
    )
    await expect(waiting).toBeHidden()
  })

  await test.step('in the conversation it opens large, without asking anybody outside', async () => {
    const attached = page.getByRole('list', { name: 'Attached' })
    await expect(attached).toContainText('notes.txt')
    await attached.getByRole('button', { name: 'Show quay.png large' }).press('Enter')
    const large = page.getByRole('dialog', { name: 'quay.png' }).getByRole('img', { name: 'quay.png' })
    await expect(large).toHaveJSProperty('naturalWidth', 60)
    await page.keyboard.press('Escape')
    await expect(attached.getByRole('button', { name: 'Show quay.png large' })).toBeFocused()
  })
})

test('@ names files of the folder and agents, who are written to as well', async ({ desk, place }) => {
  await desk.create('builder')
  await desk.create('scout')
  writeFileSync(join(place.work, 'fares.js'), '')
  const { page } = desk
  const composer = desk.composer('scout')
  const menu = page.getByRole('listbox', { name: 'Agents and files' })

  await composer.pressSequentially('Read @far')
  await expect(menu.getByRole('option', { name: 'fares.js' })).toHaveAttribute('aria-selected', 'true')
  await composer.press('Enter')
  await expect(composer).toHaveValue('Read @fares.js ')
  await composer.pressSequentially('with @bui')
  await expect(menu.getByRole('option', { name: /builder/ })).toBeVisible()
  await composer.press('Tab')
  await expect(composer).toHaveValue('Read @fares.js with @builder ')
  await expect(page.getByRole('list', { name: 'Goes to' }).getByRole('listitem')).toHaveText([
    /scout/,
    /builder/,
  ])
  await composer.press('Enter')
  await expect(desk.line('scout', 'I have read: “Read @fares.js with @builder”')).toBeVisible()
  await desk.show('builder')
  await expect(desk.line('builder', 'I have read: “Read @fares.js with @builder”')).toBeVisible()
})
