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
  readonly components: object
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

/** Returns the fields of all objects in a schema, prefixed with the object's kind where it has one. */
function fieldsIn(schema: unknown): [name: string, field: object][] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as {
    readonly properties?: Readonly<Record<string, { readonly const?: string }>>
  }
  const kind = properties['kind']?.const
  const own = Object.entries(properties).map(([name, field]): [string, object] => [
    kind === undefined ? name : `${kind}.${name}`,
    field,
  ])
  return [...own, ...Object.values(schema).flatMap(fieldsIn)]
}

test('a time is no number: each is told as ISO 8601 in UTC, as the kept answers have it', () => {
  const { components } = described
  const answered = Object.values(described.paths).flatMap((methods) =>
    Object.values(methods).map(({ responses }) => responses),
  )
  const times = fieldsIn([answered, components]).filter(([name]) =>
    /(?:^|\.)(?:at|since|until|stopped)$|[a-z](?:At|Since|Until)$/.test(name),
  )
  expect(times.length).toBeGreaterThan(40)
  const numbers = times.filter(([, field]) => /"(?:number|integer)"/.test(JSON.stringify(field)))
  // `problemAt` is a seat's index; `restored.at` is a stored reason, which is returned unchanged.
  expect([...new Set(numbers.map(([name]) => name))].sort()).toEqual(['problemAt', 'restored.at'])
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
