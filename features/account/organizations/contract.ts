import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post, put } from '@playhead/contract-kit/define.ts'
import { admin, member, signedIn } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, PageOfShortList } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { auditTrail } from '@playhead/features/account/audit-trail/contract'
import { Organization } from '@playhead/features/account/memberships/contract'

export const organizationLimits = { nameMax: 120 } as const

const organizationName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Organization name is required'),
    z.maxLength(organizationLimits.nameMax),
  )

/** The organization's OpenID Connect provider; the client secret is written, never read. */
export const SsoConnection = z.object({
  id: z.uuid(),
  issuer: z.string(),
  client_id: z.string(),
  email_domains: z.array(z.string()),
  required: z.boolean(),
})

const SsoConnectionInput = z.object({
  sso_connection: z.object({
    issuer: z.url('URL does not appear to be valid').check(z.maxLength(500)),
    client_id: z
      .string()
      .check(z.trim(), z.minLength(1, 'Client id is required'), z.maxLength(500)),
    /** When left out, the stored secret is kept. */
    client_secret: z.optional(
      z.string().check(z.minLength(1, 'Client secret is required'), z.maxLength(2000)),
    ),
    email_domains: z
      .array(z.string().check(z.maxLength(253), z.regex(/^[^\s@.]+(\.[^\s@.]+)+$/, 'Not a domain')))
      .check(z.maxLength(100)),
    required: z.boolean(),
  }),
})

const OrganizationInput = z.object({ organization: z.object({ name: organizationName }) })

const params = z.object({ id: ref('organization') })

export const organizations = endpoints({
  list: get('/ui/v1/organizations', {
    access: signedIn,
    summary: 'The organizations of the signed-in person, oldest membership first',
    query: z.object(PageOfShortList),
    returns: z.object({ data: z.array(Organization), total_row_count: z.int() }),
  }),
  create: post('/ui/v1/organizations', {
    access: signedIn,
    summary: 'Create an organization with a first environment; its creator becomes admin',
    body: OrganizationInput,
    returns: dataOf(Organization),
    status: 201,
  }),
  retrieveById: get('/ui/v1/organizations/:id', {
    access: signedIn,
    summary: 'One of the organizations of the signed-in person',
    params,
    returns: dataOf(Organization),
  }),
  rename: put('/ui/v1/organizations/:id', {
    access: admin,
    summary: 'Rename an organization by id',
    params,
    body: OrganizationInput,
    returns: dataOf(Organization),
  }),
  change: patch('/ui/v1/organizations/:id', {
    access: admin,
    summary: 'Rename an organization by id; an omitted name stays unchanged',
    params,
    body: z.object({ organization: z.object({ name: z.optional(organizationName) }) }),
    returns: dataOf(Organization),
  }),
  remove: del('/ui/v1/organizations/:id', {
    access: admin,
    summary: 'Cancel an organization by id: its data stays readable, and new data is refused',
    params,
    returns: nothing,
  }),
  retrieve: get('/ui/v1/organization', {
    access: member,
    summary: 'The current organization',
    returns: dataOf(Organization),
  }),
  update: put('/ui/v1/organization', {
    access: admin,
    summary: 'Rename the current organization',
    body: OrganizationInput,
    returns: dataOf(Organization),
  }),
  setFlag: post('/ui/v1/organization/feature', {
    access: admin,
    summary: 'Set a flag that organizations may change themselves',
    body: z.object({
      feature: z.object({
        name: z.string().check(z.minLength(1)),
        value: z.union([z.boolean(), z.number(), z.string()]),
      }),
    }),
    returns: dataOf(Organization),
  }),
  cancel: put('/ui/v1/organization/cancel', {
    access: admin,
    summary: 'Cancel the current organization: its data stays readable, and new data is refused',
    returns: dataOf(Organization),
  }),
  ...auditTrail,
  retrieveSso: get('/ui/v1/organization/sso', {
    access: admin,
    summary: 'The single sign-on connection of the current organization',
    returns: dataOf(z.nullable(SsoConnection)),
  }),
  updateSso: put('/ui/v1/organization/sso', {
    access: admin,
    summary: 'Set up single sign-on; the configuration of the provider is fetched first',
    body: SsoConnectionInput,
    returns: dataOf(SsoConnection),
  }),
  removeSso: del('/ui/v1/organization/sso', {
    access: admin,
    summary: 'Remove single sign-on',
    returns: nothing,
  }),
  onboarding: post('/ui/v1/onboarding', {
    access: member,
    summary: 'Save the state of onboarding',
    body: z.object({
      onboarding: z.object({
        dismissed: z.optional(z.boolean()),
        status: z.optional(z.string().check(z.maxLength(60))),
      }),
    }),
    returns: nothing,
  }),
})
