import { z } from 'zod/mini'
import { del, endpoints, get, nothing, post, put } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'

export const playbackRestrictionLimits = { domainsMax: 100, domainMax: 253 } as const

/** `example.com`, `*.example.com` for all its subdomains, `*` for every domain. */
export const domainShape =
  /^(\*|(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)$/i

const domains = z
  .array(
    z
      .string()
      .check(
        z.maxLength(playbackRestrictionLimits.domainMax),
        z.regex(domainShape, 'Give domains such as example.com or *.example.com.'),
      ),
  )
  .check(z.maxLength(playbackRestrictionLimits.domainsMax))

/** An update replaces the whole list; requests from other domains are refused. */
const ReferrerRule = z.object({
  allowed_domains: domains,
  allow_no_referrer: z._default(z.boolean(), false),
})

export const PlaybackRestriction = z.object({
  id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  referrer: z.object({ allowed_domains: z.array(z.string()), allow_no_referrer: z.boolean() }),
  user_agent: z.object({
    allow_no_user_agent: z.boolean(),
    allow_high_risk_user_agent: z.boolean(),
  }),
})

const params = z.object({ id: ref('playback_restriction') })

export const playbackRestrictions = endpoints({
  list: get('/video/v1/playback-restrictions', {
    access: scoped('video:read'),
    summary: 'Playback restrictions, newest first',
    query: z.object(Page),
    returns: pageOf(PlaybackRestriction),
  }),
  create: post('/video/v1/playback-restrictions', {
    access: scoped('video:write'),
    summary: 'Create a restriction on which sites and programs may play; tokens name it',
    body: z.object({
      referrer: ReferrerRule,
      user_agent: z.optional(
        z.object({
          allow_no_user_agent: z._default(z.boolean(), true),
          allow_high_risk_user_agent: z._default(z.boolean(), true),
        }),
      ),
    }),
    returns: dataOf(PlaybackRestriction),
    status: 201,
  }),
  retrieve: get('/video/v1/playback-restrictions/:id', {
    access: scoped('video:read'),
    summary: 'One playback restriction',
    params,
    returns: dataOf(PlaybackRestriction),
  }),
  updateReferrer: put('/video/v1/playback-restrictions/:id/referrer', {
    access: scoped('video:write'),
    summary: 'Replace the domains of a playback restriction',
    params,
    body: ReferrerRule,
    returns: dataOf(PlaybackRestriction),
  }),
  updateUserAgent: put('/video/v1/playback-restrictions/:id/user_agent', {
    access: scoped('video:write'),
    summary: 'Replace the rules for programs of a playback restriction',
    params,
    body: z.object({ allow_no_user_agent: z.boolean(), allow_high_risk_user_agent: z.boolean() }),
    returns: dataOf(PlaybackRestriction),
  }),
  remove: del('/video/v1/playback-restrictions/:id', {
    access: scoped('video:write'),
    summary: 'Delete a playback restriction; tokens that name it stop working',
    params,
    returns: nothing,
  }),
})
