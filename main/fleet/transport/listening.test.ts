import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeQuickFolder } from '../../testkit/quick-folder.ts'
import { fleetFileIn, foundFleet, inviteMachine } from './founding.ts'

let folder: string
beforeEach(() => void (folder = makeQuickFolder('listening')))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const now = Date.UTC(2026, 0, 1)
const home = (machine: string): string => join(folder, machine)

describe('where the server listens', () => {
  const hostIn = (): string | undefined =>
    /^host: "(.*)"$/m.exec(
      readFileSync(join(home('attic'), 'fleet', 'server', 'nats-server.conf'), 'utf8'),
    )?.[1]
  const begin = (address: string, listen?: string) =>
    foundFleet({ home: home('attic'), name: 'attic', address, listen, now })

  it.each([
    ['127.0.0.1:4222', undefined, '127.0.0.1'],
    ['localhost:4222', undefined, '127.0.0.1'],
    ['[::1]:4222', '::1', '::1'],
    ['attic.local:4222', '192.168.7.9', '192.168.7.9'],
    ['attic.local:4222', 'all', undefined],
  ])('%s and %s: %s', async (address, listen, expected) => {
    await begin(address, listen)
    expect(hostIn()).toBe(expected)
    await inviteMachine({ home: home('attic'), name: 'barn', out: join(folder, 'out') })
    expect(hostIn()).toBe(expected)
  })

  it('is asked where the address does not say it, and nothing is founded before', async () => {
    for (const [address, listen] of [['attic.local:4222'], ['192.0.2.7:4222'], ['attic.local:4222', 'eth0']])
      await expect(begin(address ?? '', listen)).rejects.toThrow(/on which address .*--listen.*or "all"/)
    expect(existsSync(fleetFileIn(home('attic')))).toBe(false)
  })

  it('stays where somebody has put it by hand', async () => {
    await begin('attic.local:4222', 'all')
    const file = join(home('attic'), 'fleet', 'server', 'nats-server.conf')
    writeFileSync(file, readFileSync(file, 'utf8').replace('port:', 'host: 192.168.7.10\nport:'))
    await inviteMachine({ home: home('attic'), name: 'barn', out: join(folder, 'out') })
    expect(hostIn()).toBe('192.168.7.10')
  })
})
