import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { apiRoutes } from '../main/contract/api/agents-api.ts'
import { root } from './child.mjs'
import { openApiPath, openApiText } from './openapi.mjs'

interface Operation {
  readonly operationId: string
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { schema: object } } }
  }
}
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const kept = readFileSync(openApiPath, 'utf8')
const described = JSON.parse(kept) as Described

test('the description of the API is made of what the code says: "npm run openapi" makes it again', () => {
  expect(openApiText()).toBe(kept)
})

test('it has every route', () => {
  const routes = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(routes.sort()).toEqual(
    apiRoutes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort(),
  )
})

describe('what a kept folder was answered is as it is described', () => {
  const golden = join(root, 'main/server/api/fixtures/kept-folder.json')
  const answers = Object.entries(JSON.parse(readFileSync(golden, 'utf8')) as Record<string, unknown>)
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema(JSON.parse(kept) as object, 'api')

  test.each(answers)('%s', (asked, answer) => {
    const [kind = ''] = asked.split(' ')
    const [path = '', method = ''] =
      Object.entries(described.paths)
        .flatMap(([at, methods]) => Object.entries(methods).map(([verb, one]) => [at, verb, one] as const))
        .find(([, , one]) => one.operationId.split('.').slice(0, 2).join('.') === kind) ?? []
    const pointer = `/paths/${path.replaceAll('/', '~1')}/${method}/responses/200/content/application~1json/schema`
    const check = ajv.compile({ $ref: `api#${encodeURI(pointer)}` })
    check(answer)
    expect(check.errors ?? []).toEqual([])
  })
})
