import { z } from 'zod'
import { notFound } from '@playhead/contract-kit/errors.ts'
import { type Scope, scopes } from '@playhead/domain/scopes.ts'
import { operatorActor } from '@playhead/server-kit/audit/changes.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { accessTokenLimits } from '../contract.ts'
import { findOrganizationOfEnvironment } from './access-tokens.sql.ts'
import { addAccessToken } from './add-access-token.ts'
import { futureDate } from './future-date.ts'

const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text)

const permissions = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .refine((items) => items.every(isScope), { error: `Give one or more of ${scopes.join(', ')}` })
  .transform((items) => items.filter(isScope))
  .describe(`One or more of ${scopes.join(', ')}, separated by commas`)

export const createAccessTokenCommand = command({
  name: 'token create',
  summary: 'Create an access token; its secret is shown only once',
  options: z.object({
    environment: z.uuid('Give the id of an environment').describe('The id of its environment'),
    permissions,
    name: z
      .string()
      .trim()
      .min(1)
      .max(accessTokenLimits.nameMax)
      .default('Operator token')
      .describe('Its name'),
    'valid-until': z.iso
      .datetime({ error: 'Give a date such as 2027-01-31T00:00:00Z' })
      .optional()
      .describe('When it expires, such as 2027-01-31T00:00:00Z; never by default'),
  }),
  run: async (app, { environment, permissions: chosen, name, 'valid-until': until }) => {
    await refuseWhileReadOnly(app)
    const validUntil = futureDate(app, until)
    return app.postgres.transaction(async (postgres) => {
      const organizationId = await findOrganizationOfEnvironment(postgres, environment)
      if (!organizationId) throw notFound('environment')
      const { token, secret } = await addAccessToken(
        { id: organizationId, postgres },
        operatorActor,
        { environmentId: environment, name, permissions: chosen, validUntil, createdBy: undefined },
      )
      return {
        id: token.id,
        name: token.name,
        secret,
        permissions: token.permissions,
        valid_until: token.valid_until?.toISOString() ?? null,
        environment_id: token.environment_id,
        environment_key: token.environment_key,
      }
    })
  },
})
