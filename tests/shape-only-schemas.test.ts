import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import type { AnySchema, Endpoint } from '@playhead/contract-kit/endpoint.ts'
import type { TopicContract } from '@playhead/contract-kit/topic-contract.ts'
import dashboard from '../apps/dashboard/vite.config.ts'

const root = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'playhead-shapes-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

type Module = Record<string, unknown>

const contracts = (await readdir(join(root, 'features'), { recursive: true }))
  .filter((file) => file.endsWith('contract.ts') && !file.includes('node_modules'))
  .toSorted()

/** The contracts as the dashboard's build bundles them. */
const builtContracts = async (): Promise<Module[]> => {
  const entry = join(folder, 'entry.ts')
  const lines = contracts.map(
    (file, at) => `import * as c${at} from ${JSON.stringify(join(root, 'features', file))}`,
  )
  await writeFile(
    entry,
    `${lines.join('\n')}\nexport default [${contracts.map((_, at) => `c${at}`).join(', ')}]\n`,
  )
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: dashboard.resolve?.alias ?? {} },
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'built.mjs' } },
    },
  })
  const built = (await import(pathToFileURL(join(folder, 'built.mjs')).href)) as {
    default: Module[]
  }
  return built.default
}

interface Definition {
  type: string
  shape?: Record<string, AnySchema>
  element?: AnySchema
  innerType?: AnySchema
  valueType?: AnySchema
  options?: AnySchema[]
}

/** The properties of a schema that the renaming reads. */
const shapeOf = (schema: AnySchema): unknown => {
  const { type, shape, element, innerType, valueType, options } = schema._zod
    .def as unknown as Definition
  if (innerType) return { inner: shapeOf(innerType) }
  if (shape)
    return Object.fromEntries(Object.entries(shape).map(([name, child]) => [name, shapeOf(child)]))
  if (element) return [shapeOf(element)]
  if (valueType) return { values: shapeOf(valueType) }
  if (options) return { oneOf: options.map(shapeOf) }
  return ['object', 'array', 'record', 'union'].includes(type) ? type : 'value'
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'returns' in value

/** Sorted by name: the order of re-exports is not defined. */
const endpointsOf = (module: Module) =>
  Object.keys(module)
    .toSorted()
    .map((name) => module[name])
    .filter((group) => typeof group === 'object' && group !== null)
    .flatMap((group) => Object.values(group))
    .filter(isEndpoint)

const isTopic = (value: unknown): value is TopicContract =>
  typeof value === 'object' && value !== null && 'pattern' in value && 'messages' in value

const schemasOfTopics = (module: Module) =>
  Object.keys(module)
    .toSorted()
    .map((name) => module[name])
    .filter(isTopic)
    .map(({ pattern, params, reply, messages, pushes }) => ({
      pattern,
      params: shapeOf(params),
      reply: shapeOf(reply),
      messages: Object.entries(messages).map(([name, schema]) => [name, shapeOf(schema)]),
      pushes: Object.entries(pushes).map(([name, { sends, returns }]) => [
        name,
        shapeOf(sends),
        shapeOf(returns),
      ]),
    }))

test('SHELL-121 the browser gets the same shape of every schema, and nothing of zod', async () => {
  const built = await builtContracts()
  let compared = 0
  let topics = 0
  for (const [at, file] of contracts.entries()) {
    const real = (await import(pathToFileURL(join(root, 'features', file)).href)) as Module
    expect(schemasOfTopics(built[at]!)).toEqual(schemasOfTopics(real))
    topics += schemasOfTopics(real).length
    const shapes = endpointsOf(built[at]!)
    for (const [index, endpoint] of endpointsOf(real).entries()) {
      const other = shapes[index]!
      expect([other.method, other.path, other.status]).toEqual([
        endpoint.method,
        endpoint.path,
        endpoint.status,
      ])
      for (const part of ['params', 'query', 'body', 'returns'] as const)
        expect(shapeOf(other[part]), `${endpoint.method} ${endpoint.path} ${part}`).toEqual(
          shapeOf(endpoint[part]),
        )
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(40)
  expect(topics).toBeGreaterThan(2)
})
