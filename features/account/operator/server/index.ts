import { actorOf } from '@playhead/server-kit/changes.ts'
import { feature } from '@playhead/server-kit/feature.ts'
import { demandRecentProof } from '@playhead/server-kit/identity/recent-proof.ts'
import { type Handlers, implement } from '@playhead/server-kit/implement.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/read-only.ts'
import { operator } from '../contract.ts'
import { changeOperated } from './change-operated.ts'
import { beginMasquerade, endMasquerade } from './masquerade.ts'
import { countAllOrganizations, listAllOrganizations } from './operator.sql.ts'
import { readOnlyCommand, updateOrganizationCommand } from './operator-commands.ts'
import { presentOperated } from './present-operated.ts'
import { setReadOnly } from './set-read-only.ts'

type Operator = Handlers<typeof operator>

const listOrganizations: Operator['listOrganizations'] = async ({ app, query }) => {
  const { query: text = '', page, limit } = query
  const [total, rows] = await Promise.all([
    countAllOrganizations(app.postgres, text.trim()),
    listAllOrganizations(app.postgres, text.trim(), { page, limit }),
  ])
  return { data: rows.map(presentOperated), total_row_count: total, page, limit }
}

const updateOrganization: Operator['updateOrganization'] = async ({
  app,
  session,
  request,
  params,
  body,
}) => {
  await refuseWhileReadOnly(app)
  const actor = actorOf(session, request)
  return { data: await changeOperated(app, actor, params.id, () => body.organization) }
}

/** It holds links to new passwords, those of the reader among them: a borrowed session must not open it. */
const listMail: Operator['listMail'] = async ({ app, session, query }) => {
  demandRecentProof(app, session)
  const { data, total } = await app.mailer.list(query)
  return { data, total_row_count: total, ...query }
}

export const operatorServer = feature('operator', {
  endpoints: [
    implement(operator, {
      listOrganizations,
      updateOrganization,
      masquerade: beginMasquerade,
      endMasquerade,
      listMail,
      setReadOnly: async ({ app, session, request, body }) => ({
        data: await setReadOnly(app, actorOf(session, request), body.read_only),
      }),
    }),
  ],
  commands: [updateOrganizationCommand, readOnlyCommand],
})
