import { z } from 'zod/mini'
import { del, endpoints, get, nothing } from '@playhead/contract-kit/define.ts'
import { signedIn } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'

export const SignedInSession = z.object({
  id: z.uuid(),
  /** The session of this request. */
  current: z.boolean(),
  /** For example Firefox and macOS; null when the browser does not report it. */
  browser: z.nullable(z.string()),
  operating_system: z.nullable(z.string()),
  /** 203.0.113.0/24 or 2001:db8:aa::/48; null when unknown. */
  network: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  /** When it ends if it is not used again. */
  expires_at: z.iso.datetime(),
})

export const sessions = endpoints({
  list: get('/ui/v1/sessions', {
    access: signedIn,
    summary: 'Where the person is signed in',
    returns: dataOf(z.array(SignedInSession)),
  }),
  end: del('/ui/v1/sessions/:id', {
    access: signedIn,
    summary: 'End one of your sessions',
    params: z.object({ id: ref('session') }),
    returns: nothing,
  }),
  endOthers: del('/ui/v1/other-sessions', {
    access: signedIn,
    summary: 'End all your other sessions',
    returns: nothing,
  }),
})
