import path from 'node:path'
import { parseSync } from 'vite'
import { lineAt } from './read-imports.mjs'

const frontDoor = /^features\/[^/]+\/[^/]+\/server\/index\.ts$/

/**
 * What is wrong with the endpoints of one front door: every function in the map of `implement` is imported from a
 * file named after it (docs/adr/0069). `read` returns the text of a file.
 */
export const checkHandlers = (file, read) => {
  if (!frontDoor.test(file)) return []
  const source = read(file)
  const { program, module, errors } = parseSync(file, source)
  if (errors.length > 0) return []
  return callsOfImplement(program).flatMap((call) =>
    entriesOf(call.arguments[1]).flatMap((entry) =>
      functionsOf(entry).flatMap((node) => {
        const problem = problemOf(node, module, read)
        return problem ? [`${file}:${lineAt(source, node.start)} ${problem}`] : []
      }),
    ),
  )
}

function callsOfImplement(node) {
  if (Array.isArray(node)) return node.flatMap(callsOfImplement)
  if (!node || typeof node !== 'object') return []
  const inside = Object.values(node).flatMap(callsOfImplement)
  const isCall = node.type === 'CallExpression' && node.callee.name === 'implement'
  return isCall ? [node, ...inside] : inside
}

/** The values of the map; anything but a plain map is an entry that is no function. */
const entriesOf = (map) =>
  map?.type === 'ObjectExpression' ? map.properties.map((entry) => entry.value ?? entry) : [map]

/** A handler, or a call that makes one: `readHeatmapOf('video_id')`. What else there is has no name. */
function functionsOf(node) {
  if (node.type === 'Literal') return []
  if (node.type !== 'CallExpression') return [node]
  return [node.callee, ...node.arguments].flatMap(functionsOf)
}

function problemOf(node, module, read) {
  const rule = 'a handler is imported from a file named after it'
  if (node.type !== 'Identifier') return `lists a handler without a name: ${rule}`
  const origin = importOf(node.name, module)
  if (!origin) return `lists ${node.name}, which is not imported: ${rule}`
  const { name, specifier } = handedOn(origin, read)
  const expected = `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`
  if (path.posix.basename(specifier) === expected) return undefined
  return `lists ${name} of ${specifier}: ${rule}, ${expected}`
}

function importOf(localName, module) {
  for (const { entries, moduleRequest } of module.staticImports)
    for (const { localName: local, importName } of entries)
      if (local.value === localName)
        return { name: importName.name ?? localName, specifier: moduleRequest.value }
  return undefined
}

/** Where the front door of another feature takes from what it hands on. */
function handedOn({ name, specifier }, read) {
  if (!specifier.startsWith('@playhead/features/')) return { name, specifier }
  const door = `${specifier.slice('@playhead/'.length)}/index.ts`
  const { module } = parseSync(door, read(door))
  for (const { entries } of module.staticExports)
    for (const { exportName, importName, moduleRequest } of entries)
      if (exportName.name === name && moduleRequest)
        return { name: importName.name ?? name, specifier: moduleRequest.value }
  return { name, specifier }
}
