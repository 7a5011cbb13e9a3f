import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'

/** Mounts a disk in memory over an existing folder; `options` such as `size=64k`, or `remount,ro` for a mounted one. */
export function mountDisk(folder: string, options: string): void {
  expect(mount(folder, options)).toBe(0)
}

export function unmountDisk(folder: string): void {
  spawnSync('umount', ['-l', folder])
}

export function fillDisk(folder: string): void {
  for (const size of [65536, 4096, 1])
    expect(() => {
      for (;;) writeFileSync(join(folder, 'ballast'), Buffer.alloc(size), { flag: 'a' })
    }).toThrow('ENOSPC')
}

const mount = (folder: string, options: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status

/** Needs root on Linux, and in a container the right to mount. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0 && triesToMount()

function triesToMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'janus-disk-'))
  try {
    return mount(folder, 'size=64k') === 0
  } finally {
    unmountDisk(folder)
    rmdirSync(folder)
  }
}
