import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { cleanFolder } from './clean-folder.ts'

test('the tests work where nobody’s own settings lie above', async () => {
  const top = await realpath(await mkdtemp(join(await cleanFolder(), 'janus-clean-')))
  try {
    const [mine, free] = [join(top, 'mine', 'tmp'), join(top, 'free')]
    for (const folder of [mine, free, join(top, 'mine', '.claude')]) await mkdir(folder, { recursive: true })
    await writeFile(join(top, 'mine', '.claude', 'settings.local.json'), '{}')
    expect(await cleanFolder([mine, free])).toBe(free)
    expect(await cleanFolder([join(top, 'gone'), free])).toBe(free)
    await expect(cleanFolder([mine])).rejects.toThrow(join(top, 'mine', '.claude'))
  } finally {
    await rm(top, { recursive: true })
  }
})
