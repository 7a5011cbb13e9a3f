import { readFileSync } from 'node:fs'
import { apiRoutes, type ApiRoute } from '../../../contract/api/agents-api.ts'
import { requestRows } from '../../../contract/api/answers.ts'

/** A valid request; sent as the user unless `as` is given. */
interface Good {
  readonly target: string
  readonly body?: unknown
  readonly as?: 'Bob'
  /** Heavy shapes are tested on another route of the same kind. */
  readonly isLight: boolean
}

interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly minItems?: number
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
}

export const circle = '/api/gatherings/gat-0000000001'
export const card = `${circle}/cards/hcd-0000000001`

/** Values for fields whose schema is not specific enough. */
const usual: Readonly<Record<string, unknown>> = {
  agent: 'Ann',
  card: 'hcd-0000000001',
  circle: 'gat-0123456789@barn',
  copy: '1767225601000-f04711c4',
  hash: '0'.repeat(64),
  id: 'lnk-0000000001',
  data: 'iVBORw0KGgo=',
  members: ['Ann', 'Bob'],
  address: 'attic.local:4222',
  out: '/tmp/barn.json',
  file: '/tmp/barn.json',
  ticketId: 'msg-0000000001',
  turn: 'msg-0123456789',
  utterance: 'utt-0000000001',
  path: 'src/fares.js',
  after: '2026-11-24',
  before: '2026-11-24',
  since: '2026-11-24',
  until: '2026-11-24',
  waitMs: 0,
  kinds: 'card',
}

/** For routes that require more than their schema says. */
const bodies: Readonly<Record<string, unknown>> = { 'POST /agents/:agent/fork': { n: 3 } }

const described = JSON.parse(
  readFileSync(new URL('../../../contract/api/openapi.json', import.meta.url), 'utf8'),
) as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

/** A valid request for every route, generated from the OpenAPI description. */
export const good: Readonly<Record<string, Good>> = Object.fromEntries(
  apiRoutes.map((route, at) => [`${route.method} ${route.path}`, goodFor(route, at)]),
)

function goodFor({ method, path, kind }: ApiRoute, at: number): Good {
  const operation = described.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const given = (operation?.parameters ?? []).map(({ name, in: where, schema }) => ({
    name,
    where,
    value: encodeURIComponent(String(sample(schema, name))),
  }))
  const filled = path.replaceAll(
    /:(\w+)/g,
    (_, name: string) => given.find((one) => one.name === name)?.value ?? '',
  )
  const query = given.filter(({ where }) => where === 'query').map(({ name, value }) => `${name}=${value}`)
  const { schema } = operation?.requestBody?.content['application/json'] ?? {}
  const body = bodies[`${method} ${path}`] ?? (schema && method !== 'DELETE' ? sample(schema, '') : undefined)
  return {
    target: `/api${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    isLight: apiRoutes.findIndex((one) => one.kind === kind) < at,
    ...(body === undefined ? {} : { body }),
    ...(requestRows[kind].allow.some((caller) => caller === 'api') ? {} : { as: 'Bob' }),
  }
}

/** Fills only the required fields. */
function sample(schema: Schema, name: string): unknown {
  if (Object.hasOwn(usual, name)) return usual[name]
  const [first] = schema.enum ?? []
  if ('const' in schema || first !== undefined) return schema.const ?? first
  const [choice] = schema.anyOf ?? []
  if (choice) return sample(choice, name)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((field) => [field, sample(schema.properties?.[field] ?? {}, field)]),
      )
    case 'array':
      return (
        schema.prefixItems?.map((one) => sample(one, '')) ??
        Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, ''))
      )
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    default:
      return 'words'
  }
}
