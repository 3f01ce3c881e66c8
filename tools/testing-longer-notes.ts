import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type Edits = Record<string, [before: string, after: string][]>

const folder = 'features/account/notes'

/** What steps 2 to 6 of the recipe change by hand: a field, and an endpoint that takes an id. */
const edits: Edits = {
  [`${folder}/contract.ts`]: [
    [`paging.ts'\n`, `paging.ts'\nimport { ref } from '@playhead/contract-kit/reference.ts'\n`],
    ['  name: z.string(),\n', '  name: z.string(),\n  text: z.string(),\n'],
    ['z.object({ name })', `z.object({ name, text: z._default(z.string(), '') })`],
    [
      '    status: 201,\n  }),\n',
      `    status: 201,
  }),
  retrieve: get('/ui/v1/notes/:id', {
    access: member,
    summary: 'One note',
    params: z.object({ id: ref('note') }),
    returns: dataOf(Note),
  }),
`,
    ],
  ],
  [`${folder}/server/notes.sql.ts`]: [
    ['name: z.string(), created_at', 'name: z.string(), text: z.string(), created_at'],
    ['select id, name, created_at', 'select id, name, text, created_at'],
    [
      'insertNote = (organization: Organization, name: string)',
      'insertNote = (organization: Organization, { name, text }: { name: string; text: string })',
    ],
    [
      'insert into notes (organization_id, name) values (${organization.id}, ${name})',
      'insert into notes (organization_id, name, text) values (${organization.id}, ${name}, ${text})',
    ],
    [
      'returning id, name, created_at`,\n  )\n',
      `returning id, name, text, created_at\`,
  )

export const findNote = (organization: Organization, id: string) =>
  organization.postgres.maybeRow(
    NoteRow,
    sql\`
    select id, name, text, created_at from notes
    where organization_id = \${organization.id} and id = \${id}\`,
  )
`,
    ],
  ],
  [`${folder}/server/create-note.ts`]: [['body.note.name)', 'body.note)']],
  [`${folder}/server/index.ts`]: [
    [`list-notes.ts'\n`, `list-notes.ts'\nimport { retrieveNote } from './retrieve-note.ts'\n`],
    ['create: createNote }', 'create: createNote, retrieve: retrieveNote }'],
  ],
  [`${folder}/server/notes.test.ts`]: [
    [
      `describe('401', `,
      `describe('404', () => {
  test('a note of another organization is as unknown as one that never was', async () => {
    const { organization, admin } = await world()
    const { body: created } = await call(path, { body, as: admin, organization })
    const address = \`\${path}/\${created.data.id}\`
    expect((await call(address, { as: admin, organization })).body.data.text).toBe('')
    const stranger = await world()
    const asked = await call(address, { as: stranger.admin, organization: stranger.organization })
    expect(asked.status).toBe(404)
  })
})

describe('401', `,
    ],
  ],
  'packages/contract-kit/reference.ts': [[`  | 'annotation'\n`, `  | 'annotation'\n  | 'note'\n`]],
  'tests/security/tenant.ts': [
    ['  insertForeignInvite,\n', '  insertForeignInvite,\n  insertNote,\n'],
    [
      '    access_token: token.id,\n',
      '    access_token: token.id,\n    note: await insertNote(database, made.organization.id),\n',
    ],
  ],
  'tests/security/sweep.sql.ts': [
    [
      'const listTables =',
      `export const insertNote = async (postgres: Database, organizationId: string) => {
  const { id } = await postgres.row(
    z.object({ id: z.uuid() }),
    sql\`
    insert into notes (organization_id, name, text)
    values (\${organizationId}, 'Of the sweep', '') returning id\`,
  )
  return id
}

const listTables =`,
    ],
  ],
}

const retrieveNote = `import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { notes } from '../contract.ts'
import { findNote } from './notes.sql.ts'
import { presentNote } from './present-note.ts'

export const retrieveNote: Handlers<typeof notes>['retrieve'] = async ({ organization, params }) => {
  const found = await findNote(organization, params.id)
  if (!found) throw notFound('note')
  return { data: presentNote(found) }
}
`

/** Extends the generated notes in this copy of the tree. `migration` is the file of their table. */
export const makeLongerNotes = (root: string, migration: string) => {
  const column: Edits[string] = [
    ['  name text not null,\n', '  name text not null,\n  text text not null,\n'],
  ]
  for (const [file, changes] of Object.entries({ ...edits, [migration]: column })) {
    let source = readFileSync(path.join(root, file), 'utf8')
    for (const [before, after] of changes) {
      if (source.split(before).length !== 2) throw new Error(`${file} has not one: ${before}`)
      source = source.replace(before, () => after)
    }
    writeFileSync(path.join(root, file), source)
  }
  writeFileSync(path.join(root, folder, 'server/retrieve-note.ts'), retrieveNote)
}
