import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as TJS from 'typescript-json-schema'
import { z } from 'zod'
import { apiRoutes } from '../main/contract/api/agents-api.ts'
import { requests } from '../main/contract/api/requests.ts'
import { root } from './child.mjs'

export const openApiPath = join(root, 'main', 'contract', 'api', 'openapi.json')

/** @typedef {Record<string, unknown>} Schema */

/**
 * Describes the HTTP API as OpenAPI 3.1: paths from the route table, inputs from the validation schemas,
 * answers from their types, summaries from docs/api.md.
 */
export function openApi() {
  const { answers, schemas } = answerSchemas()
  const lines = linesOf(readFileSync(join(root, 'docs', 'api.md'), 'utf8'))
  /** @type {Record<string, Record<string, unknown>>} */
  const paths = {}
  for (const route of apiRoutes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    const summary = lines.get(`${route.method} ${shape(`/api${route.path}`)}`)
    ;(paths[path] ??= {})[route.method.toLowerCase()] = {
      operationId: `${route.kind}${Object.values(route.says ?? {})
        .map((word) => `.${word}`)
        .join('')}`,
      tags: [route.kind.split('.')[0]],
      ...(summary === undefined ? {} : { summary }),
      ...inputOf(route),
      responses: {
        200: { description: 'The answer.', content: json(answers[route.kind] ?? {}) },
        default: { description: 'It is refused.', content: json({ $ref: '#/components/schemas/Refused' }) },
      },
    }
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return {
    openapi: '3.1.0',
    info: { title: 'Janus', version, description: 'The HTTP API of a running Janus, on 127.0.0.1.' },
    servers: [
      {
        url: 'http://127.0.0.1:{port}/api',
        description: 'The url in api.json of the state folder, which holds the token too.',
        variables: { port: { default: '9223' } },
      },
    ],
    security: [{ token: [] }],
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, schemas },
  }
}

/**
 * Splits the input of a route's kind into path, query and body.
 * @param {import('../main/contract/api/agents-api.ts').ApiRoute} route
 */
function inputOf({ method, path, kind, query = [], says = {}, body }) {
  /** @type {Schema} */
  const input = z.toJSONSchema(requests[kind], { io: 'input', unrepresentable: 'any' })
  delete input['$schema']
  const properties = /** @type {Record<string, Schema>} */ (input['properties'] ?? {})
  const required = /** @type {string[]} */ (input['required'] ?? [])
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const parameters = [
    ...inPath.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: properties[name] ?? { type: 'string' },
    })),
    ...query.map((name) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema: properties[name] ?? {},
    })),
  ]
  const elsewhere = new Set([...inPath, ...query, ...Object.keys(says)])
  const left = Object.fromEntries(Object.entries(properties).filter(([name]) => !elsewhere.has(name)))
  const hasBody = method === 'POST' || method === 'PATCH' || body === 'optional'
  const whole = { ...input, properties: left, required: required.filter((name) => !elsewhere.has(name)) }
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody ? { requestBody: { content: json('properties' in input ? whole : input) } } : {}),
  }
}

/** Returns the schema of each kind's answer, and the named types in them. */
function answerSchemas() {
  const kinds = [...new Set(apiRoutes.map(({ kind }) => kind))]
  const folder = mkdtempSync(join(tmpdir(), 'janus-openapi-'))
  const { warn } = console
  try {
    const probe = join(folder, 'probe.ts')
    const [reports, errors] = ['answers', 'errors'].map((name) =>
      join(root, 'main', 'contract', 'api', `${name}.ts`),
    )
    writeFileSync(
      probe,
      `import type { ReportAnswers } from '${reports}'
import type { Refusal } from '${errors}'
export interface Probe {
  refused: { error: Refusal }
${kinds.map((kind) => `  '${kind}': ReportAnswers['${kind}']`).join('\n')}
}
`,
    )
    // The generator warns of each initializer that it cannot evaluate; types need none.
    console.warn = () => undefined
    const generator = TJS.buildGenerator(TJS.getProgramFromFiles([probe], compiler), shapes)
    const found = generator?.getSchemaForSymbol('Probe')
    if (!found) throw new Error('The answers of the API could not be described.')
    return named(found)
  } finally {
    console.warn = warn
    rmSync(folder, { recursive: true, force: true })
  }
}

const compiler = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: 'ES2022',
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  lib: ['ES2022', 'DOM'],
  types: [],
}

const shapes = {
  aliasRef: true,
  required: true,
  noExtraProps: true,
  strictNullChecks: true,
  ignoreErrors: true,
}

/**
 * Renames definitions to the plain names of their types.
 * @param {TJS.Definition} found
 */
function named({ properties = {}, definitions = {} }) {
  /** @type {Map<string, string>} */
  const names = new Map()
  for (const long of Object.keys(definitions)) {
    const plain = long
      .replaceAll(/import\([^)]*\)\./g, '')
      .replaceAll(/[^\w]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      // A long name, of an anonymous type, is cut to its first word.
      .replace(/^(?=.{31})([^_]+)_.*$/s, '$1')
    const same = Object.keys(definitions).find(
      (other) => names.has(other) && isAlike(definitions, other, long),
    )
    const taken = new Set([...names.values()].filter((name) => name.replace(/_\d+$/, '') === plain)).size
    names.set(long, (same && names.get(same)) ?? (taken === 0 ? plain : `${plain}_${taken + 1}`))
  }
  const renamed = JSON.parse(JSON.stringify({ properties, definitions }), (key, value) =>
    key === '$ref'
      ? `#/components/schemas/${names.get(decodeURIComponent(String(value).replace('#/definitions/', '')))}`
      : isObject(value)
        ? current(key === 'properties' ? byName(value) : value)
        : value,
  )
  const { refused, ...answers } = renamed.properties
  const schemas = Object.fromEntries(
    Object.entries(renamed.definitions).map(([long, schema]) => [names.get(long), schema]),
  )
  return { answers, schemas: byName({ ...schemas, Refused: refused }) }
}

/** @type {(all: Record<string, unknown>, one: string, other: string) => boolean} */
const isAlike = (all, one, other) => JSON.stringify(all[one]) === JSON.stringify(all[other])

/**
 * @param {unknown} value
 * @returns {value is Schema}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Sorted, since the compiler's order depends on what it has read before.
 * @param {Schema} of
 */
const byName = (of) => Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)))

/**
 * Converts to JSON Schema 2020-12, as OpenAPI 3.1 uses it. An object type without known fields allows any.
 * @param {Schema} schema
 */
function current(schema) {
  const { items, ...rest } = schema
  if (schema['type'] === 'array' && Array.isArray(items)) return { ...rest, prefixItems: items, items: false }
  const isOpen = schema['type'] === 'object' && !('properties' in schema)
  return isOpen && schema['additionalProperties'] === false
    ? { ...schema, additionalProperties: true }
    : schema
}

const json = (/** @type {unknown} */ schema) => ({ 'application/json': { schema } })

/** The path without its parameters' names. */
const shape = (/** @type {string} */ path) => path.replaceAll(/:\w+/g, ':').replaceAll(/\?.*/g, '')

/**
 * Takes each route's summary from the reference: the text after a route that starts a line alone, up to the
 * first semicolon.
 * @param {string} page
 */
function linesOf(page) {
  const found = page.matchAll(/^- `(GET|POST|PATCH|DELETE) (\/api\/[^` ]+)[^`]*`(?: `[^`]*`)?: ([^;\n]+)/gm)
  return new Map(
    [...found].map(([, method, path = '', words = '']) => [`${method} ${shape(path)}`, words.trim()]),
  )
}

/** The text of openapi.json. */
export const openApiText = () => `${JSON.stringify(openApi(), null, 1)}\n`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(openApiPath, openApiText())
