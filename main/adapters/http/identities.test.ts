import { chmodSync, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newToken } from '../../testkit/served/served.ts'
import { TokenIdentities } from './identities.ts'
import { testFolder } from '../../testkit/test-folder.ts'

const owner = { pid: process.pid, startedAt: '123' }
let folder: string
let identities: TokenIdentities
beforeEach(() => {
  folder = testFolder('identities')
  identities = new TokenIdentities({ folder, owner })
  identities.listensAt('http://127.0.0.1:9223')
})
afterEach(() => chmodSync(folder, 0o700))

test('every agent is known by its own token, and the user by theirs', () => {
  const ann = newToken(identities, 'agt-ann0000000')
  const bob = newToken(identities, 'agt-bob0000000')
  expect(new Set([ann, bob, identities.userToken]).size).toBe(3)
  expect(ann).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(identities.holder(ann)).toEqual({ kind: 'agent', id: 'agt-ann0000000' })
  expect(identities.holder(bob)).toEqual({ kind: 'agent', id: 'agt-bob0000000' })
  expect(identities.holder(identities.userToken)).toEqual({ kind: 'api' })
  for (const wrong of ['', 'x', ann.slice(1), `${ann}x`, ann.toLowerCase()]) {
    expect(identities.holder(wrong)).toBeNull()
  }
})

test('a new token revokes the old one, and a revoked one has no holder', () => {
  const first = newToken(identities, 'agt-ann0000000')
  const second = newToken(identities, 'agt-ann0000000')
  expect(identities.holder(first)).toBeNull()
  expect(identities.holder(second)).not.toBeNull()
  identities.revoke('agt-ann0000000')
  expect(identities.holder(second)).toBeNull()
  expect(existsSync(join(folder, 'agents', 'agt-ann0000000', 'identity.json'))).toBe(false)
  identities.revoke('agt-ann0000000')
})

test('the identity file is owner-only', () => {
  const path = identities.issue('agt-ann0000000').file
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  expect(path).toBe(join(folder, 'agents', 'agt-ann0000000', 'identity.json'))
})

test('a failing issue still revokes the old token', () => {
  const old = newToken(identities, 'agt-ann0000000')
  chmodSync(folder, 0o777)
  expect(() => identities.issue('agt-bob0000000')).not.toThrow()
  chmodSync(join(folder, 'agents'), 0o777)
  chmodSync(join(folder, 'agents', 'agt-ann0000000'), 0o777)
  expect(() => identities.issue('agt-ann0000000')).toThrow(/Others may write/)
  expect(identities.holder(old)).toBeNull()
})

test('nothing can be issued before the server listens', () => {
  expect(() => new TokenIdentities({ folder, owner }).issue('agt-ann0000000')).toThrow(/does not listen/)
})
