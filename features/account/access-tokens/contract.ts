import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post, put } from '@playhead/contract-kit/define.ts'
import { admin, anyToken } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { environmentTypes } from '@playhead/domain/environment.ts'
import { scopes } from '@playhead/domain/scopes.ts'

export const accessTokenLimits = { nameMax: 120, pageSize: 25 } as const

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Access token name is required'),
    z.maxLength(accessTokenLimits.nameMax),
  )

const params = z.object({ id: ref('access_token') })

/** ACCT-053: a set expires_at means revoked. The expiry date that the creator chose is valid_until. */
export const AccessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  environment_id: z.uuid(),
  environment_name: z.string(),
  environment_type: z.enum(environmentTypes),
  permissions: z.array(z.enum(scopes)),
  created_at: z.iso.datetime(),
  created_by_user_email: z.nullable(z.string()),
  last_used_at: z.nullable(z.iso.datetime()),
  /** After this time the token answers 401; null: valid until it is revoked. */
  valid_until: z.nullable(z.iso.datetime()),
  expires_at: z.nullable(z.iso.datetime()),
})

const CreatedAccessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Shown once; only its hash is stored. */
  private_key: z.string(),
})

const Whoami = z.object({
  access_token_name: z.string(),
  environment_id: z.uuid(),
  environment_name: z.string(),
  environment_type: z.enum(environmentTypes),
  organization_id: z.uuid(),
  organization_name: z.string(),
  permissions: z.array(z.enum(scopes)),
})

export const accessTokens = endpoints({
  list: get('/ui/v1/access-tokens', {
    access: admin,
    summary: 'The access tokens of the organization',
    query: z.object({
      ...Page,
      order_by: z._default(z.enum(['created_at', 'name']), 'created_at'),
      order_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
      show_revoked: z._default(z.boolean(), false),
    }),
    returns: pageOf(AccessToken),
  }),
  create: post('/ui/v1/access-tokens', {
    access: admin,
    summary: 'Create an access token; its secret is in this response only',
    body: z.object({
      access_token: z.object({
        environment_id: ref('environment'),
        name,
        permissions: z
          .array(z.enum(scopes))
          .check(z.minLength(1, 'Please choose at least one product to give access to.')),
        /** Null or absent: valid until it is revoked. */
        valid_until: z.optional(z.nullable(z.iso.datetime())),
      }),
    }),
    returns: dataOf(CreatedAccessToken),
    status: 201,
  }),
  retrieve: get('/ui/v1/access-tokens/:id', {
    access: admin,
    summary: 'One access token, without its secret; revoked ones too',
    params,
    returns: dataOf(AccessToken),
  }),
  rename: put('/ui/v1/access-tokens/:id', {
    access: admin,
    summary: 'Rename an access token',
    params,
    body: z.object({ access_token: z.object({ name }) }),
    returns: dataOf(AccessToken),
  }),
  change: patch('/ui/v1/access-tokens/:id', {
    access: admin,
    summary: 'Rename an access token; an omitted name stays unchanged',
    params,
    body: z.object({ access_token: z.object({ name: z.optional(name) }) }),
    returns: dataOf(AccessToken),
  }),
  remove: del('/ui/v1/access-tokens/:id', {
    access: admin,
    summary: 'Revoke an access token; it returns 401 from then on, and can still be read',
    params,
    returns: nothing,
  }),
  revoke: post('/ui/v1/access-tokens/:id/revoke', {
    access: admin,
    summary: 'Revoke an access token; it returns 401 from then on',
    params,
    returns: dataOf(AccessToken),
  }),
  whoami: get('/system/v1/whoami', {
    access: anyToken,
    summary: 'The access token that the request uses',
    returns: dataOf(Whoami),
  }),
})
