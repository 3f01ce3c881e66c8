import { z } from 'zod'
import { notFound } from '@playhead/contract-kit/errors.ts'
import { operatorActor } from '@playhead/server-kit/audit/changes.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { findAnyOrganization } from '@playhead/server-kit/identity/identity.sql.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { dropSso } from './drop-sso.ts'

/** For an organization whose provider is gone, so that not even its admins can sign in. */
export const removeSsoCommand = command({
  name: 'organization remove-sso',
  summary: 'Remove single sign-on from an organization whose provider no longer works',
  options: z.object({
    id: z.uuid('Give the id of an organization').describe('The id of the organization'),
  }),
  run: async (app, { id }) => {
    await refuseWhileReadOnly(app)
    const found = await findAnyOrganization(app.postgres, id)
    if (!found) throw notFound('organization')
    await dropSso({ id, postgres: app.postgres }, operatorActor)
    return { id, name: found.name }
  },
})
