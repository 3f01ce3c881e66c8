import { parseSync } from 'vite'
import { lineAt } from './read-imports.mjs'
import { isTestHelper } from './rooms.mjs'

/** How the name of a test helper may start; CONTRIBUTING.md says what each start means. */
const starts = [
  'a',
  'an',
  'make',
  'insert',
  'set',
  'delete',
  'lock',
  'start',
  'stop',
  'run',
  'send',
  'open',
  'press',
  'point',
  'count',
  'list',
  'read',
  'is',
  'has',
]
const goodName = new RegExp(`^(howMany|someOf|(${starts.join('|')})[A-Z].*)$`)

/** Vitest names the functions of its own files: tests, and `setup` of a global one. */
const holdsHelpers = (file) =>
  (isTestHelper(file) || file.startsWith('packages/testing/')) &&
  !/\.(test|global|d)\.tsx?$/.test(file)

/** The exported functions of a file of test helpers whose names do not say what they do. */
export const checkHelperNames = (file, source) => {
  if (!holdsHelpers(file)) return []
  const { program } = parseSync(file, source)
  const functions = new Map(program.body.flatMap(functionsOf))
  return program.body
    .flatMap((node) => exportsOf(node))
    .filter(({ local, name }) => functions.has(local) && !goodName.test(name))
    .map(
      ({ local, name }) =>
        `${file}:${lineAt(source, functions.get(local))} exports ${name}: the name of a test helper starts with a verb or article that CONTRIBUTING.md lists`,
    )
}

/** The functions that a statement declares: name and place. */
function functionsOf(node) {
  const declaration = node.declaration ?? node
  return (declaration.declarations ?? [declaration])
    .filter((one) => /Function(Declaration|Expression)$/.test((one.init ?? one).type) && one.id)
    .map((one) => [one.id.name, one.start])
}

function exportsOf(node) {
  if (node.type !== 'ExportNamedDeclaration' || node.source) return []
  const declared = node.declaration
    ? functionsOf(node).map(([name]) => ({ local: name, name }))
    : []
  const listed = node.specifiers.map(({ local, exported }) => ({
    local: local.name,
    name: exported.name,
  }))
  return [...declared, ...listed]
}
