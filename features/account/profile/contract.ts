import { z } from 'zod/mini'
import { endpoints, nothing, patch, put } from '@playhead/contract-kit/define.ts'
import { signedIn } from '@playhead/contract-kit/endpoint.ts'
import { emailAddress } from '@playhead/contract-kit/email-address.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { userSettings } from '@playhead/question-contract/user-settings.ts'

const personName = z.string().check(z.trim(), z.maxLength(100))

/** ACCT-007 */
export const User = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** A changed address takes effect once the link mailed to it has been opened. */
  pending_email: z.nullable(z.string()),
  organization_admin: z.boolean(),
  environments: z.array(z.uuid()),
})

/** Fields that are left out stay as they are. */
const UserChange = z.object({
  user: z.object({
    first_name: z.optional(personName),
    last_name: z.optional(personName),
    email: z.optional(emailAddress),
    organization_admin: z.optional(z.boolean()),
  }),
})

export const profile = endpoints({
  update: put('/ui/v1/users/:id', {
    access: signedIn,
    summary: 'Change your own name and address or, as an admin, the admin status of a member',
    params: z.object({ id: ref('user') }),
    body: UserChange,
    returns: dataOf(User),
  }),
  change: patch('/ui/v1/users/:id', {
    access: signedIn,
    summary: 'Change a person; the same as PUT, which keeps omitted fields',
    params: z.object({ id: ref('user') }),
    body: UserChange,
    returns: dataOf(User),
  }),
  updatePassword: put('/ui/v1/users/:id/password', {
    access: signedIn,
    summary: 'Change your own password; all your other sessions end',
    params: z.object({ id: ref('user') }),
    body: z.object({
      user: z.object({
        current_password: z.string('Password cannot be empty'),
        password: z.string('Password cannot be empty'),
        password_confirmation: z.string(),
      }),
    }),
    returns: nothing,
  }),
  ...userSettings,
})
