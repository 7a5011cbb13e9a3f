import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { lockStateFolder } from './take-place.ts'

const isRoot = process.platform === 'linux' && process.getuid?.() === 0
const mount = (folder: string, options: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0
const mayMount =
  isRoot && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

describe.skipIf(!mayMount)('a full disk (skipped: needs root on Linux, to mount a small one)', () => {
  let folder: string
  const lines: string[] = []
  const take = () => lockStateFolder(folder, new VirtualClock(), (line) => lines.push(line))
  const fillBut = (left: number): void => {
    const { bavail, bsize } = fs.statfsSync(folder)
    fs.writeFileSync(join(folder, 'ballast'), Buffer.alloc(bavail * bsize - left))
  }
  beforeEach(() => {
    lines.length = 0
    folder = fs.mkdtempSync(join(tmpdir(), 'janus-place-'))
    mount(folder, 'size=8m,mode=0700')
  })
  afterEach(() => {
    spawnSync('umount', ['-l', folder])
    fs.rmdirSync(folder)
  })

  test.each([
    ['takes nothing at all', 0],
    ['takes the lock, and no more', 300 * 1024],
  ])('that %s opens a copy to read of what there is', async (_, left) => {
    fs.writeFileSync(join(folder, 'janus.db'), 'rows')
    fillBut(left)
    const place = await take()
    expect(place).toMatchObject({ home: folder, readOf: folder, reading: { isFull: true } })
    expect(fs.readFileSync(join(place.folder, 'janus.db'), 'utf8')).toBe('rows')
    expect(lines).toEqual([
      expect.stringMatching(/no room left for \S+: this is a read-only copy.*Free some space/),
    ])
    place.release()
    expect(fs.existsSync(place.folder)).toBe(false)
    expect(fs.readdirSync(folder).filter((name) => /room|lock\.json/.test(name))).toEqual([])
  })

  test('on which there is nothing to read says so', async () => {
    fillBut(0)
    await expect(take()).rejects.toThrow(/no room left .* start Janus again/)
  })

  test('with a little room is worked on', async () => {
    fs.writeFileSync(join(folder, 'janus.db'), 'rows')
    fillBut(2 * 1024 * 1024)
    const place = await take()
    expect(place).toMatchObject({ folder, readOf: null, reading: null })
    place.release()
  })
})
