import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** By its path, as the build of the dashboard names it. */
const { z: shapes } = (await import(path.join(import.meta.dirname, 'shape-only-schemas.ts'))) as {
  z: Record<string, unknown>
}
const root = path.join(import.meta.dirname, '../..')

/** Whatever the browser's build may load. */
const filesWithSchemas = ['features', 'packages'].flatMap((part) =>
  readdirSync(path.join(root, part), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|server|\.test\.|testing-/.test(file))
    .map((file) => path.join(root, part, file))
    .filter((file) => readFileSync(file, 'utf8').includes("from 'zod/mini'")),
)

/** `string` and `iso.date`; names of types begin with a capital letter or are `infer` and the like. */
const namesIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/\bz\.([a-z_]\w*)(?:\.([a-z]+)\()?/g)]
    .map(([, name, part]) => (name === 'iso' ? `iso.${part}` : name!))
    .filter((name) => !['infer', 'input', 'output'].includes(name))

const has = (name: string) => {
  const [first, second] = name.split('.')
  const found = shapes[first!]
  return second === undefined ? found !== undefined : Object.hasOwn(found as object, second)
}

test('the browser has a shape for each kind of schema that a contract uses', () => {
  expect(filesWithSchemas.length).toBeGreaterThan(50)
  const missing = filesWithSchemas.flatMap((file) =>
    namesIn(file)
      .filter((name) => !has(name))
      .map((name) => `${path.relative(root, file)}: z.${name}`),
  )
  expect(missing).toEqual([])
})
