import { z } from 'zod/mini'
import { del, endpoints, get, nothing, post } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { secret } from '@playhead/contract-kit/secret.ts'

const fields = {
  id: z.uuid(),
  /** Unix seconds as text. */
  created_at: z.string(),
}

const SigningKey = z.object(fields)

/** The private key, base64 of its whole PEM. It is only in this response and not stored. */
const CreatedSigningKey = z.object({ ...fields, private_key: secret(z.string()) })

const params = z.object({ id: ref('signing_key') })

export const signingKeys = endpoints({
  list: get('/system/v1/signing-keys', {
    access: scoped('system:read'),
    summary: 'The keys that verify tokens of signed playback ids, newest first',
    query: z.object(Page),
    returns: pageOf(SigningKey),
  }),
  create: post('/system/v1/signing-keys', {
    access: scoped('system:write', { admin: true }),
    summary: 'Create a signing key; its private key is in this response only',
    returns: dataOf(CreatedSigningKey),
    status: 201,
  }),
  retrieve: get('/system/v1/signing-keys/:id', {
    access: scoped('system:read'),
    summary: 'One signing key, without its private key',
    params,
    returns: dataOf(SigningKey),
  }),
  remove: del('/system/v1/signing-keys/:id', {
    access: scoped('system:write', { admin: true }),
    summary: 'Delete a signing key; tokens signed with it stop working',
    params,
    returns: nothing,
  }),
})
