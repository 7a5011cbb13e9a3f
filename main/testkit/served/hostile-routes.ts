import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorStatus, type Refusal } from '../../contract/api/errors.ts'
import { hostileShapes, type HostileShape } from './hostile-requests.ts'
import { sendRaw, type RawRequest } from './raw-http.ts'
import { newToken, serve, type Served } from './served.ts'
import { good } from '../../adapters/http/testing/good-requests.ts'

function codeOf(body: string): string {
  return (JSON.parse(body) as { error: Refusal }).error.code
}

export let served: Served
export let bobsToken: string
/** Serves the API for the tests of a file. */
export function useServed(): void {
  beforeAll(async () => {
    served = await serve()
    bobsToken = newToken(served.identities, served.bob)
  })
  afterAll(() => served.close())
}

export function goodRequest(name: string): RawRequest {
  const [method = ''] = name.split(' ')
  const { target, body, as } = good[name] ?? { target: '/' }
  const token = as === 'Bob' ? bobsToken : served.identities.userToken
  const headers: [string, string][] = [
    ['Host', `127.0.0.1:${String(served.server.port)}`],
    ['Authorization', `Bearer ${token}`],
  ]
  if (body === undefined) return { method, target, headers }
  return {
    method,
    target,
    headers: [...headers, ['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  }
}

/** Each route refuses its hostile shapes: the `share`-th of `shares` parts. */
export function describeRefusals(share: number, shares: number): void {
  describe.each(Object.keys(good).map((name, at) => ({ name, at })))('$name', ({ name, at }) => {
    const { body, isLight } = good[name] ?? {}
    const shapes = hostileShapes
      .filter(({ writes, heavy }) => (!writes || body !== undefined) && !(heavy && isLight))
      .filter((_, n) => (n + at) % shares === share)
    // One test for all of them: thousands of tests take longer to count than to run.
    test(`refuses each of ${String(shapes.length)} hostile shapes`, async () => {
      for (const shape of shapes) await refuses(goodRequest(name), shape)
    })
  })
}

/** Expects that the request is refused without revealing a secret or reaching Janus. */
export async function refuses(request: RawRequest, shape: HostileShape): Promise<void> {
  const before = served.janus.asked.length
  const answer = await sendRaw(served.server.port, shape.make(request, served.server.port))
  const { status, headers, body } = answer
  const hasReason = shape.name.endsWith('HEAD') || Object.hasOwn(errorStatus, codeOf(body))
  const told = [served.identities.userToken, bobsToken].some((secret) => body.includes(secret))
  const said = ['access-control-allow-origin', 'x-powered-by', 'x-content-type-options', 'cache-control']
  // One expectation: for some eight thousand answers, eight each would take longer than the answers.
  expect
    .soft({
      shape: shape.name,
      status,
      asked: served.janus.asked.slice(before),
      hasReason,
      tells: told || /node_modules|\bat .*:\d+:\d+/.test(body),
      headers: said.map((header) => headers.get(header)),
    })
    .toEqual({
      shape: shape.name,
      status: shape.expect,
      asked: [],
      hasReason: true,
      tells: false,
      headers: [undefined, undefined, 'nosniff', 'no-store'],
    })
}
