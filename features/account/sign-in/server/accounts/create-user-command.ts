import { insertMember } from '@playhead/server-kit/identity/members.sql.ts'
import { z } from 'zod'
import { ApiError, invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { emailError, emailTakenError, normalizeEmail } from '@playhead/domain/field-rules.ts'
import { operatorActor, recordChange } from '@playhead/server-kit/audit/changes.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { findAnyOrganization } from '@playhead/server-kit/identity/identity.sql.ts'
import { hashPassword } from '@playhead/server-kit/secrets/passwords.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { requireGoodPassword } from './new-password.ts'
import { insertUser } from './users.sql.ts'

export const createUserCommand = command({
  name: 'user create',
  summary: 'Create an account, with a password of your choice',
  options: z.object({
    email: z.string().describe('The address to sign in with'),
    password: z.string().describe('The password to sign in with'),
    organization: z.uuid().optional().describe('The organization to join, by id'),
    admin: z.boolean().default(false).describe('Join it as administrator'),
    internal: z
      .boolean()
      .default(false)
      .describe('Staff of this server: may see every organization'),
    first_name: z.string().trim().max(100).default('').describe('First name'),
    last_name: z.string().trim().max(100).default('').describe('Last name'),
  }),
  async run(app, options) {
    await refuseWhileReadOnly(app)
    const wrongEmail = emailError(options.email)
    if (wrongEmail) throw invalidField('email', wrongEmail)
    const email = normalizeEmail(options.email)
    if (options.admin && !options.organization)
      throw new ApiError('invalid_parameters', {
        messages: ['--admin needs --organization: give the organization to administer.'],
      })
    return app.postgres.transaction(async (transaction) => {
      const organization =
        options.organization && (await findAnyOrganization(transaction, options.organization))
      if (options.organization && !organization) throw notFound('organization')
      const { password, first_name: firstName, last_name: lastName } = options
      await requireGoodPassword(app, {
        password,
        field: 'password',
        personal: [firstName, lastName, email, organization ? organization.name : ''],
      })
      const id = await insertUser(transaction, {
        email,
        firstName,
        lastName,
        passwordHash: await hashPassword(password),
        isInternal: options.internal,
      })
      if (!id) throw invalidField('email', emailTakenError)
      if (options.organization)
        await insertMember(transaction, options.organization, id, options.admin)
      await recordChange(
        { organizationId: options.organization ?? null, postgres: transaction },
        operatorActor,
        {
          action: 'user.created',
          subjectId: id,
          subjectName: email,
          detail: { admin: options.admin, internal: options.internal },
        },
      )
      return { id, email }
    })
  },
})
