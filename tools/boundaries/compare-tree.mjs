import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const leftovers = ['node_modules', 'build', 'data', 'test-results', 'playwright-report']
const containers = ['apps', 'packages', 'features']

/** Compares the ```tree block of ARCHITECTURE.md (a path and a description per line) with the folders. */
export const compareTree = (root) => {
  const document = path.join(root, 'ARCHITECTURE.md')
  if (!existsSync(document)) return ['ARCHITECTURE.md is missing: it holds the list of rooms']
  const block = /^```tree\n([\s\S]*?)^```/m.exec(readFileSync(document, 'utf8'))
  if (!block) return ['ARCHITECTURE.md has no ```tree block that lists the rooms']

  const problems = []
  const listed = new Set()
  for (const line of block[1].split('\n').filter((text) => text.trim())) {
    const [, room, description] = /^(\S+?)\/?(?:\s+(\S.*))?$/.exec(line) ?? []
    if (!room) problems.push(`ARCHITECTURE.md: "${line.trim()}" is not a path and a description`)
    else if (!description) problems.push(`ARCHITECTURE.md: ${room} has no description`)
    else if (listed.has(room)) problems.push(`ARCHITECTURE.md lists ${room} twice`)
    if (room) listed.add(room)
  }
  for (const room of listed) {
    if (!existsSync(path.join(root, room)))
      problems.push(`ARCHITECTURE.md lists ${room}, which does not exist`)
  }
  for (const room of actualRooms(root, listed)) {
    if (!listed.has(room)) problems.push(`${room} exists but ARCHITECTURE.md does not list it`)
  }
  return problems
}

function actualRooms(root, listed) {
  const hasListedChildren = (name) => [...listed].some((room) => room.startsWith(`${name}/`))
  const rooms = folders(root).filter((name) => !leftovers.includes(name))
  return rooms.flatMap((name) =>
    containers.includes(name) || hasListedChildren(name)
      ? folders(path.join(root, name)).map((child) => `${name}/${child}`)
      : [name],
  )
}

const folders = (directory) =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .filter((name) => hasFiles(path.join(directory, name)))

const hasFiles = (directory) =>
  readdirSync(directory, { withFileTypes: true }).some(
    (entry) => !entry.isDirectory() || hasFiles(path.join(directory, entry.name)),
  )
