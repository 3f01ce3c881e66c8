import { isTestHelper, roomOf } from './rooms.mjs'

const demo = 'the demo writes its world in one go, before the server is used'
const ofSecondFactor = 'the owner imports second-factor: a setter would close a circle'

/**
 * The tables that more than one room writes: the owner, and the other rooms with the reason. Every other table belongs
 * to the only room that writes it.
 */
const sharedTables = {
  access_tokens: {
    owner: 'features/account/access-tokens',
    also: { 'packages/server-kit': 'the request pipeline notes when a token was last used' },
  },
  environment_access: { owner: 'packages/server-kit', also: { 'apps/server': demo } },
  media_files: {
    owner: 'packages/media-store',
    also: { 'features/video/storage-check': 'the findings of the check are columns of the file' },
  },
  memberships: { owner: 'packages/server-kit', also: { 'apps/server': demo } },
  organizations: {
    owner: 'features/account/organizations',
    also: {
      'features/account/plans':
        'a new organization may be made on a plan: a setter would close a circle',
      'features/account/second-factor': ofSecondFactor,
    },
  },
  server_state: {
    owner: 'packages/server-kit',
    also: {
      'apps/server': 'the demo keeps its key in the statement that changes its rows',
      'features/account/sign-in': 'the link for the first staff is taken by one statement',
    },
  },
  sessions: {
    owner: 'features/account/sign-in',
    also: {
      'features/account/second-factor': ofSecondFactor,
      'packages/server-kit':
        'the request pipeline notes when a session was last seen, and ends sessions',
    },
  },
  users: {
    owner: 'features/account/sign-in',
    also: {
      'apps/server': demo,
      'packages/server-kit': 'what an older demo made staff is found by its row in server_state',
    },
  },
  webhook_deliveries: {
    owner: 'features/system/webhooks',
    also: { 'packages/server-kit': 'a delivery is made together with its event' },
  },
}

/** `insert into t`, `delete from t`, `truncate t`, and `update t [[as] alias] set`, as queries write them. */
const write =
  /\b(?:(?:insert\s+into|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+(?:only\s+)?([a-z_]+)\b|update\s+(?:only\s+)?([a-z_]+)(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b)/gi

/** Test helpers, and the package of them, make the rows of any table. */
const isProduct = (file) =>
  /^(apps|features|packages)\//.test(file) &&
  file.endsWith('.sql.ts') &&
  !roomOf(file).isTest &&
  !isTestHelper(file) &&
  !file.startsWith('packages/testing/')

/** The writes of a file: the table and the line of each. */
export const findTableWrites = (file, source) => {
  if (!isProduct(file)) return []
  return [...source.matchAll(write)].flatMap((match) => {
    const table = (match[1] ?? match[2]).toLowerCase()
    return [{ table, file, line: source.slice(0, match.index).split('\n').length }]
  })
}

/** Every table has one room that writes it, except for those that are listed with a reason. */
export const checkTableOwners = (writes, owners = sharedTables) => {
  const tables = groupsOf(writes, ({ table }) => table)
  return [...tables].flatMap(([table, found]) => problemsOf(table, found, owners[table]))
}

function problemsOf(table, found, listed) {
  const rooms = groupsOf(found, ({ file }) => roomOf(file).room)
  if (!listed) {
    if (rooms.size === 1) return []
    const list = [...rooms.keys()].toSorted().join(', ')
    return [`${table} is written by ${list}: one room owns a table, or sharedTables lists why not`]
  }
  const mayWrite = [listed.owner, ...Object.keys(listed.also ?? {})]
  const foreign = found
    .filter(({ file }) => !mayWrite.includes(roomOf(file).room))
    .map(
      ({ file, line }) =>
        `${file}:${line} writes ${table}: only ${listed.owner} does, call a setter of it`,
    )
  const unused = mayWrite
    .filter((room) => !rooms.has(room))
    .map((room) => `sharedTables lists ${room} for ${table}, but it does not write it`)
  return [...foreign, ...unused]
}

function groupsOf(writes, keyOf) {
  const groups = new Map()
  for (const one of writes) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}
