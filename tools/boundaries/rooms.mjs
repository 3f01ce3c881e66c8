import path from 'node:path'

const testFile = /\.(test|e2e)\.tsx?$|\.global\.ts$/
const testHelper = /(^|\/)testing(-[a-z-]+)?(\.sql)?\.tsx?$|\/testing-[a-z-]+\//

/** Whether a file, or the folder it lies in, is named as one that only tests import. */
export const isTestHelper = (file) => testHelper.test(file) && !file.startsWith('tools/')

/** Which area (room) of the code a file belongs to, from its path alone. */
export const roomOf = (file) => {
  const isTest = testFile.test(file) || isTestHelper(file)
  const parts = file.split('/')
  const [top, second, third] = parts
  if (parts.length === 1) return { kind: 'root', room: 'root', isTest }
  if (top === 'packages')
    return { kind: 'package', name: second, room: `packages/${second}`, isTest }
  if (top === 'apps') return { kind: 'app', name: second, room: `apps/${second}`, isTest }
  if (top === 'features' && parts.length > 3) {
    const room = `features/${second}/${third}`
    const part = parts[3] === 'server' || parts[3] === 'web' ? parts[3] : 'contract'
    return { kind: 'feature', name: `${second}/${third}`, part, room, isTest }
  }
  return { kind: top, room: top, isTest }
}

/** What an import specifier refers to: a room and its entry file, or an external package. */
export const targetOf = (file, specifier) => {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) {
    const resolved = path.posix.join(path.posix.dirname(file), bare)
    return { ...roomOf(resolved), path: resolved, door: 'relative' }
  }
  if (bare.startsWith('node:')) return { kind: 'node', room: bare, path: bare, door: 'package' }
  if (!bare.startsWith('@playhead/')) {
    const name = bare.split('/', bare.startsWith('@') ? 2 : 1).join('/')
    return { kind: 'outside', name, room: name, path: bare, door: 'package' }
  }
  const [, name, ...rest] = bare.split('/')
  if (name === 'features') return featureDoor(rest)
  const kind = name === 'server' || name === 'dashboard' ? 'app' : 'package'
  const room = `${kind}s/${name}`
  return { kind, name, room, path: [room, ...rest].join('/'), door: 'package' }
}

function featureDoor([area, name, ...door]) {
  const part = door.join('/')
  const isFrontDoor = ['contract', 'server', 'web', 'screens', 'slots', 'parts'].includes(part)
  const room = `features/${area}/${name}`
  return {
    kind: 'feature',
    name: `${area}/${name}`,
    part: part === 'slots' || part === 'parts' ? 'web' : isFrontDoor ? part : (door[0] ?? ''),
    room,
    path: [room, ...door].join('/'),
    door: isFrontDoor ? 'front' : 'deep',
  }
}
