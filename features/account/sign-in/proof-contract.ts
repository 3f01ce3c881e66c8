import { z } from 'zod/mini'
import { endpoints, get, nothing, post, put } from '@playhead/contract-kit/define.ts'
import { signedIn } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import {
  codeMethods,
  PasskeyAnswer,
  PasskeyRequest,
  SecondFactorCode,
} from '@playhead/features/account/second-factor/contract'

const noPassword = 'Password cannot be empty'

/** How a signed-in person can prove their identity again. docs/adr/0046 */
const proofKinds = ['password', 'passkey', 'code', 'github', 'sso'] as const
export type ProofKind = (typeof proofKinds)[number]

const Password = z.string(noPassword).check(z.minLength(1, noPassword))

export const WaysToProve = z.object({
  kinds: z.array(z.enum(proofKinds)),
  /** Details of the kind `code`; null where it is not offered. */
  code: z.nullable(z.object({ methods: z.array(z.enum(codeMethods)), with_password: z.boolean() })),
})

export const proof = endpoints({
  retrieveWays: get('/ui/v1/session/proof', {
    access: signedIn,
    summary: 'The ways in which this session can confirm the person again',
    returns: dataOf(WaysToProve),
  }),
  prove: post('/ui/v1/session/proof', {
    access: signedIn,
    summary: 'Confirm the person again; allows changes of how they sign in for ten minutes',
    body: z.object({ proof: z.object({ kind: z.enum(['password']), password: Password }) }),
    returns: nothing,
  }),
  proveCode: post('/ui/v1/session/proof/code', {
    access: signedIn,
    summary: 'Confirm with a code of the second factor, and the password of people who have one',
    body: z.object({
      proof: z.object({ ...SecondFactorCode.shape, password: z.optional(z.nullable(Password)) }),
    }),
    returns: nothing,
  }),
  startPasskeyProof: post('/ui/v1/session/proof/passkey', {
    access: signedIn,
    summary: 'Start to confirm with a passkey',
    returns: dataOf(PasskeyRequest),
  }),
  provePasskey: put('/ui/v1/session/proof/passkey', {
    access: signedIn,
    summary: 'Confirm with what a passkey signed',
    body: z.object({ proof: z.object({ challenge_id: z.uuid(), ...PasskeyAnswer.shape }) }),
    returns: nothing,
  }),
  startProvider: post('/ui/v1/session/proof/provider', {
    access: signedIn,
    summary: 'Start to confirm through the provider this person signs in with',
    body: z.object({
      proof: z.object({
        kind: z.enum(['github', 'sso']),
        next: z.optional(z.nullable(z.string())),
      }),
    }),
    returns: dataOf(z.object({ authorize_url: z.string() })),
  }),
})
