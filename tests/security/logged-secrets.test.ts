import { expect, test } from 'vitest'
import { nothing } from '@playhead/contract-kit/define.ts'
import type { AnySchema, Endpoint } from '@playhead/contract-kit/endpoint.ts'
import { secrets } from '@playhead/contract-kit/secret.ts'
import { loggedBody } from '@playhead/server-kit/request-log/logged-body.ts'
import { features } from '../../apps/server/features.ts'

interface Definition {
  type: string
  shape?: Record<string, AnySchema>
  element?: AnySchema
  innerType?: AnySchema
  valueType?: AnySchema
  options?: AnySchema[]
}

const definitionOf = (schema: AnySchema) => schema._zod.def as unknown as Definition

interface Field {
  path: string[]
  isSecret: boolean
}

/** Every text of a schema, with whether the log keeps dots in its place. */
const textsOf = (schema: AnySchema, path: string[] = [], isWithinSecret = false): Field[] => {
  const isSecret = isWithinSecret || secrets.has(schema)
  const { type, shape, element, innerType, valueType, options } = definitionOf(schema)
  const inside = (child: AnySchema, name?: string) =>
    textsOf(child, name === undefined ? path : [...path, name], isSecret)
  if (shape) return Object.entries(shape).flatMap(([name, child]) => inside(child, name))
  if (options) return options.flatMap((option) => inside(option))
  const inner = innerType ?? element ?? valueType
  if (inner) return inside(inner)
  return type === 'string' ? [{ path, isSecret }] : []
}

/** Calls whose bodies are logged. */
const logged = features
  .flatMap((feature) => feature.endpoints.map(({ endpoint }) => endpoint))
  .filter(({ method, path }) => method !== 'GET' && /^\/(video|data|system)\/v1\//.test(path))

const bodiesOf = (endpoint: Endpoint) =>
  [
    { part: 'request', schema: endpoint.body },
    { part: 'answer', schema: endpoint.returns },
  ].filter(({ schema }) => schema !== nothing)

const smelling = /secret|token|password|passphrase|private|credential|signature|key|code$|url|pem$/

/** Fields whose name smells of a secret, with why they hold none. */
const excused: Record<string, string> = {
  url: 'an address that the log keeps without its query',
  reconnect_slate_url: 'an address that the log keeps without its query',
  shots_manifest_url: 'an address that the log keeps without its query',
  player_error_code: 'what a player calls an error',
  language_code: 'a language',
}

test('the log of calls has calls of each product', () => {
  expect(logged.length).toBeGreaterThan(25)
})

test('every field whose name smells of a secret is marked as one, or excused', () => {
  const unmarked = logged.flatMap((endpoint) =>
    bodiesOf(endpoint).flatMap(({ part, schema }) =>
      textsOf(schema)
        .filter(({ path, isSecret }) => !isSecret && smelling.test(path.at(-1) ?? ''))
        .filter(({ path }) => !Object.hasOwn(excused, path.at(-1)!))
        .map(({ path }) => `${endpoint.method} ${endpoint.path} ${part} ${path.join('.')}`),
    ),
  )
  expect(unmarked, 'mark it with secret(…) of packages/contract-kit/secret.ts').toEqual([])
})

/** Every text says where it is; addresses have a signature. */
const filled = (schema: AnySchema, path: string[] = [], isWithinSecret = false): unknown => {
  const isSecret = isWithinSecret || secrets.has(schema)
  const { type, shape, element, innerType, valueType, options } = definitionOf(schema)
  if (shape)
    return Object.fromEntries(
      Object.entries(shape).map(([name, child]) => [
        name,
        filled(child, [...path, name], isSecret),
      ]),
    )
  // What the contract does not declare is as secret as what it marks.
  if (type === 'unknown') return { undeclared: `hush ${path.join('.')}`, list: ['hush'] }
  if (options) return filled(options.at(-1)!, path, isSecret)
  if (element) return [filled(element, path, isSecret)]
  if (valueType) return { any: filled(valueType, path, isSecret) }
  if (innerType) return filled(innerType, path, isSecret)
  if (type !== 'string') return 1
  if (isSecret) return `hush ${path.join('.')}`
  return path.at(-1) === 'url'
    ? 'https://name:hush@example.com/file?signature=hush'
    : `open ${path.join('.')}`
}

test('no secret of any contract is in a logged body, and everything else is', () => {
  const kept = logged.flatMap((endpoint) =>
    bodiesOf(endpoint).map(({ schema }) => loggedBody(schema, filled(schema))),
  )
  expect(kept.filter((body) => body.includes('hush'))).toEqual([])
  expect(kept.join('')).toContain('open new_asset_settings.passthrough')
  expect(kept.join('')).toContain('"private_key":"•••"')
})
