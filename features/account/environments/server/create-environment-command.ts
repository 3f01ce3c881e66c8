import { z } from 'zod'
import { notFound } from '@playhead/contract-kit/errors.ts'
import { environmentTypes } from '@playhead/domain/environment.ts'
import { operatorActor } from '@playhead/server-kit/audit/changes.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { findAnyOrganization } from '@playhead/server-kit/identity/identity.sql.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { environmentLimits } from '../contract.ts'
import { addEnvironment } from './add-environment.ts'

/** The operator of the server is not bound by the limit of a plan. */
export const createEnvironmentCommand = command({
  name: 'environment create',
  summary: 'Create an environment in an organization',
  options: z.object({
    organization: z.uuid('Give the id of an organization').describe('The id of its organization'),
    name: z.string().trim().min(1).max(environmentLimits.nameMax).describe('Its name'),
    type: z
      .enum(environmentTypes)
      .default('production')
      .describe('production, staging or development'),
  }),
  run: async (app, { organization: organizationId, name, type }) => {
    await refuseWhileReadOnly(app)
    const row = await app.postgres.transaction(async (postgres) => {
      const organization = { id: organizationId, postgres }
      await lockOrganization(organization)
      if (!(await findAnyOrganization(postgres, organizationId))) throw notFound('organization')
      return addEnvironment(organization, operatorActor, { name, type })
    })
    return {
      id: row.id,
      name: row.name,
      type: row.type,
      key: row.key,
      organization_id: row.organization_id,
    }
  },
})
