import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

const folders = ['apps', 'features', 'packages', 'tests', 'tools', 'bench']

/** The ids in test files, each with one file, and the ids in skipped tests. */
export const readTests = (root, pattern) => {
  const named = new Map()
  const switchedOff = []
  for (const file of folders.flatMap((folder) => testsUnder(root, folder))) {
    const { program } = parseSync(file, readFileSync(path.join(root, file), 'utf8'))
    for (const id of idsIn(program, pattern)) if (!named.has(id)) named.set(id, file)
    for (const call of callsThatSwitchOff(program))
      for (const id of idsIn(call, pattern)) switchedOff.push({ file, id })
  }
  return { named, switchedOff }
}

const idsIn = (node, pattern) =>
  stringsOf(node).flatMap((text) => [...text.matchAll(pattern)].map(([id]) => id))

// Titles may come from a table of cases, so every string of a test file counts; comments do not.
function stringsOf(node) {
  if (Array.isArray(node)) return node.flatMap(stringsOf)
  if (typeof node !== 'object' || node === null) return []
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'TemplateElement') return [node.value.raw]
  return Object.values(node).flatMap(stringsOf)
}

/**
 * `test.skip(…)`, `describe.skip.each(…)(…)`, `test.todo(…)`, `test.fixme(…)`; `test.runIf(…)(…)` and `test.skipIf(…)(…)`,
 * which do not always run; and `test.fails(…)`, which passes when it fails.
 */
function callsThatSwitchOff(node) {
  if (Array.isArray(node)) return node.flatMap(callsThatSwitchOff)
  if (typeof node !== 'object' || node === null) return []
  if (node.type === 'CallExpression' && isSwitchedOff(node.callee)) return [node]
  return Object.values(node).flatMap(callsThatSwitchOff)
}

const isSwitchedOff = (callee) => {
  if (callee.type === 'CallExpression') return isSwitchedOff(callee.callee)
  if (callee.type !== 'MemberExpression') return false
  return (
    ['skip', 'todo', 'fixme', 'runIf', 'skipIf', 'fails'].includes(callee.property.name) ||
    isSwitchedOff(callee.object)
  )
}

function testsUnder(root, folder) {
  if (!existsSync(path.join(root, folder))) return []
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testsUnder(root, file)
    return /\.(test\.tsx?|e2e\.ts)$/.test(entry.name) ? [file] : []
  })
}
